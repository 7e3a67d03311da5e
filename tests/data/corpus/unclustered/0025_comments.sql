ALTER DATABASE harbor MODIFY COMMENT 'ships; positions, calls and money';
ALTER TABLE harbor.positions MODIFY COMMENT 'one row per AIS message';
ALTER TABLE harbor.in_port MODIFY COMMENT 'who lies where, now';
RENAME DATABASE harbor_staging TO harbor_tmp;
