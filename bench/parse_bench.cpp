// Reading and rendering, beside the engine's own formatter over the same statements in the same
// run. The engine does more (it prints what it read), and it is what a tool without a parser of its
// own would have to ask.
//
//   build/bench/bench/parse_bench

#include "godwit/base/redact.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/server/server.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/render.hpp"

#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>
#include <variant>
#include <vector>

#include "bench/measure.hpp"

namespace {

using namespace godwit;
using namespace godwit::bench;

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::size_t render_all(const Source& source, const topology::Topology& topology) {
  std::size_t bytes = 0;
  std::string out;
  topology::Renderer renderer(topology);
  sql::Statement statement;
  for (sql::StatementReader reader(source); reader.next();) {
    topology::Tables none;
    out.clear();
    sql::parse_statement(reader.statement().text, reader.tokens(), statement);
    renderer.render(statement, none, out);
    bytes += out.size();
  }
  return bytes;
}

void execute(server::Server& engine, std::string statement) {
  const server::Outcome outcome = engine.execute({std::move(statement)});
  if (std::holds_alternative<server::Done>(outcome)) return;
  fmt::print(stderr, "the engine refuses\n");
  std::exit(1);
}

// What formatQuerySingleLine costs beyond reading the statements, in one thread.
double engine_ms(const Source& source) {
  Secrets secrets;
  const auto engine = server::open_server(server::parse_url("chdb:", secrets));
  execute(*engine, "CREATE TABLE statements (text String) ENGINE = Memory");
  std::string rows;
  const auto flush = [&] {
    if (!rows.empty()) execute(*engine, "INSERT INTO statements VALUES " + rows);
    rows.clear();
  };
  for (sql::StatementReader reader(source); reader.next();) {
    rows += fmt::format("({})", server::quote(reader.statement().text));
    if (rows.size() > kMegabyte / 8) flush();
  }
  flush();
  const auto ask = [&](std::string_view expression) {
    return best_ms([&] {
      server::read_rows(*engine, fmt::format("SELECT sum(length({})) FROM statements SETTINGS "
                                             "max_threads = 1",
                                             expression));
    });
  };
  return ask("formatQuerySingleLine(text)") - ask("text");
}

}  // namespace

int main(int /*argc*/, char** argv) {
  const auto engine = std::filesystem::path(argv[0]).parent_path() / "../godwit-engine";
  ::setenv("GODWIT_ENGINE", engine.c_str(), 0);
  const Source source("bench.sql", generated_sql(10 * kMegabyte));
  const double megabytes = static_cast<double>(source.text().size()) / kMegabyte;
  std::size_t seen = 0;
  const double lexing = best_ms([&] {
    for (sql::Lexer lexer(source.text()); !lexer.at_end();) seen += lexer.next().text.size();
  });
  const double before = peak_megabytes();
  const double rendering =
      best_ms([&] { seen += render_all(source, topology::parse_topology("cluster:main")); });
  const double after = peak_megabytes();
  const Source part("bench.sql", generated_sql(kMegabyte));
  const double asking =
      engine_ms(part) * megabytes / (static_cast<double>(part.text().size()) / kMegabyte);
  report("lexing", megabytes / lexing * 1000, 500, "MB/s", true);
  report("parse + render", megabytes / rendering * 1000, 100, "MB/s", true);
  report("memory of parse + render beyond the text", after - before, 1, "MB");
  report("the engine's formatQuerySingleLine / parse + render", asking / rendering, 5, "x", true);
  fmt::print("  parse + render {:.1f} ms, formatQuerySingleLine {:.1f} ms for {:.1f} MB\n",
             rendering, asking, megabytes);
  if (seen == 0) fmt::print("nothing was seen\n");
}
