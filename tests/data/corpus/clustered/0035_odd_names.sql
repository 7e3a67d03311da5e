/* An import from a partner; the names are theirs. */
CREATE TABLE harbor . `partner data` ON CLUSTER default /* why */ ( `order` UInt32, "ship name" String, `engine` String DEFAULT $$main; 'diesel'$$, `on.cluster` UInt8 ) -- ENGINE = Log
ENGINE /* of */ = /* choice */ ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') -- plain
ORDER BY `order`;
CREATE TABLE harbor.on ON CLUSTER default (cluster String, on UInt8) ENGINE ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', on) ORDER BY cluster;
ALTER TABLE harbor.on ON CLUSTER default ADD COLUMN engine String, DROP COLUMN IF EXISTS ttl; ALTER TABLE harbor.`partner data` ON CLUSTER default RENAME COLUMN `on.cluster` TO `on cluster`;
RENAME TABLE harbor.on TO harbor.`on; renamed` ON CLUSTER default;
DROP TABLE harbor.`on; renamed`, harbor.`partner data` ON CLUSTER default;
