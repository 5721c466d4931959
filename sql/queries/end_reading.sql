-- Let the snapshot go.
commit
