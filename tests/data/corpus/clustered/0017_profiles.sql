CREATE SETTINGS PROFILE IF NOT EXISTS harbor_web ON CLUSTER default SETTINGS max_execution_time = 30 MIN 1 MAX 60, readonly = 1 READONLY TO dashboard;
ALTER USER dashboard ON CLUSTER default ADD PROFILES 'harbor_web';
ALTER ROLE harbor_reader ON CLUSTER default ADD SETTINGS max_threads = 4;
