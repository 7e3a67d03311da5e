CREATE ROLE IF NOT EXISTS harbor_reader, harbor_writer ON CLUSTER default;
CREATE ROLE harbor_admin ON CLUSTER default SETTINGS max_memory_usage = 20000000000;
CREATE USER IF NOT EXISTS dashboard ON CLUSTER default IDENTIFIED WITH sha256_hash BY '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' HOST IP '10.0.0.0/8' DEFAULT ROLE harbor_reader SETTINGS readonly = 1;
CREATE USER ingest ON CLUSTER default NOT IDENTIFIED HOST LOCAL;
GRANT ON CLUSTER default SELECT ON harbor.* TO harbor_reader;
GRANT ON CLUSTER default SELECT, INSERT ON harbor.* TO harbor_writer;
GRANT ON CLUSTER default harbor_writer TO ingest;
GRANT ON CLUSTER default ALL ON harbor.* TO harbor_admin WITH GRANT OPTION;
