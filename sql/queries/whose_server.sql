-- Which data folder the answering server serves and where else it listens: asked before it is believed to be ours.
SELECT current_setting('data_directory') AS data_directory,
       current_setting('listen_addresses') AS listen_addresses,
       current_setting('port')::int AS port,
       current_setting('server_version_num')::int / 10000 AS major
