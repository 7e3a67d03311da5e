BACKUP DATABASE harbor, TABLE harbor_ref.ports TO Disk('backups', 'before 0040; full.zip') SETTINGS compression_level = 3;
DETACH TABLE harbor.receiver_series PERMANENTLY SYNC;
ATTACH TABLE harbor.receiver_series;
DROP TABLE harbor.invoice_lines;
UNDROP TABLE harbor.invoice_lines;
