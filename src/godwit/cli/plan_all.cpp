// One environment after the other, so that an embedded engine is closed before the next one opens;
// what keeps one from being planned is told beside the others.

#include "godwit/cli/plan_all.hpp"

#include "godwit/apply/examine.hpp"
#include "godwit/cli/target.hpp"
#include "godwit/config/config.hpp"
#include "godwit/plan/matrix.hpp"
#include "godwit/report/plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace godwit::cli {

namespace {

struct Column {
  std::string name;
  Target target;
  std::optional<apply::Prepared> prepared;
  std::string problem;  // why there is none
};

void plan_column(Column& column, Invocation& invocation) {
  invocation.flags.environment = column.name;
  report::LiveRun live(invocation.output);
  try {
    column.target = open_target(invocation);
    apply::Job job = job_of(column.target, invocation, live, true);
    invocation.output.line(head_line(column.target));
    column.prepared = apply::examine(job);
  } catch (const Error& error) {
    if (error.kind == ErrorKind::interrupted) throw;
    column.problem = error.what();
    invocation.output.line(fmt::format("{}  not planned: {}", column.name, column.problem));
  }
  column.target.server.reset();
}

std::vector<plan::EnvironmentPlan> views_of(const std::deque<Column>& columns) {
  std::vector<plan::EnvironmentPlan> views;
  views.reserve(columns.size());
  for (const Column& column : columns) {
    views.push_back({column.name, &column.target.migrations,
                     column.prepared ? &column.prepared->plan : nullptr});
  }
  return views;
}

nlohmann::json document_of(const std::deque<Column>& columns,
                           const std::vector<plan::MatrixRow>& rows) {
  nlohmann::json document = {{"schema_version", 1},
                             {"command", "plan"},
                             {"environments", nlohmann::json::array()},
                             {"steps", nlohmann::json::array()}};
  for (const Column& column : columns) {
    const bool planned = column.prepared.has_value();
    document["environments"].push_back(
        {{"name", column.name},
         {"digest", planned ? nlohmann::json(column.prepared->plan.digest) : nlohmann::json()},
         {"problem", planned ? nlohmann::json() : nlohmann::json(column.problem)}});
  }
  for (const plan::MatrixRow& row : rows) {
    nlohmann::json cells = nlohmann::json::object();
    for (std::size_t i = 0; i < columns.size(); ++i) cells[columns[i].name] = row.cells[i];
    document["steps"].push_back(
        {{"migration", row.title}, {"step", row.step}, {"kind", row.kind}, {"in", cells}});
  }
  return document;
}

}  // namespace

void run_plan_of_all(Invocation& invocation) {
  if (!invocation.flags.environment.empty() || invocation.flags.url) {
    throw Error(ErrorKind::usage, "--all-environments means every environment of godwit.hcl", {},
                "leave the environment and --url out");
  }
  const auto names = config::environment_names(invocation.flags, read_variable);
  if (names.empty()) {
    throw Error(ErrorKind::usage, "there is no environment in godwit.hcl", {}, "godwit init");
  }
  std::deque<Column> columns;
  for (const std::string& name : names) {
    columns.emplace_back().name = name;
    plan_column(columns.back(), invocation);
  }
  const std::vector<plan::MatrixRow> rows = plan::make_matrix(views_of(columns));
  report::print_matrix(invocation.output, names, rows);
  invocation.output.document(document_of(columns, rows));
  const auto failed = std::find_if(columns.begin(), columns.end(),
                                   [](const Column& column) { return !column.problem.empty(); });
  if (failed != columns.end()) {
    throw Error(ErrorKind::failed, fmt::format("{} could not be planned", failed->name), {},
                fmt::format("godwit plan {}", failed->name));
  }
}

}  // namespace godwit::cli
