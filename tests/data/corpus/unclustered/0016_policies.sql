CREATE ROW POLICY IF NOT EXISTS no_military ON harbor.positions, harbor.vessels AS RESTRICTIVE FOR SELECT USING mmsi < 970000000 TO harbor_reader;
CREATE ROW POLICY open ON harbor.positions USING 1 TO harbor_admin;
CREATE QUOTA IF NOT EXISTS harbor_public KEYED BY ip_address FOR INTERVAL 1 HOUR MAX queries = 1000, result_rows = 10000000, FOR INTERVAL 1 DAY MAX execution_time = 3600 TO dashboard;
ALTER QUOTA harbor_public FOR INTERVAL 1 HOUR MAX queries = 5000 TO dashboard;
