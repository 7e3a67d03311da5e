DROP VIEW IF EXISTS harbor.busiest, harbor.cluster_of_calls ON CLUSTER default SYNC;
DROP TABLE IF EXISTS harbor.positions_buffer, harbor.receiver_metrics, harbor.antenna_series ON CLUSTER default SYNC;
DROP FUNCTION IF EXISTS harbor_knots ON CLUSTER default;
DROP ROW POLICY IF EXISTS open ON harbor.positions ON CLUSTER default;
DROP QUOTA harbor_public ON CLUSTER default;
DROP USER IF EXISTS ingest ON CLUSTER default;
DROP ROLE harbor_writer ON CLUSTER default;
DROP NAMED COLLECTION harbor_s3 ON CLUSTER default;
DROP SETTINGS PROFILE harbor_web ON CLUSTER default;
DROP RESOURCE IF EXISTS harbor_io ON CLUSTER default;
DROP DATABASE harbor_tmp ON CLUSTER default SYNC
