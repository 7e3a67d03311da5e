CREATE FUNCTION IF NOT EXISTS harbor_knots AS (ms) -> ms / 0.514444;
CREATE OR REPLACE FUNCTION harbor_class AS (length_m) ->
    multiIf(length_m < 50, 'small; coastal', length_m < 200, 'medium', 'large');
