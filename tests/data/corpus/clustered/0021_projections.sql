ALTER TABLE harbor.positions ON CLUSTER default ADD PROJECTION by_day (SELECT day, source, count() GROUP BY day, source);
ALTER TABLE harbor.positions ON CLUSTER default MATERIALIZE PROJECTION by_day IN PARTITION 202601;
ALTER TABLE harbor.calls_daily ON CLUSTER default MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild';
