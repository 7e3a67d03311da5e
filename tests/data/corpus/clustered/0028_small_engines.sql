CREATE TABLE harbor.cursor ON CLUSTER default (name String, position UInt64) ENGINE = KeeperMap('/harbor/cursor') PRIMARY KEY name;
CREATE TABLE harbor_tmp.lines ON CLUSTER default (line String) ENGINE = Log;
CREATE TABLE harbor_tmp.sink ON CLUSTER default (line String) ENGINE = Null; CREATE TABLE harbor_tmp.cache ON CLUSTER default (k UInt32, v String) ENGINE = Memory;
CREATE TABLE harbor_tmp.by_mmsi ON CLUSTER default (mmsi UInt32, name String) ENGINE = Join(ANY, LEFT, mmsi);
CREATE TABLE harbor.any_positions ON CLUSTER default (mmsi UInt32, at DateTime64(3, 'UTC')) ENGINE = Merge('harbor', '^positions(_archive)?$');
CREATE TABLE harbor.positions_buffer ON CLUSTER default AS harbor.positions ENGINE = Buffer('harbor', 'positions', 16, 10, 100, 10000, 1000000, 10000000, 100000000);
