CREATE TABLE harbor_ref.flags ON CLUSTER default (code FixedString(2), name String, note String) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY code;
INSERT INTO harbor_ref.flags FORMAT CSV
"NL","Netherlands",""
"PA","Panama","open; registry"
"LR","Liberia","-- not a comment"

INSERT INTO harbor_ref.flags FORMAT JSONEachRow
{"code": "MH", "name": "Marshall Islands; RMI", "note": "ENGINE = MergeTree ON CLUSTER x;"}

INSERT INTO harbor_ref.flags SELECT 'MT', 'Malta', '';
