"""The duel: how strongly two values are supported, in bits, and which of them a rule lets stand."""
