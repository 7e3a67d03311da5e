CREATE TABLE harbor.positions_archive
(
    mmsi UInt32 CODEC(Delta, ZSTD(9)),
    at DateTime64(3, 'UTC'),
    lat Float64,
    lon Float64
)
ENGINE = MergeTree()
PARTITION BY toYYYYMM(at)
ORDER BY (mmsi, at);
ALTER TABLE harbor.positions MOVE PARTITION 202401 TO TABLE harbor.positions_archive;
ALTER TABLE harbor.positions_archive ATTACH PARTITION 202402 FROM harbor.positions, DROP PARTITION 202301;
ALTER TABLE harbor.positions FREEZE PARTITION 202501 WITH NAME 'before_0025';
