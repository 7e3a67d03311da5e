/* Imitates the finance rollups of a subscription business: raw ledger -> hourly -> daily -> monthly, with
   SimpleAggregateFunction and AggregateFunction columns, ALIAS expressions and CamelCase names. */

CREATE DATABASE "Finance" ENGINE = Atomic;
CREATE TABLE "Finance"."Ledger"
(
    "EntryId" UUID DEFAULT generateUUIDv4(),
    "BookedAt" DateTime64(3, 'UTC'),
    "Account" LowCardinality(String),
    "Currency" FixedString(3),
    "Amount" Decimal128(4),
    "Kind" Enum16('charge' = 1, 'refund' = -1, 'fee; monthly' = 2),
    "Sign" Int8 DEFAULT if("Kind" = 'refund', -1, 1),
    "Version" UInt64 MATERIALIZED toUnixTimestamp64Milli("BookedAt"),
    "AmountEur" Decimal128(4) ALIAS "Amount" * dictGetOrDefault('Finance.rates', 'rate', "Currency", toDecimal128(1, 4)),
    "Attributes" Nested("Name" String, "Value" String),
    PROJECTION "ByAccount" (SELECT "Account", toStartOfDay("BookedAt") AS "Day", sum("Amount"), count() GROUP BY "Account", "Day"),
    CONSTRAINT "NoZero" CHECK "Amount" != 0
)
ENGINE = VersionedCollapsingMergeTree("Sign", "Version")
PARTITION BY toYYYYMM("BookedAt")
ORDER BY ("Account", "BookedAt", "EntryId")
SETTINGS deduplicate_merge_projection_mode = 'rebuild';
CREATE TABLE Finance.RevenueHourly
(
    Hour DateTime, Account LowCardinality(String), Currency FixedString(3),
    Gross SimpleAggregateFunction(sum, Decimal(38, 4)),
    FirstAt SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    LastAt SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    Kinds SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
    Latest SimpleAggregateFunction(anyLast, Nullable(String)),
    PerKind SimpleAggregateFunction(sumMap, Tuple(Array(String), Array(UInt64))),
    Payers AggregateFunction(uniq, UUID),
    Spread AggregateFunction(quantilesTiming(0.1, 0.5, 0.9), Float64),
    BiggestIf AggregateFunction(argMaxIf, String, Decimal(38, 4), UInt8),
    PayersCount UInt64 ALIAS finalizeAggregation(Payers),
    SpanSeconds Int64 ALIAS dateDiff('second', FirstAt, LastAt)
)
ENGINE = AggregatingMergeTree() PARTITION BY toYYYYMM(Hour) ORDER BY (Account, Currency, Hour)
TTL Hour + INTERVAL 90 DAY;
CREATE TABLE Finance.RevenueDaily (Day Date, Account LowCardinality(String), Gross Decimal(38, 4), Entries UInt64) ENGINE = SummingMergeTree((Gross, Entries)) PARTITION BY toYear(Day) ORDER BY (Account, Day);
CREATE TABLE Finance.RevenueMonthly (Month Date, Account LowCardinality(String), State AggregateFunction(sum, Decimal(38, 4)), Total Decimal(38, 4) ALIAS finalizeAggregation(State)) ENGINE = AggregatingMergeTree ORDER BY (Account, Month);
CREATE MATERIALIZED VIEW Finance.ToHourly TO Finance.RevenueHourly AS SELECT toStartOfHour("BookedAt") AS Hour, "Account", "Currency", sum("Amount") AS Gross, min("BookedAt") AS FirstAt, max("BookedAt") AS LastAt, groupUniqArray(toString("Kind")) AS Kinds, anyLast(toNullable(toString("Kind"))) AS Latest, sumMap([toString("Kind")], [toUInt64(1)]) AS PerKind, uniqState("EntryId") AS Payers, quantilesTimingState(0.1, 0.5, 0.9)(toFloat64("Amount")) AS Spread, argMaxIfState(toString("Account"), "Amount", toUInt8("Sign" = 1)) AS BiggestIf FROM "Finance"."Ledger" GROUP BY Hour, "Account", "Currency";
CREATE MATERIALIZED VIEW Finance.ToDaily TO Finance.RevenueDaily AS SELECT toDate(Hour) AS Day, Account, sum(Gross) AS Gross, count() AS Entries FROM Finance.RevenueHourly GROUP BY Day, Account;
CREATE MATERIALIZED VIEW Finance.ToMonthly TO Finance.RevenueMonthly AS SELECT toStartOfMonth(Day) AS Month, Account, sumState(Gross) AS State FROM Finance.RevenueDaily GROUP BY Month, Account;
CREATE TABLE Finance.RevenueDailyAll AS Finance.RevenueDaily ENGINE = Distributed('main', 'Finance', RevenueDaily, xxHash64(Account)) SETTINGS skip_unavailable_shards = 1;
CREATE VIEW Finance.Statement AS SELECT Month, Account, finalizeAggregation(State) AS Total, runningDifference(Total) AS Delta FROM Finance.RevenueMonthly WHERE Account = {account:String};
CREATE TABLE Finance.Churn (UserId UInt64, Left Date, Reason LowCardinality(Nullable(String))) ENGINE = CollapsingMergeTree(Sign) ORDER BY UserId;
CREATE TABLE Finance.Coalesced (UserId UInt64, Plan Nullable(String), Country Nullable(String)) ENGINE = CoalescingMergeTree() ORDER BY UserId;
ALTER TABLE Finance.RevenueHourly ADD COLUMN Refunds SimpleAggregateFunction(sum, Decimal(38, 4)) AFTER Gross, ADD COLUMN Net Decimal(38, 4) ALIAS Gross - Refunds, MODIFY COLUMN SpanSeconds UInt64 ALIAS toUInt64(dateDiff('second', FirstAt, LastAt));
ALTER TABLE Finance.ToHourly MODIFY QUERY SELECT toStartOfHour("BookedAt") AS Hour, "Account", "Currency", sum("Amount") AS Gross, sumIf("Amount", "Kind" = 'refund') AS Refunds FROM "Finance"."Ledger" GROUP BY Hour, "Account", "Currency";
ALTER TABLE "Finance"."Ledger" MODIFY COLUMN "Kind" Enum16('charge' = 1, 'refund' = -1, 'fee; monthly' = 2, 'tax, DROP COLUMN "Kind"' = 3), ADD COLUMN "Attributes.Unit" Array(String), DROP PROJECTION IF EXISTS "ByAccount", ADD PROJECTION "ByDay" (SELECT toDate("BookedAt"), sum("Amount") GROUP BY toDate("BookedAt"));
ALTER TABLE "Finance"."Ledger" UPDATE "Amount" = "Amount" * 100, "Currency" = 'EUR' WHERE "Currency" = 'EUC' AND "Account" NOT IN ('a, DELETE WHERE 1', 'b;');
CREATE OR REPLACE FUNCTION FinanceRound AS (amount, currency) -> round(amount, multiIf(currency IN ('JPY', 'KRW'), 0, currency = 'KWD', 3, 2));
CREATE ROLE IF NOT EXISTS FinanceReader; GRANT SELECT ON "Finance".* TO FinanceReader; GRANT SELECT(Day, Gross), ALTER UPDATE(Gross) ON Finance.RevenueDaily TO FinanceReader WITH GRANT OPTION;
CREATE ROW POLICY OwnAccounts ON Finance.RevenueDaily, "Finance"."Ledger" USING Account IN (SELECT Account FROM Finance.AccessMap WHERE Login = currentUser()) TO FinanceReader;
INSERT INTO "Finance"."Ledger" ("BookedAt", "Account", "Currency", "Amount", "Kind") VALUES ('2026-02-01 00:00:00.000', 'acme; inc', 'EUR', 12.5, 'charge'), ('2026-02-02 00:00:00.000', 'O''Neil', 'USD', -1, 'refund');
INSERT INTO Finance.RevenueMonthly SELECT toStartOfMonth(Day), Account, sumState(Gross) FROM Finance.RevenueDaily GROUP BY ALL;
SELECT Month, sumMerge(State) OVER (PARTITION BY Account ORDER BY Month) FROM Finance.RevenueMonthly;
RENAME TABLE Finance.RevenueDaily TO Finance."Revenue Daily (old)", Finance.RevenueDaily2 TO Finance.RevenueDaily;
DROP TABLE IF EXISTS Finance."Revenue Daily (old)" SYNC;
