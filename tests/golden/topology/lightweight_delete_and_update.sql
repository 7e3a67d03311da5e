DELETE FROM shop.t WHERE a = 1;
DELETE FROM t IN PARTITION 202401 WHERE a = 1 SETTINGS lightweight_deletes_sync = 2;
UPDATE t SET a = 1, b = b + 1 WHERE c = 2;
ALTER TABLE t UPDATE b = 1 WHERE a IN (1, 2), DELETE WHERE a = 9;
