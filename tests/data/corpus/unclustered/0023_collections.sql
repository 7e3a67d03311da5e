CREATE NAMED COLLECTION IF NOT EXISTS harbor_s3 AS url = 'https://b.example/harbor/', access_key_id = 'k', secret_access_key = 's;t' NOT OVERRIDABLE;
ALTER NAMED COLLECTION harbor_s3 SET url = 'https://b.example/harbor/v2/' DELETE access_key_id;
CREATE TABLE harbor_staging.uploads (line String) ENGINE = S3(harbor_s3, filename = '*.csv', format = 'LineAsString');
GRANT NAMED COLLECTION ON harbor_s3 TO harbor_admin;
