-- What a server is and whether it keeps its promises to a disk, for an examination.
select
    current_setting('server_version') as version,
    current_setting('server_version_num')::integer / 10000 as major,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('data_checksums') as data_checksums,
    clock_timestamp() as clock
