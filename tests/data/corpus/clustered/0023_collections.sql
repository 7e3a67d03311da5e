CREATE NAMED COLLECTION IF NOT EXISTS harbor_s3 ON CLUSTER default AS url = 'https://b.example/harbor/', access_key_id = 'k', secret_access_key = 's;t' NOT OVERRIDABLE;
ALTER NAMED COLLECTION harbor_s3 ON CLUSTER default SET url = 'https://b.example/harbor/v2/' DELETE access_key_id;
CREATE TABLE harbor_staging.uploads ON CLUSTER default (line String) ENGINE = S3(harbor_s3, filename = '*.csv', format = 'LineAsString');
GRANT ON CLUSTER default NAMED COLLECTION ON harbor_s3 TO harbor_admin;
