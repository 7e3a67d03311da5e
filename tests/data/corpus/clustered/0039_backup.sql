BACKUP DATABASE harbor, TABLE harbor_ref.ports ON CLUSTER default TO Disk('backups', 'before 0040; full.zip') SETTINGS compression_level = 3;
DETACH TABLE harbor.receiver_series ON CLUSTER default PERMANENTLY SYNC;
ATTACH TABLE harbor.receiver_series ON CLUSTER default;
DROP TABLE harbor.invoice_lines ON CLUSTER default;
UNDROP TABLE harbor.invoice_lines ON CLUSTER default;
