CREATE TABLE harbor_ref.tariffs (locode FixedString(5), item LowCardinality(String), price Nullable(Decimal(18, 2)), valid_from Nullable(Date)) ENGINE = CoalescingMergeTree ORDER BY (locode, item);
CREATE TABLE harbor.invoices (invoice UInt64, call_id UUID, amount Decimal(18, 2), sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY invoice;
CREATE TABLE harbor.invoice_lines (invoice UInt64, line UInt16, item String, amount Decimal(18, 2), version UInt64, deleted UInt8) ENGINE = ReplacingMergeTree(version, deleted) ORDER BY (invoice, line);
