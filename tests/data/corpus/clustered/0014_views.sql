CREATE VIEW harbor.in_port ON CLUSTER default AS
SELECT c.mmsi, v.name, dictGet('harbor_ref.port_names', 'name', tuple(c.locode)) AS port
FROM harbor.port_calls_all AS c
LEFT JOIN harbor.vessels_all AS v ON v.mmsi = c.mmsi
WHERE c.left IS NULL;

CREATE OR REPLACE VIEW harbor.track ON CLUSTER default (at DateTime64(3, 'UTC'), lat Float64, lon Float64) SQL SECURITY INVOKER
AS SELECT at, lat, lon FROM harbor.positions_all WHERE mmsi = {mmsi:UInt32} AND at >= {since:DateTime} ORDER BY at;
