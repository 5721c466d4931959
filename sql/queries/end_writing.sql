-- Keep what was written.
commit
