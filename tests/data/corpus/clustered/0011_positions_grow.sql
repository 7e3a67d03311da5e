ALTER TABLE harbor.positions ON CLUSTER default
    ADD COLUMN IF NOT EXISTS heading UInt16 DEFAULT 511 AFTER course,
    ADD COLUMN status LowCardinality(String) DEFAULT 'under way; engine',
    MODIFY COLUMN raw String CODEC(ZSTD(9)),
    COMMENT COLUMN source 'which receiver, see wiki';
ALTER TABLE harbor.positions_all ON CLUSTER default ADD COLUMN IF NOT EXISTS heading UInt16 DEFAULT 511 AFTER course, ADD COLUMN status LowCardinality(String) DEFAULT 'under way; engine';
