ALTER TABLE harbor.positions ADD PROJECTION by_day (SELECT day, source, count() GROUP BY day, source);
ALTER TABLE harbor.positions MATERIALIZE PROJECTION by_day IN PARTITION 202601;
ALTER TABLE harbor.calls_daily MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild';
