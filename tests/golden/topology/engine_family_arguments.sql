CREATE TABLE t (a Int8, v UInt8, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY a;
CREATE TABLE t (a Int8, b Int8, c Int8) ENGINE = SummingMergeTree((b, c)) ORDER BY a;
CREATE TABLE t (a Int8, b Int8) ENGINE = SummingMergeTree(b) ORDER BY a;
CREATE TABLE t (a Int8, b AggregateFunction(sum, Int8)) ENGINE = AggregatingMergeTree ORDER BY a;
CREATE TABLE t (a Int8, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY a;
CREATE TABLE t (a Int8, sign Int8, v UInt8) ENGINE = VersionedCollapsingMergeTree(sign, v) ORDER BY a;
CREATE TABLE t (a Int8, b Nullable(Int8)) ENGINE = CoalescingMergeTree(b) ORDER BY a;
CREATE TABLE t (Path String, Time DateTime, Value Float64, Timestamp Int64) ENGINE = GraphiteMergeTree('graphite_rollup') ORDER BY Path;
-- the old positional form
CREATE TABLE t (d Date, k Int8, v UInt8) ENGINE = ReplacingMergeTree(d, (k, d), 8192, v);
