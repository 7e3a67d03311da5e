CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree('/tables/{shard}/t', '{replica}') ORDER BY a;
CREATE TABLE t (a Int8, v Int8) ENGINE = ReplicatedReplacingMergeTree('/tables/{shard}/t', '{replica}', v) ORDER BY a;
CREATE TABLE t (a Int8, b Int8, c Int8) ENGINE = ReplicatedSummingMergeTree('/t', 'r', (b, c)) ORDER BY a;
CREATE TABLE t (Path String) ENGINE = ReplicatedGraphiteMergeTree('/t', 'r', 'graphite_rollup') ORDER BY Path;
CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree('zk2:/tables/it''s', $$r$$) ORDER BY a;
CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree ('/t', 'r') ORDER BY a;
