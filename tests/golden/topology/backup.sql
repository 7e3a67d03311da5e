BACKUP TABLE shop.t AS shop.u PARTITION '1', DATABASE e EXCEPT TABLES x TO Disk('b', '1.zip') ASYNC;
RESTORE ALL FROM Disk('b', '1.zip');
