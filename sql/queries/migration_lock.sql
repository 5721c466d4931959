-- One migration at a time: whoever comes second waits here and then finds nothing left to do.
lock table migration.applied in access exclusive mode
