-- Imitates a notebook of an administrator who tries the rarest statements of the manual: PARALLEL WITH, EXECUTE AS,
-- COPY, SNAPSHOT, hypothetical indexes, functions in other languages.

CREATE TABLE lab.a (x Int8) ENGINE = MergeTree ORDER BY x PARALLEL WITH CREATE TABLE lab.b (x Int8) ENGINE = ReplacingMergeTree ORDER BY x;
DROP TABLE lab.a PARALLEL WITH DROP TABLE lab.b PARALLEL WITH DROP TABLE IF EXISTS lab.c SYNC;
DROP TABLE lab.a ON CLUSTER main PARALLEL WITH DROP TABLE lab.b;
CREATE USER lab_u NOT IDENTIFIED PARALLEL WITH CREATE ROLE lab_r;
GRANT SELECT ON lab.* TO lab_u PARALLEL WITH GRANT lab_r TO lab_u;
ALTER TABLE lab.a ADD COLUMN y Int8 PARALLEL WITH ALTER TABLE lab.b DELETE WHERE x = 1;
EXECUTE AS lab_u;
EXECUTE AS lab_u SELECT 1;
EXECUTE AS lab_u DROP TABLE lab.a ON CLUSTER main;
EXECUTE AS lab_u CREATE TABLE lab.c (x Int8) ENGINE = MergeTree ORDER BY x;
COPY lab_a FROM STDIN;
COPY lab_a (x, y) TO STDOUT;
COPY (SELECT 1 -- not; the end
) TO STDOUT;
SNAPSHOT TABLE lab.a TO S3('https://b.example/snap; 1/', 'k', 's');
SNAPSHOT ALL EXCEPT TABLES lab.b TO S3('https://b.example/all/');
BACKUP FROM SNAPSHOT S3('https://b.example/snap/') TO Disk('b', 'x; y');
SYSTEM UNLOCK SNAPSHOT 'snap; 1' FROM S3('https://b.example/snap/');
CREATE HYPOTHETICAL INDEX hx ON lab.a (x) TYPE minmax;
CREATE HYPOTHETICAL INDEX IF NOT EXISTS hy ON lab.a x TYPE set(100) GRANULARITY 2;
EXPLAIN WHATIF SELECT * FROM lab.a WHERE x = 1;
DROP HYPOTHETICAL INDEX IF EXISTS hx ON lab.a;
DROP ALL HYPOTHETICAL INDEXES;
CREATE FUNCTION lab_wasm LANGUAGE WASM FROM 'mod; 1'::'fn' ARGUMENTS (x UInt32, y String) RETURNS UInt32 ABI ROW_DIRECT SETTINGS max_fuel = 10;
CREATE OR REPLACE FUNCTION lab_py ARGUMENTS (x UInt32) RETURNS UInt32 ENGINE = Python(version = 3) AS $py$
def f(x):
    # ENGINE = MergeTree; ON CLUSTER main
    return x; pass
$py$;
CREATE FUNCTION lab_py2 ENGINE = Python AS 'return ";"';
SYSTEM TEST VIEW lab.rmv SET FAKE TIME '2026-01-01 00:00:00';
SYSTEM TEST VIEW lab.rmv UNSET FAKE TIME;
SYSTEM STOP lab.a; SYSTEM START lab.a; SYSTEM PAUSE ALL BACKGROUND; SYSTEM CANCEL lab.a; SYSTEM REFRESH ALL BACKGROUND;
ATTACH DATABASE lab2 ENGINE = Atomic;
CREATE TABLE lab.forks (x Int8, FOREIGN KEY (x) REFERENCES other(y)) ENGINE = MergeTree ORDER BY x;
CREATE TABLE lab.uniq (x Int8, y Int8) ENGINE = MergeTree UNIQUE KEY y ORDER BY x;
CREATE DATABASE lab_over ENGINE = MaterializedPostgreSQL('pg:5432', 'd', 'u', 'p') TABLE OVERRIDE t1 (COLUMNS (a UInt8) ORDER BY a), TABLE OVERRIDE `t; 2` (PARTITION BY b)
