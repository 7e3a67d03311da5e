CREATE OR REPLACE DICTIONARY harbor_ref.port_names (locode String, name String DEFAULT '?', country String DEFAULT '??') PRIMARY KEY locode SOURCE(CLICKHOUSE(DB 'harbor_ref' TABLE 'ports')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(MIN 300 MAX 600) COMMENT 'ports; by LOCODE';
CREATE DICTIONARY IF NOT EXISTS harbor_ref.vessel_names (mmsi UInt64, name String DEFAULT '') PRIMARY KEY mmsi SOURCE(CLICKHOUSE(QUERY 'SELECT mmsi, name FROM harbor.vessels FINAL WHERE name != '''';')) LAYOUT(FLAT()) LIFETIME(60);
RENAME DICTIONARY harbor_ref.vessel_names TO harbor_ref.ship_names;
SYSTEM RELOAD DICTIONARY harbor_ref.port_names;
DETACH DICTIONARY harbor_ref.ship_names; ATTACH DICTIONARY harbor_ref.ship_names;
DROP DICTIONARY IF EXISTS harbor_ref.ship_names;
