-- Which data folder the answering server serves and where else it listens: asked before it is believed to be ours.
select
    current_setting('data_directory') as data_directory,
    current_setting('listen_addresses') as listen_addresses,
    current_setting('port')::integer as port,
    current_setting('server_version_num')::integer / 10000 as major
