CREATE DATABASE shop ENGINE = Replicated('/mine/shop', '{shard}', '{replica}');
CREATE DATABASE shop ENGINE = Replicated('/mine/shop', '{shard}', '{replica}') COMMENT 'x';
CREATE DATABASE shop ON CLUSTER old ENGINE = Replicated;
