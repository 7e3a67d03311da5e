CREATE TABLE t (a Int8) -- ENGINE = Log
ENGINE = MergeTree ORDER BY a;
CREATE TABLE t (a Int8) ENGINE /* x */ ReplacingMergeTree /* y */ ( /* z */ ) ORDER BY a;
CREATE TABLE t (a Int8, v Int8) ENGINE = ReplacingMergeTree( -- the version
  v -- newest wins
) ORDER BY a;
CREATE TABLE t (a Int8, v Int8) ENGINE = ReplicatedReplacingMergeTree(
  '/tables/t', -- path
  '{replica}', -- name
  v) ORDER BY a;
