ALTER TABLE harbor.calls_daily_mv ON CLUSTER default MODIFY QUERY SELECT toDate(arrived) AS day, locode, toUInt64(sum(sign)) AS calls, sum(sign * dateDiff('minute', arrived, ifNull(left, arrived))) / 60 AS hours FROM harbor.port_calls GROUP BY day, locode;
ALTER TABLE harbor.track ON CLUSTER default MODIFY SQL SECURITY INVOKER;
CREATE VIEW harbor.cluster_of_calls ON CLUSTER default AS SELECT a.engine, b.`on` FROM harbor_tmp.a AS a JOIN harbor_tmp.b AS b ON cluster = 1 WHERE a.engine != 'ENGINE = MergeTree ON CLUSTER x;';
