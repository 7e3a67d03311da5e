-- Imitates the nightly jobs of an archive team: moving, freezing, swapping and fetching
-- partitions and parts, lightweight deletes, tiered storage with TTL moves.

CREATE TABLE archive.invoices
(
    invoice_no String, issued Date, customer UInt32, total Decimal(18, 2), pdf String CODEC(ZSTD(22)),
    paid UInt8 DEFAULT 0,
    PRIMARY KEY (customer, issued)
)
ENGINE = MergeTree PARTITION BY (toYear(issued), paid) ORDER BY (customer, issued, invoice_no)
TTL issued + INTERVAL 1 YEAR TO VOLUME 'hdd', issued + INTERVAL 2 YEAR TO DISK 's3', issued + INTERVAL 3 YEAR RECOMPRESS CODEC(ZSTD(22), LZ4), issued + INTERVAL 10 YEAR DELETE WHERE paid = 1, issued + INTERVAL 11 YEAR GROUP BY customer SET total = sum(total), invoice_no = any(invoice_no)
SETTINGS storage_policy = 'three_tiers', min_bytes_for_wide_part = 0;
CREATE TABLE archive.invoices_staging AS archive.invoices;
CREATE TABLE archive.inline_disk (k UInt64, v String) ENGINE = MergeTree ORDER BY k SETTINGS disk = disk(type = cache, max_size = '1Gi', path = '/cache/x/', disk = disk(type = s3, endpoint = 'https://b.example/x;y/', access_key_id = 'a', secret_access_key = 'b'));
CREATE TABLE archive.summing (k UInt32, d Date, a UInt64, b UInt64) ENGINE = SummingMergeTree((a, b)) PARTITION BY toYYYYMM(d) PRIMARY KEY k ORDER BY (k, d);
CREATE TABLE archive.collapsing (k UInt32, v String, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
CREATE TABLE archive.vcollapsing (k UInt32, v String, sign Int8, ver UInt64) ENGINE = VersionedCollapsingMergeTree(sign, ver) ORDER BY (k DESC, v ASC);
CREATE TABLE archive.old_style (d Date, k UInt32, v UInt64) ENGINE = SummingMergeTree(d, (k, d), 8192, (v));
ALTER TABLE archive.invoices DROP PARTITION (2019, 1), DROP PARTITION ID '2018-1';
ALTER TABLE archive.invoices DROP PARTITION tuple(2019, 0);
ALTER TABLE archive.invoices DROP PARTITION {p:String};
ALTER TABLE archive.summing DROP PARTITION 202001, DROP PARTITION '202002', DETACH PARTITION 202003, ATTACH PARTITION 202003;
ALTER TABLE archive.summing DETACH PARTITION ALL;
ALTER TABLE archive.summing ATTACH PARTITION ALL;
ALTER TABLE archive.summing DROP PART '202001_1_1_0', DETACH PART '202001_2_2_0', ATTACH PART '202001_3_3_0';
ALTER TABLE archive.summing ATTACH PARTITION 202004 FROM archive.`summing copy`, REPLACE PARTITION 202005 FROM archive.summing_new;
ALTER TABLE archive.summing MOVE PARTITION 202006 TO TABLE archive.summing_cold;
ALTER TABLE archive.summing MOVE PARTITION 202007 TO DISK 'hdd', MOVE PARTITION 202008 TO VOLUME 'cold; storage';
ALTER TABLE archive.summing MOVE PART '202009_1_1_0' TO DISK 'nvme';
ALTER TABLE archive.summing DROP DETACHED PARTITION ALL SETTINGS allow_drop_detached = 1;
ALTER TABLE archive.summing DROP DETACHED PART '202001_9_9_0' SETTINGS allow_drop_detached = 1;
ALTER TABLE archive.summing FORGET PARTITION 201901;
ALTER TABLE archive.summing FETCH PARTITION 202010 FROM '/clickhouse/tables/01/archive.summing';
ALTER TABLE archive.summing FETCH PART '202010_1_1_0' FROM '/clickhouse/tables/01/archive;summing';
ALTER TABLE archive.summing FREEZE;
ALTER TABLE archive.summing FREEZE WITH NAME 'nightly; 1';
ALTER TABLE archive.summing FREEZE PARTITION 202011 WITH NAME 'n2', UNFREEZE PARTITION 202011 WITH NAME 'n1';
ALTER TABLE archive.summing UNFREEZE WITH NAME 'nightly; 1';
ALTER TABLE archive.summing UNLOCK SNAPSHOT 'snap_1';
ALTER TABLE archive.summing (DROP PARTITION 202012), (ADD COLUMN c UInt8), (FREEZE PARTITION 202101);
ALTER TABLE archive.summing DROP PARTITION 202112 FORMAT JSON SETTINGS max_partition_size_to_drop = 0;
ALTER TABLE archive.summing UPDATE a = 0 IN PARTITION ID 'all' WHERE k = 1, DROP PARTITION 202201;
DELETE FROM archive.summing IN PARTITION 202301 WHERE k = 4 SETTINGS lightweight_deletes_sync = 0;
DELETE FROM archive.summing WHERE v LIKE '%WHERE; DELETE FROM%' OR k IN (SELECT k FROM archive.collapsing WHERE sign = -1);
UPDATE archive.invoices SET paid = 1, total = total - 0.01 WHERE customer = 7 AND issued BETWEEN '2025-01-01' AND '2025-02-01' SETTINGS allow_experimental_lightweight_update = 1;
OPTIMIZE TABLE archive.summing FINAL;
OPTIMIZE TABLE archive.summing PARTITION ID '202301' FINAL DEDUPLICATE;
OPTIMIZE TABLE archive.summing DEDUPLICATE BY * EXCEPT (a, b);
OPTIMIZE TABLE archive.vcollapsing FINAL CLEANUP;
OPTIMIZE TABLE archive.collapsing FINAL SETTINGS optimize_throw_if_noop = 1, alter_sync = 2;
UNDROP TABLE archive.invoices_staging;
UNDROP TABLE archive.invoices_staging UUID '0b3ee42d-3a2b-4f5e-9c9c-6a9a4d1d8a11' ;
DETACH TABLE archive.old_style PERMANENTLY; ATTACH TABLE archive.old_style;
ATTACH TABLE archive.restored FROM 'store/restored; 1' (k UInt64, v String) ENGINE = MergeTree ORDER BY k;
ATTACH TABLE IF NOT EXISTS archive.by_uuid UUID '0b3ee42d-3a2b-4f5e-9c9c-6a9a4d1d8a12' (k UInt64) ENGINE = ReplacingMergeTree ORDER BY k;
ATTACH TABLE archive.converted AS NOT REPLICATED;
ATTACH TABLE archive.converted AS REPLICATED;
DROP TABLE archive.a, archive.`b;c`, archive."d e" SYNC;
DROP TABLE IF EXISTS IF EMPTY archive.empty_one;
DROP TABLE archive.big SETTINGS max_table_size_to_drop = 0;
TRUNCATE TABLE archive.summing SYNC SETTINGS max_table_size_to_drop = 0;
TRUNCATE archive.collapsing;
TRUNCATE DATABASE archive_tmp;
CHECK TABLE archive.summing PART '202301_1_1_0';
SYSTEM STOP MERGES archive.summing; SYSTEM START MERGES archive.summing; SYSTEM STOP MERGES ON VOLUME three_tiers.hdd; SYSTEM START MERGES ON VOLUME three_tiers.hdd; SYSTEM SYNC MERGES archive.summing;
SYSTEM UNFREEZE WITH NAME 'nightly; 1';
