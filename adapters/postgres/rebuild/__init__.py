"""Making the read tables of a ledger anew from its events, beside those that are read meanwhile.

`builds` says whose a build is. `refold` makes one follow the events, with what `recollection` holds
of its tables and with `marks` for what they can't hold; `chunks` reads and writes for it, and
`scribe` does so while it folds. `making` brings the build to the head and in place of the live one,
`comparing` holds the two against each other, and `rebuilder` is what faces call. `standing` tells
which tables another release has made, and `renewal` has them rebuilt beside a service.
"""
