-- The shop's events, a row each.
CREATE DATABASE IF NOT EXISTS shop;

CREATE TABLE shop.events (
    id UInt64,
    kind String,
    at DateTime
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (kind, at);

-- godwit:down
DROP TABLE shop.events;
