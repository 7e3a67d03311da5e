GRANT SELECT(mmsi, at, lat, lon), SHOW COLUMNS ON harbor.positions TO dashboard;
GRANT ALTER UPDATE(name, flag), ALTER DELETE ON harbor.vessels TO harbor_writer WITH GRANT OPTION;
GRANT harbor_reader, harbor_writer TO harbor_admin WITH ADMIN OPTION;
GRANT CURRENT GRANTS(SELECT ON harbor.*) TO dashboard;
GRANT CLUSTER ON *.* TO harbor_admin;
GRANT dictGet ON harbor_ref.port_names TO harbor_reader, dashboard;
REVOKE INSERT ON harbor.invoices FROM harbor_writer;
REVOKE GRANT OPTION FOR ALTER DELETE ON harbor.vessels FROM harbor_writer;
REVOKE harbor_reader FROM ingest;
