-- The product is a tracker of ships: positions from AIS receivers, port calls, invoices.
CREATE DATABASE IF NOT EXISTS harbor;
CREATE DATABASE harbor_ref ENGINE = Atomic COMMENT 'reference data; ports, flags, tariffs';
CREATE DATABASE IF NOT EXISTS harbor_staging COMMENT 'emptied every night';
