ALTER TABLE harbor.vessels RENAME COLUMN length_m TO length, ADD COLUMN beam Float32 DEFAULT 0, MODIFY COLUMN name String DEFAULT 'unknown; yet';
ALTER TABLE harbor.vessels_all RENAME COLUMN length_m TO length, ADD COLUMN beam Float32 DEFAULT 0;
ALTER TABLE harbor.positions (MODIFY COLUMN source Enum8('terrestrial' = 1, 'satellite' = 2, 'drone' = 3)), (MODIFY SETTING merge_with_ttl_timeout = 7200), (DROP COLUMN IF EXISTS legacy);
