/* An import from a partner; the names are theirs. */
CREATE TABLE harbor . `partner data` /* why */ ( `order` UInt32, "ship name" String, `engine` String DEFAULT $$main; 'diesel'$$, `on.cluster` UInt8 ) -- ENGINE = Log
ENGINE /* of */ = /* choice */ MergeTree -- plain
ORDER BY `order`;
CREATE TABLE harbor.on (cluster String, on UInt8) ENGINE ReplacingMergeTree ( on ) ORDER BY cluster;
ALTER TABLE harbor.on ADD COLUMN engine String, DROP COLUMN IF EXISTS ttl; ALTER TABLE harbor.`partner data` RENAME COLUMN `on.cluster` TO `on cluster`;
RENAME TABLE harbor.on TO harbor.`on; renamed`;
DROP TABLE harbor.`on; renamed`, harbor.`partner data`;
