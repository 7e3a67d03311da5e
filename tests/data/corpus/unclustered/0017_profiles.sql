CREATE SETTINGS PROFILE IF NOT EXISTS harbor_web SETTINGS max_execution_time = 30 MIN 1 MAX 60, readonly = 1 READONLY TO dashboard;
ALTER USER dashboard ADD PROFILES 'harbor_web';
ALTER ROLE harbor_reader ADD SETTINGS max_threads = 4;
