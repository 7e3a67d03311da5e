-- The product is a tracker of ships: positions from AIS receivers, port calls, invoices.
CREATE DATABASE IF NOT EXISTS harbor ON CLUSTER default;
CREATE DATABASE harbor_ref ON CLUSTER default ENGINE = Atomic COMMENT 'reference data; ports, flags, tariffs';
CREATE DATABASE IF NOT EXISTS harbor_staging ON CLUSTER default COMMENT 'emptied every night';
