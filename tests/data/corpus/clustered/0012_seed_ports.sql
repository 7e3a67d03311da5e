INSERT INTO harbor_ref.ports VALUES
    ('NLRTM', 'Rotterdam', 'NL', 51.9, 4.5),
    ('SGSIN', 'Singapore', 'SG', 1.26, 103.8),
    ('USNYC', 'New York; NJ', 'US', 40.7, -74.0),
    ('FRLEH', 'Port d''Le Havre', 'FR', 49.5, 0.1);
