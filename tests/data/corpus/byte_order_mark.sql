/* Imitates a game studio's schema, saved with a byte order mark before the first word. */CREATE DATABASE IF NOT EXISTS play;
CREATE TABLE play.matches (match_id UInt64, started DateTime, `map` LowCardinality(String), players Array(UInt64), winner Nullable(UInt64)) ENGINE = MergeTree PARTITION BY toMonday(started) ORDER BY (`map`, started, match_id);
CREATE TABLE play.players (player_id UInt64, nick String, elo Int32, seen DateTime, banned UInt8 DEFAULT 0) ENGINE = ReplacingMergeTree(seen, banned) ORDER BY player_id SETTINGS clean_deleted_rows = 'Always';
CREATE TABLE play.scores (player_id UInt64, points Int64, wins UInt32) ENGINE = SummingMergeTree ORDER BY player_id;
CREATE MATERIALIZED VIEW play.scores_mv TO play.scores AS SELECT arrayJoin(players) AS player_id, if(player_id = winner, 3, 0) AS points, toUInt32(player_id = winner) AS wins FROM play.matches;
CREATE TABLE play.events_queue (payload String) ENGINE = Kafka(kafka_main, kafka_topic_list = 'play; events', kafka_num_consumers = 2);
CREATE TABLE play.top (player_id UInt64, points Int64) ENGINE = Memory;
CREATE MATERIALIZED VIEW play.top_mv REFRESH EVERY 5 MINUTE TO play.top AS SELECT player_id, sum(points) AS points FROM play.scores GROUP BY player_id ORDER BY points DESC LIMIT 100;
CREATE VIEW play.leaderboard AS SELECT nick, points, row_number() OVER (ORDER BY points DESC) AS place FROM play.top AS t ANY LEFT JOIN play.players AS p USING (player_id);
ALTER TABLE play.players ADD COLUMN clan String DEFAULT '–; none' AFTER nick, MODIFY COLUMN elo Int32 DEFAULT 1200, ADD INDEX ix_nick nick TYPE ngrambf_v1(3, 512, 2, 0) GRANULARITY 4;
ALTER TABLE play.matches ADD PROJECTION by_winner (SELECT winner, count() GROUP BY winner);
INSERT INTO play.players (player_id, nick, elo) VALUES (1, 'Zoë; the Great', 1500), (2, 'x_X''X_x', 900), (3, '名人', 2000);
CREATE FUNCTION play_expected AS (a, b) -> 1 / (1 + pow(10, (b - a) / 400));
CREATE ROLE play_reader; GRANT SELECT ON play.* TO play_reader; CREATE QUOTA play_q KEYED BY ip_address FOR INTERVAL 1 MINUTE MAX queries = 60 TO play_reader;
CREATE NAMED COLLECTION play_s3 AS url = 'https://b.example/play/;x', format = 'Parquet';
EXCHANGE TABLES play.top AND play.top_new;
DELETE FROM play.matches WHERE started < '2020-01-01 00:00:00';
SELECT nick FROM play.leaderboard WHERE place <= 3
