CREATE TABLE t (engine String DEFAULT 'x', settings String, ttl Date, partition Int8) ENGINE = MergeTree ORDER BY engine;
CREATE TABLE t (a Int8) ENGINE = MergeTree PARTITION BY ENGINE ORDER BY a;
CREATE TABLE t ON CLUSTER engine ENGINE = Log;
CREATE TABLE shop.`on cluster` (`engine` String DEFAULT 'ENGINE = MergeTree') ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE cluster.on ON CLUSTER on (a Int8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE {db:Identifier}.{t:Identifier} (a Int8) ENGINE = MergeTree ORDER BY a;
DROP TABLE on ON CLUSTER c;
DROP TABLE a, `b,c`, d;
CREATE TABLE if (a Int8) ENGINE = MergeTree ORDER BY a;
