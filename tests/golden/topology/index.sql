CREATE INDEX IF NOT EXISTS i ON shop.t (a, b) TYPE minmax GRANULARITY 1;
DROP INDEX IF EXISTS i ON shop.t;
-- an index on the table CLUSTER with the expression c
CREATE INDEX i ON CLUSTER c;
CREATE INDEX i ON CLUSTER ON CLUSTER c (a) TYPE minmax;
