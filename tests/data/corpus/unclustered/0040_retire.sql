DROP VIEW IF EXISTS harbor.busiest, harbor.cluster_of_calls SYNC;
DROP TABLE IF EXISTS harbor.positions_buffer, harbor.receiver_metrics, harbor.antenna_series SYNC;
DROP FUNCTION IF EXISTS harbor_knots;
DROP ROW POLICY IF EXISTS open ON harbor.positions;
DROP QUOTA harbor_public;
DROP USER IF EXISTS ingest;
DROP ROLE harbor_writer;
DROP NAMED COLLECTION harbor_s3;
DROP SETTINGS PROFILE harbor_web;
DROP RESOURCE IF EXISTS harbor_io;
DROP DATABASE harbor_tmp SYNC
