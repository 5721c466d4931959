"""The shapes of what is sent and answered, as the OpenAPI document shows them.

They document and decide nothing: `adapters.wire` reads what is sent, `adapters.documents` writes
what is answered, and tests hold them together.
"""
