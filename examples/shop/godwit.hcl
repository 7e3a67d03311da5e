migrations = "migrations"

environment "dev" {
  url = "chdb://.godwit/dev" # a ClickHouse engine that godwit starts itself
}

environment "prod" {
  url      = "https://clickhouse.example.com:8443/shop"
  user     = env("CLICKHOUSE_USER", "shop")
  password = env("CLICKHOUSE_PASSWORD", "")
  topology = "cluster:main"
  clusters = { default = "main" } # what a single server calls itself
}
