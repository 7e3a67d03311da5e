-- Where a customer is, for the daily numbers.
ALTER TABLE shop.events ADD COLUMN country String DEFAULT '' AFTER at;

INSERT INTO shop.events (id, kind, at, country) VALUES
    (1, 'view', '2026-01-05 10:00:00', 'NL'),
    (2, 'order; paid', '2026-01-05 10:03:00', 'NL'),
    (3, 'view', '2026-02-11 18:30:00', 'FR');

-- godwit:down
ALTER TABLE shop.events DROP COLUMN country;
