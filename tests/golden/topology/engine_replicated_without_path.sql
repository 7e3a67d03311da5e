CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree ORDER BY a;
CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree() ORDER BY a;
CREATE TABLE t (a Int8, v Int8) ENGINE = ReplicatedReplacingMergeTree(v) ORDER BY a;
-- one string is the family's own argument, not half a pair
CREATE TABLE t (Path String) ENGINE = ReplicatedGraphiteMergeTree('graphite_rollup') ORDER BY Path;
