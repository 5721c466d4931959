"""Making the read tables of a ledger anew from its events, beside those that are read meanwhile.

`builds` says whose a build is, `refold` makes one follow the events, `making` brings it to the head
and in place of the live one, `comparing` holds the two against each other, and `rebuilder` is what
faces call. `standing` tells which tables another release has made, and `renewal` has them rebuilt
beside a service.
"""
