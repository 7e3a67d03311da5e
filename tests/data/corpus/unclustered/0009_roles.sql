CREATE ROLE IF NOT EXISTS harbor_reader, harbor_writer;
CREATE ROLE harbor_admin SETTINGS max_memory_usage = 20000000000;
CREATE USER IF NOT EXISTS dashboard IDENTIFIED WITH sha256_hash BY '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' HOST IP '10.0.0.0/8' DEFAULT ROLE harbor_reader SETTINGS readonly = 1;
CREATE USER ingest NOT IDENTIFIED HOST LOCAL;
GRANT SELECT ON harbor.* TO harbor_reader;
GRANT SELECT, INSERT ON harbor.* TO harbor_writer;
GRANT harbor_writer TO ingest;
GRANT ALL ON harbor.* TO harbor_admin WITH GRANT OPTION;
