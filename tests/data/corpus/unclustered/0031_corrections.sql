ALTER TABLE harbor.vessels UPDATE flag = 'NL', name = 'a, DELETE WHERE 1' WHERE mmsi IN (244000001, 244000002), DELETE WHERE name = '';
DELETE FROM harbor.positions WHERE lat > 90 OR lat < -90;
ALTER TABLE harbor.invoices MODIFY SETTING enable_block_number_column = 1, enable_block_offset_column = 1;
UPDATE harbor.invoices SET amount = amount * 1.21 WHERE invoice BETWEEN 100 AND 200;
