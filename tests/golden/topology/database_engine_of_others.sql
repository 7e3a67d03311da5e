-- these show another server's tables, or none: they stay
CREATE DATABASE shop ENGINE = MySQL('host:3306', 'db', 'u', 'p');
CREATE DATABASE shop ENGINE = PostgreSQL('host:5432', 'db', 'u', 'p');
CREATE DATABASE shop ENGINE = Memory;
