CREATE TABLE harbor.cursor (name String, position UInt64) ENGINE = KeeperMap('/harbor/cursor') PRIMARY KEY name;
CREATE TABLE harbor_tmp.lines (line String) ENGINE = Log;
CREATE TABLE harbor_tmp.sink (line String) ENGINE = Null; CREATE TABLE harbor_tmp.cache (k UInt32, v String) ENGINE = Memory;
CREATE TABLE harbor_tmp.by_mmsi (mmsi UInt32, name String) ENGINE = Join(ANY, LEFT, mmsi);
CREATE TABLE harbor.any_positions (mmsi UInt32, at DateTime64(3, 'UTC')) ENGINE = Merge('harbor', '^positions(_archive)?$');
CREATE TABLE harbor.positions_buffer AS harbor.positions ENGINE = Buffer('harbor', 'positions', 16, 10, 100, 10000, 1000000, 10000000, 100000000);
