-- Imitates the seed data of a product catalogue: INSERT in every form, inline data in many formats,
-- data that looks like SQL, and statements directly behind the data.

CREATE TABLE seed.goods (id UInt64, name String, tags Array(String), price Decimal(10, 2), at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY id;
INSERT INTO seed.goods (id, name) VALUES (1, 'plain'), (2, 'semi;colon'), (3, 'quote''d'), (4, 'back\\slash\''), (5, '-- dashes'), (6, '/* stars */'), (7, '$$ dollars; $$'), (8, 'new
line; here');
INSERT INTO seed.goods VALUES (1,'a',['x','y;z'],1.5,now()) (2,'b',[],0,DEFAULT)
    , (3, 'c', array('q'), 1e2, toDateTime('2026-01-01 00:00:00'));
INSERT INTO TABLE seed.goods (* EXCEPT (at, tags)) VALUES (9, 'x', 1);
INSERT INTO seed.goods (COLUMNS('^(id|name)$')) VALUES (10, 'y');
INSERT INTO seed.goods (id, name) SETTINGS async_insert = 1, wait_for_async_insert = 0 VALUES (11, 'settings; first');
INSERT INTO seed.goods (id) VALUES (12); INSERT INTO seed.goods (id) VALUES (13); SELECT 'same line; next statement';
INSERT INTO seed.goods (id, name) FORMAT Values (14, 'format; values'), (15, ')');
INSERT INTO seed.goods (id, name) FORMAT CSV
16,"csv; one"
17,"csv ""two"""
18,"-- SELECT 1;"

INSERT INTO seed.goods (id, name) FORMAT CSVWithNames
id,name
19,"x; DROP TABLE seed.goods"

INSERT INTO seed.goods (id, name) FORMAT TabSeparated
20	tab; one
21	it's
22	/* open

INSERT INTO seed.goods FORMAT JSONEachRow
{"id": 23, "name": "json; one", "tags": ["a", "b;c"], "price": 1.25}
{"id": 24, "name": "ENGINE = MergeTree ON CLUSTER x;", "tags": []}

INSERT INTO seed.goods FORMAT JSONEachRow {"id": 25, "name": "on the same line; as FORMAT"}

INSERT INTO seed.goods (id, name) FORMAT JSONCompactEachRow
[26, "compact; 'row'"]
[27, "#! /bin/sh"]

INSERT INTO seed.goods (id, name) FORMAT TSKV
id=28	name=a; b
id=29	name=c

INSERT INTO seed.goods (id, name) SETTINGS format_custom_field_delimiter = '|', format_custom_escaping_rule = 'Raw' FORMAT CustomSeparated
30|raw; ' " ` text

-- comment between data and the next statement; still fine
INSERT INTO seed.goods (id, name) SETTINGS input_format_allow_errors_num = 1 FORMAT LineAsString
every; line -- is a string

INSERT INTO seed.goods (id, name) SELECT number, concat('n; ', toString(number)) FROM numbers(10) SETTINGS max_threads = 1;
INSERT INTO seed.goods (id) SETTINGS max_insert_threads = 2 SELECT 1 UNION ALL SELECT 2;
INSERT INTO seed.goods (id, name) WITH 5 AS five, x AS (SELECT 6 AS six) SELECT five, toString(six) FROM x;
WITH src AS (SELECT 7 AS id, 'with; first' AS name) INSERT INTO seed.goods (id, name) SELECT id, name FROM src;
INSERT INTO seed.goods (id, name) (SELECT 8, 'in parentheses');
INSERT INTO seed.goods FROM INFILE '/data/goods; 1.csv.gz' COMPRESSION 'gzip' FORMAT CSV;
INSERT INTO seed.goods (id, name) FROM INFILE '/data/goods*.tsv' SETTINGS max_threads = 1 FORMAT TSV;
INSERT INTO FUNCTION file('/data/out; 1.csv', 'CSV', 'id UInt64, name String') SELECT id, name FROM seed.goods;
INSERT INTO TABLE FUNCTION remote('host:9000', seed.goods, 'u', 'p;w') (id, name) VALUES (31, 'remote; one');
INSERT INTO FUNCTION s3('https://b.example/{_partition_id}.parquet', 'Parquet') PARTITION BY id % 10 SELECT * FROM seed.goods;
INSERT INTO FUNCTION cluster('main', seed, goods) (id) SELECT 32;
INSERT INTO FUNCTION null('a UInt8') SELECT 1;
INSERT INTO {db:Identifier}.{t:Identifier} (id) VALUES (33);
INSERT INTO seed.`odd; table` ("odd; column", `b)`) VALUES ('(', ')'), ('''', ');');
INSERT INTO seed.nested (m, t, a) VALUES ({'k;1': 'v)', 'k2': 'ON CLUSTER x;'}, (1, 'a;'), [(1, ';'), (2, '--')]), (map('a', 'b'), tuple(1, 'c'), []);
INSERT INTO seed.goods (id, name) VALUES (34, concat('expr; ', 'ession')), (35, (SELECT 'sub; query')), (36, CAST(1 AS String)), (37, $$here; doc$$), (38, ‘typo; graphic’);
INSERT INTO seed.goods (id, name) VALUES
    -- no comment may stand between rows, but one before the first
    (39, 'after a comment; ok');
insert into seed.goods(id,name)values(40,'no blanks; at all'),(41,'');
INSERT INTO seed.blobs (b) VALUES (unhex('DEADBEEF')), (x'00ff'), (b'0101'), ('\x00\n\t\0');
EXPLAIN SYNTAX INSERT INTO seed.goods SELECT 1;
OPTIMIZE TABLE seed.goods FINAL;
INSERT INTO seed.goods (id, name) VALUES (42, 'the last; without a semicolon')
