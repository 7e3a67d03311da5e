CREATE OR REPLACE DICTIONARY harbor_ref.port_names ON CLUSTER default (locode String, name String DEFAULT '?', country String DEFAULT '??') PRIMARY KEY locode SOURCE(CLICKHOUSE(DB 'harbor_ref' TABLE 'ports')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(MIN 300 MAX 600) COMMENT 'ports; by LOCODE';
CREATE DICTIONARY IF NOT EXISTS harbor_ref.vessel_names ON CLUSTER default (mmsi UInt64, name String DEFAULT '') PRIMARY KEY mmsi SOURCE(CLICKHOUSE(QUERY 'SELECT mmsi, name FROM harbor.vessels FINAL WHERE name != '''';')) LAYOUT(FLAT()) LIFETIME(60);
RENAME DICTIONARY harbor_ref.vessel_names TO harbor_ref.ship_names ON CLUSTER default;
SYSTEM RELOAD DICTIONARY ON CLUSTER default harbor_ref.port_names;
DETACH DICTIONARY harbor_ref.ship_names ON CLUSTER default; ATTACH DICTIONARY harbor_ref.ship_names ON CLUSTER default;
DROP DICTIONARY IF EXISTS harbor_ref.ship_names ON CLUSTER default;
