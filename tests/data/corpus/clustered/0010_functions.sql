CREATE FUNCTION IF NOT EXISTS harbor_knots ON CLUSTER default AS (ms) -> ms / 0.514444;
CREATE OR REPLACE FUNCTION harbor_class ON CLUSTER default AS (length_m) ->
    multiIf(length_m < 50, 'small; coastal', length_m < 200, 'medium', 'large');
