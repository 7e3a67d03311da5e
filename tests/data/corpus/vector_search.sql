-- Imitates a retrieval service for documents and images: embeddings with vector_similarity
-- indexes, quantised vectors, full text indexes, and projections used as secondary indexes.

CREATE DATABASE IF NOT EXISTS rag;
CREATE TABLE rag.chunks
(
    doc_id UUID,
    chunk_no UInt32,
    body String CODEC(ZSTD(5)),
    lang LowCardinality(String),
    embedding Array(Float32) CODEC(NONE),
    tokens Array(String) MATERIALIZED splitByNonAlpha(lower(body)),
    INDEX ix_hnsw embedding TYPE vector_similarity('hnsw', 'cosineDistance', 768) GRANULARITY 100000000,
    INDEX ix_body body TYPE text(tokenizer = ngrams(3)),
    INDEX ix_tokens tokens TYPE text(tokenizer = 'array') GRANULARITY 1,
    CONSTRAINT dims CHECK length(embedding) = 768
)
ENGINE = ReplacingMergeTree
ORDER BY (doc_id, chunk_no)
SETTINGS index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1;

CREATE TABLE rag.images (id UInt64, v Array(BFloat16), url String, INDEX ix v TYPE vector_similarity('hnsw', 'L2Distance', 512, 'i8', 64, 256) GRANULARITY 8) ENGINE = MergeTree ORDER BY id;
CREATE TABLE rag.qbits (id UInt64, v QBit(Float32, 256)) ENGINE = MergeTree ORDER BY id;
CREATE TABLE rag.docs
(
    id UUID DEFAULT generateUUIDv7(),
    title String,
    "author name" String,
    tags Array(LowCardinality(String)),
    published Nullable(Date32),
    meta JSON,
    size_bytes UInt64 DEFAULT length(title) + 0 COMMENT 'utf-8; not "characters"',
    version UInt64,
    is_deleted UInt8 DEFAULT 0,
    INDEX ix_title title TYPE sparse_grams(3, 100, 5, 512, 3, 0) GRANULARITY 4,
    INDEX ix_tags tags TYPE bloom_filter GRANULARITY 1,
    INDEX ix_pub published TYPE minmax,
    PROJECTION p_author (SELECT * ORDER BY "author name"),
    PROJECTION p_tags INDEX published TYPE basic
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id
SETTINGS deduplicate_merge_projection_mode = 'drop', allow_nullable_key = 1;
CREATE TABLE rag.queries (asked_at DateTime DEFAULT now(), q String, `top k` UInt8, took_ms Float32) ENGINE = MergeTree ORDER BY asked_at TTL asked_at + INTERVAL 60 DAY;
CREATE FUNCTION rag_score AS (a, b) -> 1 - cosineDistance(a, b);
CREATE OR REPLACE FUNCTION rag_clip AS x -> if(x > 1, 1, if(x < -1, -1, x));
CREATE VIEW rag.nearest AS
WITH {q:Array(Float32)} AS reference
SELECT doc_id, chunk_no, cosineDistance(embedding, reference) AS d
FROM rag.chunks
WHERE lang = {lang:String}
ORDER BY d ASC
LIMIT {k:UInt32}
SETTINGS hnsw_candidate_list_size_for_search = 512;
ALTER TABLE rag.chunks ADD INDEX ix_hnsw_l2 embedding TYPE vector_similarity('hnsw', 'L2Distance', 768, 'bf16', 32, 128) GRANULARITY 100000000;
ALTER TABLE rag.chunks MATERIALIZE INDEX ix_hnsw_l2 SETTINGS mutations_sync = 2;
ALTER TABLE rag.chunks CLEAR INDEX ix_body, DROP INDEX ix_hnsw;
ALTER TABLE rag.docs ADD PROJECTION p_recent (SELECT id, title, published ORDER BY published) WITH SETTINGS (index_granularity = 256) AFTER p_author;
ALTER TABLE rag.docs DROP PROJECTION IF EXISTS p_tags, MATERIALIZE PROJECTION IF EXISTS p_recent;
ALTER TABLE rag.docs MODIFY COLUMN meta JSON(max_dynamic_paths = 64, SKIP raw), MODIFY COLUMN tags Array(String), ADD COLUMN `embedding.model` LowCardinality(String) DEFAULT 'e5; base';
ALTER TABLE rag.docs ADD COLUMN reader.name String, ADD COLUMN reader.age UInt8;
UPDATE rag.docs SET title = concat(title, ' (draft; do not cite)'), version = version + 1 WHERE published IS NULL;
UPDATE rag.chunks SET lang = 'en' IN PARTITION tuple() WHERE lang = '';
DELETE FROM rag.chunks WHERE doc_id NOT IN (SELECT id FROM rag.docs WHERE is_deleted = 0);
INSERT INTO rag.images (id, v) VALUES (1, [0.1, -0.2, 1e-3]), (2, [.5, 0, 1]) , (3, []);
INSERT INTO rag.qbits SELECT number, arrayMap(i -> toFloat32(rand(i) / 4294967295), range(256)) FROM numbers(100);
INSERT INTO rag.docs (title, "author name", tags) SETTINGS async_insert = 0 VALUES ('A; B', 'O''Hara', ['x', 'y;z']), ('"', '`', []);
INSERT INTO rag.queries (q, `top k`, took_ms) FORMAT CSV
"what; is this",10,1.5
"-- comment?",5,2.5
"multi ""quoted""",1,3

WITH (SELECT embedding FROM rag.chunks LIMIT 1) AS ref SELECT doc_id, rag_score(embedding, ref) AS s FROM rag.chunks WHERE searchAny(body, ['vector', 'index']) ORDER BY s DESC LIMIT 10;
SELECT id, L2DistanceTransposed(v, [1., 2.]::Array(Float32), 16) AS d FROM rag.qbits ORDER BY d LIMIT 3;
SELECT groupArray(3)(title), `author name` FROM rag.docs FINAL PREWHERE is_deleted = 0 WHERE has(tags, 'x') GROUP BY ALL;
EXPLAIN indexes = 1, projections = 1 SELECT * FROM rag.docs WHERE "author name" = 'x';
EXPLAIN ESTIMATE SELECT count() FROM rag.chunks;
DESCRIBE TABLE rag.docs SETTINGS describe_include_subcolumns = 1;
CREATE INDEX ix_when ON rag.queries (asked_at) TYPE minmax GRANULARITY 4;
CREATE INDEX IF NOT EXISTS ix_len ON rag.queries length(q) TYPE set(100);
DROP INDEX ix_when ON rag.queries;
SYSTEM CLEAR VECTOR SIMILARITY INDEX CACHE;
SYSTEM DROP TEXT INDEX CACHES;
SYSTEM PREWARM MARK CACHE rag.docs; SYSTEM PREWARM PRIMARY INDEX CACHE rag.docs; SYSTEM LOAD PRIMARY KEY rag.docs; SYSTEM UNLOAD PRIMARY KEY;
KILL MUTATION WHERE database = 'rag' AND table = 'chunks' AND NOT is_done SYNC;
KILL QUERY WHERE user = 'bot; sleepy' ASYNC;
DROP FUNCTION IF EXISTS rag_clip;
TRUNCATE ALL TABLES FROM rag LIKE 'quer%';
CHECK TABLE rag.docs PARTITION tuple() SETTINGS check_query_single_value_result = 0;
