CREATE TABLE t (a Int8) ENGINE = `MergeTree` ORDER BY a;
CREATE TABLE t (a Int8, v Int8) ENGINE = "ReplacingMergeTree"(v) ORDER BY a;
CREATE TABLE t (a Int8) ENGINE = `ReplicatedMergeTree`('/tables/t', 'r1') ORDER BY a;
