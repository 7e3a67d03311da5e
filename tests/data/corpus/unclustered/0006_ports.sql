CREATE TABLE harbor_ref.ports (locode FixedString(5), name String, country FixedString(2), lat Float64, lon Float64) ENGINE = MergeTree ORDER BY locode;
CREATE DICTIONARY harbor_ref.port_names
(
    locode String,
    name String DEFAULT '?'
)
PRIMARY KEY locode
SOURCE(CLICKHOUSE(DB 'harbor_ref' TABLE 'ports'))
LAYOUT(COMPLEX_KEY_HASHED())
LIFETIME(MIN 300 MAX 600);
