GRANT ON CLUSTER default SELECT(mmsi, at, lat, lon), SHOW COLUMNS ON harbor.positions TO dashboard;
GRANT ON CLUSTER default ALTER UPDATE(name, flag), ALTER DELETE ON harbor.vessels TO harbor_writer WITH GRANT OPTION;
GRANT ON CLUSTER default harbor_reader, harbor_writer TO harbor_admin WITH ADMIN OPTION;
GRANT ON CLUSTER default CURRENT GRANTS(SELECT ON harbor.*) TO dashboard;
GRANT ON CLUSTER default CLUSTER ON *.* TO harbor_admin;
GRANT ON CLUSTER default dictGet ON harbor_ref.port_names TO harbor_reader, dashboard;
REVOKE ON CLUSTER default INSERT ON harbor.invoices FROM harbor_writer;
REVOKE ON CLUSTER default GRANT OPTION FOR ALTER DELETE ON harbor.vessels FROM harbor_writer;
REVOKE ON CLUSTER default harbor_reader FROM ingest;
