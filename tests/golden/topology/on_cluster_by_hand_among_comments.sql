DROP TABLE t  ON   CLUSTER	old  SYNC;
DROP TABLE t
  ON CLUSTER old
  SYNC;
DROP TABLE t ON/**/CLUSTER/* x */old SYNC;
DROP TABLE t /* before */ ON CLUSTER old /* behind */ SYNC;
DROP TABLE t -- a line's end must not swallow what follows
ON CLUSTER old SYNC;
DROP TABLE t // the same
    ON CLUSTER old -- and behind
    SYNC;
DROP TABLE t # the same
ON CLUSTER old;
DROP TABLE t -- where no clause is written
SYNC;
