-- Imitates text pasted from a word processor: form feeds, vertical tabs, no-break and wide
-- spaces between tokens, typographic quotes as strings and names, signs that only look like ASCII.

CREATE TABLE office.minutes (id UInt64, said String)ENGINE = MergeTree ORDER BY id;
CREATETABLEoffice.pages(aInt8)ENGINE=ReplacingMergeTree()ORDERBYa;
CREATE TABLE office.wide ON　CLUSTER　main　(a Int8)　ENGINE　=　Log;
CREATE TABLE office.lines (a Int8) ENGINE=⁠MergeTree ORDER BY a;
﻿CREATE TABLE office.marked (a Int8)﻿ ENGINE = MergeTree​ ORDER BY a;
CREATE TABLE office.“quoted name” (“a b” Int8, “c;d” String DEFAULT ‘it is; ok’) ENGINE = MergeTree ORDER BY “a b”;
CREATE TABLE office.strings (a String DEFAULT ‘ENGINE = Log ON CLUSTER x;’, b String COMMENT ‘“inner”; quotes’) ENGINE = ReplacingMergeTree ORDER BY a;
CREATE TABLE “office”.“on cluster” (“engine” String) ENGINE = “MergeTree” ORDER BY “engine”;
CREATE TABLE office.t2 ON CLUSTER ‘main’ (a Int8) ENGINE = ReplicatedMergeTree(‘/clickhouse/{shard}/t2’, ‘{replica}’) ORDER BY a;
ALTER TABLE office.“quoted name” ADD COLUMN “e f” Int8 DEFAULT 5 AFTER “a b”, COMMENT COLUMN “c;d” ‘see, DROP COLUMN “e f”’;
SELECT ‘a''b’, “c” FROM office.“quoted name” WHERE x = ‘;’;
SELECT 7 − 3 AS minus, 'naïve – “quoted”; ‘fine’' AS s, 'Ω;≈ç√∫' AS `ünï;cødé` ;
SELECT 1 ; SELECT 2 ; 
GRANT SELECT ON office.* TO “the clerk”;
CREATE USER “Zoë Q.” IDENTIFIED BY ‘pä;ss’ HOST ANY;
CREATE ROLE ‘night shift’, “day; shift”;
CREATE FUNCTION office_f AS (x) -> concat(x, ‘; “and” -- so on’);
INSERT INTO office.minutes (id, said) VALUES (1, 'She said: “yes; no”'), (2, 'x‘y’;z'),(3, '−1');
INSERT INTO office.minutes SELECT 4, ‘typed; by hand’;
DROP TABLE IFEXISTSoffice.old,　office.“older; one” ;
CREATE DATABASE IF NOT EXISTS “büro” COMMENT ‘Akten; alle’;
CREATE TABLE “büro”.`straße` (`größe (m²)` Float32, `名前` String, `🦜` UInt8, INDEX `ix 🦜` `🦜` TYPE minmax) ENGINE = MergeTree ORDER BY (`名前`, `größe (m²)`);
ALTER TABLE “büro”.`straße` RENAME COLUMN `🦜` TO `parrot; 🦜`, MODIFY COLUMN `名前` LowCardinality(String) DEFAULT '無;名';
CREATE VIEW office.v AS SELECT “a b” AS “x;y”, $$heredoc; with ‘quotes’ and “more” $ $$ AS h FROM office.“quoted name”;
OPTIMIZE TABLE office.minutes FINAL;
SYSTEM FLUSH LOGS ;
TRUNCATETABLEoffice.minutes
