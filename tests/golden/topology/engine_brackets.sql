CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE t (a Int8) ENGINE = MergeTree() ORDER BY a;
CREATE TABLE t (a Int8) ENGINE = MergeTree ( ) ORDER BY a;
CREATE TABLE t (a Int8) ENGINE MergeTree ORDER BY a;
CREATE TABLE t (a Int8) ENGINE == MergeTree ORDER BY a;
CREATE TABLE t (a Int8) ENGINE=MergeTree()ORDER BY a;
create table t (a Int8) engine = MergeTree order by a;
CREATE TABLE t (a Int8) ENGINE = MergeTree;
