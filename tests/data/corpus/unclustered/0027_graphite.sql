CREATE TABLE harbor.receiver_metrics (Path String, Time DateTime, Value Float64, Timestamp UInt32) ENGINE = GraphiteMergeTree('graphite_rollup') PARTITION BY toYYYYMM(Time) ORDER BY (Path, Time);
