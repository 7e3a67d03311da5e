CREATE RESOURCE harbor_io ON CLUSTER default (READ ANY DISK, WRITE ANY DISK);
CREATE WORKLOAD harbor_all ON CLUSTER default;
CREATE WORKLOAD harbor_web ON CLUSTER default IN harbor_all SETTINGS weight = 9, max_io_requests = 100 FOR harbor_io;
CREATE OR REPLACE WORKLOAD harbor_web ON CLUSTER default IN harbor_all SETTINGS weight = 8;
DROP WORKLOAD IF EXISTS harbor_old ON CLUSTER default;
