-- Events a day and country, kept up to date as they come.
CREATE TABLE shop.daily (
    day Date,
    country String,
    events UInt64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, country);

CREATE MATERIALIZED VIEW shop.daily_of_events TO shop.daily AS
SELECT toDate(at) AS day, country, toUInt64(count()) AS events
FROM shop.events
GROUP BY day, country;

INSERT INTO shop.daily
SELECT toDate(at) AS day, country, toUInt64(count()) AS events
FROM shop.events
GROUP BY day, country;

-- All shards' events as one table.
CREATE TABLE shop.all_events AS shop.events
ENGINE = Distributed(default, shop, events, id);

-- godwit:down
DROP TABLE shop.all_events;
DROP TABLE shop.daily_of_events;
DROP TABLE shop.daily;
