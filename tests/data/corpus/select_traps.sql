-- Imitates the query folder of a data team that is kept next to the migrations: SELECTs, EXPLAINs and
-- SHOWs full of words that look like DDL.

SET max_threads = 8, log_comment = 'ENGINE = MergeTree ON CLUSTER x;';
SET enable_analyzer;
SET param_from = '2026-01-01', param_ids = '[1, 2]';
SELECT * FROM a JOIN b ON cluster = 1;
SELECT * FROM a JOIN b ON CLUSTER.x = b.x;
SELECT * FROM a LEFT JOIN b ON CLUSTER AND b.x = 1 WHERE 'ENGINE = MergeTree ON CLUSTER x;' != engine;
SELECT engine = MergeTree AS x, ENGINE FROM system.tables AS MergeTree ORDER BY engine;
SELECT 'CREATE TABLE x ON CLUSTER y (a Int8) ENGINE = MergeTree ORDER BY a;' AS ddl;
SELECT $$CREATE TABLE x ON CLUSTER y;
DROP TABLE z; -- $$, $sql$ GRANT ALL ON *.* TO x; $$ $sql$;
SELECT "ON CLUSTER x", `ENGINE = Log`, [1, 2, 3][1], map('a', 1)['a'], (1, 'x').2, x -> x + 1;
SELECT CASE WHEN engine = 'a' THEN 1 ELSE 2 END AS `case`, CAST(1 AS String) AS `as`, a ? b : c, NOT a IS NULL, a.b.c, t.*, * EXCEPT (x), * REPLACE (1 AS y), COLUMNS('^c') APPLY sum;
SELECT 1 AS select, 2 AS from, 3 AS where FROM (SELECT 4 AS group) WHERE group > 0;
SELECT INTERVAL 1 DAY + now(), DATE '2026-01-01', TIMESTAMP '2026-01-01 00:00:00', 1_000, 0xFF, 0b11, 1e-3, 5., -.5, 'a' || 'b', a::Nullable(String), -1::Int8;
SELECT quantiles(0.5, 0.9)(x), sumIf(x, y), argMax(a, b), count(DISTINCT c), sum(x) OVER (PARTITION BY y ORDER BY z ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS w FROM t WINDOW w2 AS (ORDER BY 1) QUALIFY w > 1;
WITH cluster AS (SELECT 1 AS on), engine AS (SELECT 2 AS ttl) SELECT cluster.on, engine.ttl FROM cluster, engine;
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT max(n) FROM t;
FROM events SELECT count() WHERE type = 'ALTER TABLE x DROP COLUMN y';
(SELECT 1 ORDER BY 1 LIMIT 1 OFFSET 0) UNION ALL (SELECT 2);
SELECT * FROM a ANY LEFT JOIN b USING (on, cluster) ASOF JOIN c ON a.x = c.x AND a.t >= c.t GLOBAL INNER JOIN d USING engine;
SELECT * FROM a ARRAY JOIN arr AS engine, mapKeys(m) AS cluster PREWHERE on WHERE cluster IN (SELECT engine FROM system.clusters) GROUP BY GROUPING SETS ((a, b), ()) HAVING count() > 1 ORDER BY a DESC NULLS LAST COLLATE 'de' WITH FILL FROM 1 TO 10 STEP 2 INTERPOLATE (b AS b + 1) LIMIT 2, 3 BY a LIMIT 10 WITH TIES;
SELECT * FROM cluster('main', system.one) AS c, clusterAllReplicas(main, system, one), remote('h', system.one), numbers(3), VALUES('a Int8', 1, 2), url('https://x.example/;a', CSV);
SELECT * FROM merge('^db', '^t;') FINAL SAMPLE 1 / 10 OFFSET 1 / 2 SETTINGS max_threads = 1, log_comment = 'x;', additional_table_filters = {'t': 'x != '';'''} FORMAT JSONEachRow;
SELECT 1 INTO OUTFILE 'x; y.csv' TRUNCATE COMPRESSION 'gzip' LEVEL 3 FORMAT CSV;
SELECT {a:UInt8}, { b : Array(String) }, {c:Identifier}.x FROM {t:Identifier};
SELECT '\'; DROP TABLE x; --', 'it''s; ok', '\\', ';', "a\"b;", `c\`d;`;
SELECT 1 /* ; */ + /* /* ; */ */ 2 -- ;
, 3 # ;
, 4 // ;
;
SELECT * FROM (SELECT * FROM (SELECT ON FROM CLUSTER)) AS engine JOIN cluster AS on ON engine.on = on.engine;
SELECT * FROM x WHERE a NOT LIKE '%;%' AND b ILIKE '_;' AND c BETWEEN 1 AND 2 AND d IN (1, 2) AND e NOT IN ('a;', 'b') AND EXISTS (SELECT 1) AND f <=> NULL;
SELECT DISTINCT ON (cluster, engine) * FROM system.replicas;
SELECT * FROM t1, t2 CROSS JOIN t3 PASTE JOIN t4 SEMI LEFT JOIN t5 ON t5.on = t4.cluster OR (t5.engine = t4.ttl AND t5.x IN (SELECT 1));
SELECT extract(DAY FROM now()), trim(BOTH ' ' FROM ' x '), substring('abc' FROM 2 FOR 1), position('a' IN 'b'), date_add(DAY, 1, now()), toIntervalDay(1), dateDiff('day', a, b);
SELECT json.a.b, json.^sub, json.x.:Int64, json.arr[].y, tup.1, nested.name FROM j;
EXPLAIN AST CREATE TABLE x (a Int8) ENGINE = MergeTree ORDER BY a;
EXPLAIN SYNTAX SELECT 1; EXPLAIN PIPELINE graph = 1 SELECT 1; EXPLAIN QUERY TREE run_passes = 0 SELECT 1 FROM a JOIN b ON cluster = 1; EXPLAIN SELECT 1;
EXPLAIN AST ALTER TABLE t DROP COLUMN x; EXPLAIN CURRENT TRANSACTION;
SHOW TABLES; SHOW DATABASES LIKE '%;%'; SHOW CREATE TABLE on; SHOW CREATE VIEW cluster.engine; SHOW FULL TABLES IN db NOT LIKE 'x'; SHOW GRANTS; SHOW CREATE ROLE a, b; SHOW QUOTAS; SHOW ACCESS; SHOW ROW POLICIES ON t; SHOW FUNCTIONS LIKE 'a%'; SHOW MERGES; SHOW CLUSTER 'main'; SHOW DICTIONARIES FROM d; SHOW USERS; SHOW CURRENT ROLES; SHOW SETTINGS PROFILES; SHOW CHANGED SETTINGS ILIKE '%on cluster%';
DESCRIBE (SELECT 1 AS engine); DESCRIBE s3('https://b.example/x;y'); EXISTS DATABASE on; EXISTS VIEW cluster; EXISTS TEMPORARY TABLE t;
SELECT 'last; one', 'ENGINE = ReplicatedMergeTree(''/x'', ''y'')'
