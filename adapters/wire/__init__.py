"""From documents to commands, for all faces: what is sent is taken as it is or refused, not mended.

Each function answers with the command or with every reason why there is none. A field that is null
counts as not given; a field that is not known is refused by name.
"""
