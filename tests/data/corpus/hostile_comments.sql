#! a line that looks like a script's first one; it is a comment
-- Imitates code out of a generator and of hand merges: comments of every kind between any two
-- tokens; statements on one line; blanks that are not spaces. /* an opener that opens nothing
# Statement ends: ; in a hash comment ;
// and in a slash comment; SELECT 'never';

CREATE/**/TABLE/* a */IF/* b; */NOT EXISTS weird/* db *//* . */./* dot */events -- name; done
/* outer /* inner ; */ still a comment; ENGINE = Log */
(   -- open
    id UInt64, -- id; not the end
    /* ENGINE = Memory */ at DateTime, # hash; comment
    // slash; comment
    txt String DEFAULT 'a -- b /* c */ // d # e', -- real default is above
    n Int8 DEFAULT 1--1
    , m Int8 DEFAULT 3 /* / */ / /* / */ 2
)   -- close
-- ENGINE = Log
ENGINE -- the engine
= /* equals */ ReplacingMergeTree /* before the arguments */ ( /* inside */ at /* after at */ ) // arguments done
PARTITION /* p */ BY /* b */ toYYYYMM(at) ORDER
BY
id # comment at the end of the last line; with a semicolon
;

/* before */ CREATE TABLE weird.a /* on */ ON /* cluster; next */ CLUSTER -- name follows
/* here */ main /* columns */ (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE weird.b ON--x
CLUSTER//y
'main'(a Int8)ENGINE=Log;CREATE TABLE weird.c(a Int8)ENGINE MergeTree()ORDER BY a;CREATE TABLE weird.d(a Int8)ENGINE/**/MergeTree/**/ORDER/**/BY/**/tuple()/**/;

CREATE TABLE weird.`e` -- ON CLUSTER nowhere
-- ENGINE = Null
(a Int8) ENGINE == MergeTree ORDER BY a;

CREATE TABLE weird . /* spaced */ `f` ( `a` Int8 ) ENGINE = `ReplacingMergeTree` ( `a` ) ORDER BY ( `a` ) ;
CREATE TABLE weird.g (a Int8, b Int8) ENGINE = "VersionedCollapsingMergeTree" /*(*/ ( /*)*/ a /*,*/ , /*;*/ b ) ORDER BY a;
CREATE MATERIALIZED/* x */VIEW weird.mv/* TO nothing */TO/* to */weird.f/* AS SELECT 0 */AS/* ; */SELECT 1 AS a/* FROM x */;
CREATE MATERIALIZED VIEW weird.mv2 /* ENGINE = Log */ ENGINE /*=*/ = /*=*/ AggregatingMergeTree /*()*/ ORDER BY a /* AS SELECT 2 */ AS SELECT 1 AS a;
ALTER /* ; */ TABLE -- ;
weird.f # ;
ADD // ;
COLUMN /* /* ; */ ; */ b Int8 /* , DROP COLUMN a */ , -- , DROP COLUMN b
DROP /* */ COLUMN /* IF EXISTS */ IF /* */ EXISTS c;
DROP/**/TABLE/**/IF/**/EXISTS/**/weird.x/**/,/**/weird.y--end
/**/SYNC/**/;
RENAME/**/TABLE/**/weird.c/**/TO/**/weird.c2/**/,/**/weird.d/**/TO/**/weird.d2/**/;
EXCHANGE /* a */ TABLES /* b */ weird.c2 /* c */ AND /* d */ weird.d2 /* e */;
GRANT/**/SELECT/**/ON/**/weird.*/**/TO/**/reader/**/;
GRANT /* on cluster */ ON /* x */ CLUSTER /* y */ main /* z */ SELECT /* ON CLUSTER b */ ON weird.f TO reader;
REVOKE -- ON CLUSTER main
SELECT ON weird.f FROM reader;
CREATE USER /* ON CLUSTER x */ u1 -- ON CLUSTER y
IDENTIFIED /**/ WITH /**/ no_password /**/ ON /**/ CLUSTER /**/ main /**/ SETTINGS /**/ max_threads /**/ = /**/ 1;
CREATE FUNCTION /* a */ weird_f /* b */ AS /* c */ ( x /* d */ , /* e */ y ) /* f */ -> /* g */ x /* h */ + -- i
y // j
;
SYSTEM/**/STOP/**/MERGES/**/weird.f/**/;SYSTEM/**/START/**/MERGES/**/ON/**/CLUSTER/**/main/**/weird.f/**/;
KILL /* a */ MUTATION /* b */ ON /* c */ CLUSTER /* d */ main /* e */ WHERE /* f */ 0 /* g */;
CREATE DATABASE /* a */ IF NOT EXISTS /* b */ weird2 /* c */ ENGINE /* d */ = /* e */ Atomic /* f */ COMMENT /* g */ 'x -- y' /* h */;
CREATE DATABASE weird3/* ON CLUSTER q */;
CREATE DICTIONARY/* a */weird.dict/* b */(k UInt64,/* PRIMARY KEY */v String)/* c */PRIMARY/**/KEY k/* d */SOURCE/* e */(/* f */CLICKHOUSE/* g */(TABLE/**/'t;'))LAYOUT(FLAT/* h */())LIFETIME/* i */(1);
INSERT/* a */INTO/* b */weird.c2/* c */(a)/* d */VALUES (1),(2); INSERT INTO weird.c2 SELECT/* ; */1 -- ;
; SELECT 1/*;*/;SELECT 2--;
;SELECT 3//;
;SELECT 4# ;
;SELECT '--', "/*", `//`, '#', 5 /* /* /* deep; */; */; */;
SELECT 1 -- one; ;
  , 2 /* two;; */
  , $$;;; -- '"`$$ AS heredoc, $tag$ $$ ; $other$ ; $tag$ AS tagged;
;; ; /* an empty statement before this */ SELECT 6;

CREATE	TABLE	weird.tabs	(a	Int8)	ENGINE	=	MergeTree	ORDER	BY	a;
CREATE TABLE weird.h (a Int8) ENGINE = SummingMergeTree -- (
( -- )
( a ) # ((a)) is one column
) ORDER BY tuple();
CREATE TABLE weird.i (a Int8) ENGINE = ReplicatedMergeTree /* p */ ( /* q */ '/clickhouse/tables/{shard}/weird/i' /* r */ , /* s */ '{replica}' /* t */ ) ORDER BY a;
CREATE TABLE weird.j (a Int8, v UInt8) ENGINE = ReplicatedReplacingMergeTree(-- path
'/p;/{shard}', # replica
'{replica}', // version
v /* done */) ORDER BY a;
CREATE TABLE weird.k AS/* what */weird.j/* engine */ENGINE/* of */=/* a */Distributed/* kind */(/* c */main/* d */,/* e */weird/* f */,/* g */j/* h */);
DELETE /* all */ FROM /* of */ weird.f /* in */ WHERE /* always */ 1 -- true
;
UPDATE weird.f /* SET */ SET /* b */ b /* = */ = /* 1 */ 1 /* WHERE */ WHERE /* ; */ a = 1;
OPTIMIZE/**/TABLE/**/weird.f/**/FINAL/* last, and no semicolon follows */
-- the end; really
