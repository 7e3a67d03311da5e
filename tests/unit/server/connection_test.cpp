#include "godwit/server/connection.hpp"

#include "godwit/base/error.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace godwit::server {
namespace {

constexpr std::string_view kSecret = "p@s&s#1+/?:";

Connection parse(std::string_view url) {
  Secrets secrets;
  return parse_url(url, secrets);
}

TEST(ParseUrl, WhereItLeads) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"http://ch", "http://ch:8123"},
      {"http://ch/", "http://ch:8123"},
      {"https://ch", "https://ch:8443"},
      {"HTTP://CH.Example:81/Shop", "http://ch.example:81/Shop"},
      {"http://ch:8123/shop/", "http://ch:8123/shop"},
      {"http://ch/a%20b", "http://ch:8123/a b"},
      {"http://ch?secure=true", "https://ch:8443"},
      {"http://ch:9000/db", "http://ch:9000/db"},
      {"clickhouse://ch/db", "http://ch:8123/db"},
      {"clickhouse://ch:9000/db", "http://ch:8123/db"},
      {"clickhouse://ch:9000/db?secure=true", "https://ch:8443/db"},
      {"clickhouse://ch:9440", "https://ch:8443"},
      {"clickhouse://ch:8443", "https://ch:8443"},
      {"clickhouse://ch:8124", "http://ch:8124"},
      {"clickhouse://ch?secure=1&database=db", "https://ch:8443/db"},
      {"clickhouse+http://ch", "http://ch:8123"},
      {"clickhouse+https://ch:9000", "https://ch:8443"},
      {"http://abc.eu-1.aws.clickhouse.cloud", "https://abc.eu-1.aws.clickhouse.cloud:8443"},
      {"clickhouse://abc.clickhouse.cloud:9440/db", "https://abc.clickhouse.cloud:8443/db"},
      {"https://abc.clickhouse.cloud:443", "https://abc.clickhouse.cloud:443"},
      {"http://[::1]:8124/db", "http://[::1]:8124/db"},
      {"http://[2001:DB8::1]", "http://[2001:db8::1]:8123"},
      {"chdb:", "chdb:"},
      {"chdb://", "chdb:"},
      {"chdb://.godwit/dev", "chdb://.godwit/dev"},
      {"chdb:///abs/path", "chdb:///abs/path"},
  };
  for (const auto& [url, expected] : kRows) EXPECT_EQ(describe(parse(url)), expected) << url;
}

TEST(ParseUrl, UserAndPasswordAreDecodedOnce) {
  struct Row {
    std::string_view url, user, password;
  };
  constexpr Row kRows[] = {
      {"http://ch", "", ""},
      {"http://bob@ch", "bob", ""},
      {"http://bob:@ch", "bob", ""},
      {"http://:pw@ch", "", "pw"},
      {"http://b%6Fb:p%40s%26s%231%2B%2f%3F%3A@ch:1", "bob", kSecret},
      {"http://bob:a+b@ch", "bob", "a+b"},
      {"http://bob:p%2525@ch", "bob", "p%25"},
      {"http://bob:a:b@ch", "bob", "a:b"},
      {"http://bob:a@b@ch", "bob", "a@b"},
      {"http://ch?user=bob&password=p%40s%26s%231%2B%2f%3F%3A", "bob", kSecret},
  };
  for (const Row& row : kRows) {
    const Connection connection = parse(row.url);
    EXPECT_EQ(connection.user, row.user) << row.url;
    EXPECT_EQ(connection.password, row.password) << row.url;
    EXPECT_EQ(connection.host, "ch") << row.url;
  }
}

TEST(ParseUrl, SecretsAreKnownAfterwards) {
  for (const std::string_view url : {"http://bob:p%40s%26s%231%2B%2f%3F%3A@ch",
                                     "http://ch?password=p%40s%26s%231%2B%2f%3F%3A"}) {
    Secrets secrets;
    parse_url(url, secrets);
    EXPECT_EQ(secrets.redact(std::string(kSecret)), kRedacted);
    EXPECT_EQ(secrets.redact("p%40s%26s%231%2B%2f%3F%3A"), kRedacted);
  }
}

TEST(ParseUrl, TlsFiles) {
  const Connection connection =
      parse("https://ch?ca_file=/etc/ca.pem&cert_file=c.pem&key_file=k.pem&skip_verify=true");
  EXPECT_EQ(connection.ca_file, "/etc/ca.pem");
  EXPECT_EQ(connection.cert_file, "c.pem");
  EXPECT_EQ(connection.key_file, "k.pem");
  EXPECT_FALSE(connection.verify_tls);
  EXPECT_TRUE(parse("https://ch").verify_tls);
}

TEST(ParseUrl, ChdbPathsStayAsTheyAre) {
  EXPECT_EQ(parse("chdb:").data_path, "");
  EXPECT_EQ(parse("chdb:").scheme, Scheme::chdb);
  EXPECT_EQ(parse("chdb://.godwit/dev").data_path, ".godwit/dev");
  EXPECT_EQ(parse("chdb:///abs/path").data_path, "/abs/path");
}

// Every refusal, with a word of its hint; no part of a password is ever in the error.
TEST(ParseUrl, RefusesWithAHintAndWithoutASecret) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"", "http://HOST"},
      {"ch:8123", "http://HOST"},
      {"htp://bob:hunter2@ch", "did you mean 'http'?"},
      {"htps://ch", "did you mean 'https'?"},
      {"clikhouse://ch", "did you mean 'clickhouse'?"},
      {"chbd://x", "did you mean 'chdb'?"},
      {"postgres://ch", "one of"},
      {"chdb:./x", "chdb://./x"},
      {"http://", "HOST"},
      {"http://:8123", "HOST"},
      {"http://bob:hunter2@", "HOST"},
      {"http://bob:hunter2@ch:port", "percent-encoded"},
      {"http://bob:hunter2@ch:0", "percent-encoded"},
      {"http://bob:hunter2@ch:65536", "percent-encoded"},
      {"http://bob:hunter2@ch:81 ", "percent-encoded"},
      {"http://bob:hunter2%@ch", "percent-encoded"},
      {"http://bob:hunter2%4@ch", "percent-encoded"},
      {"http://bob:hunter2%zz@ch", "percent-encoded"},
      {"http://bob:hunter2%0a@ch", "percent-encoded"},
      {"http://bob:hunter2#x@ch", "percent-encoded"},
      {"http://bob:hunter2/x@ch", "percent-encoded"},
      {"http://bob:1/hunter2@ch", "percent-encoded"},
      {"http://bob:1?hunter2@ch", "percent-encoded"},
      {"http://bob:1?hunter2=1@ch", "percent-encoded"},
      {"http://b b:hunter2@c h", "percent-encoded"},
      {"http://ch?password=a&hunter2=b", "parameters:"},
      {"http://ch/a/b", "percent-encoded"},
      {"http://[::1", "[::1]"},
      {"http://[x]", "[::1]"},
      {"http://[::1]8123", "[::1]"},
      {"http://ch?secur=true", "did you mean 'secure'?"},
      {"http://ch?max_threads=1", "parameters:"},
      {"http://ch?secure", "percent-encoded"},
      {"http://ch?secure=yes", "secure=true"},
      {"https://ch?secure=false", "secure"},
      {"http://a.clickhouse.cloud?secure=false", "secure"},
      {"https://ch?cert_file=c.pem", "both"},
  };
  for (const auto& [url, hint] : kRows) {
    Secrets secrets;
    try {
      parse_url(url, secrets);
      ADD_FAILURE() << "taken: " << url;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, ErrorKind::usage) << url;
      EXPECT_NE(error.hint.find(hint), std::string::npos) << url << ": " << error.hint;
      const std::string all = describe(error);
      EXPECT_EQ(all.find("hunter2"), std::string::npos) << all;
    }
  }
}

}  // namespace
}  // namespace godwit::server
