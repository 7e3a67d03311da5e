#include "godwit/report/status.hpp"

#include "godwit/base/text.hpp"
#include "godwit/base/time.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace godwit::report {

namespace {

using plan::MigrationState;

Style style_of(MigrationState state) {
  switch (state) {
    case MigrationState::done:
      return Style::good;
    case MigrationState::failed:
    case MigrationState::changed:
      return Style::bad;
    case MigrationState::in_doubt:
    case MigrationState::partial:
    case MigrationState::missing:
    case MigrationState::reverting:
      return Style::doubt;
    case MigrationState::pending:
    case MigrationState::reverted:
      return Style::strong;
    case MigrationState::baseline:
    case MigrationState::skipped:
    case MigrationState::elsewhere:
      break;
  }
  return Style::dim;
}

bool is_unfinished(const plan::MigrationStatus& status) {
  switch (status.state) {
    case MigrationState::partial:
    case MigrationState::failed:
    case MigrationState::in_doubt:
    case MigrationState::reverting:
      return true;
    default:
      return false;
  }
}

std::string duration_of(const history::Row& row) {
  return describe_duration(std::chrono::milliseconds(row.duration_ms));
}

// What stands behind the state: how long it took, or how far it came.
std::string facts_of(const plan::MigrationStatus& status) {
  if (is_unfinished(status)) {
    return fmt::format("{} of {} steps", status.complete_steps, status.all_steps);
  }
  if (status.row == nullptr || status.state == MigrationState::pending) return {};
  if (status.state == MigrationState::done) return duration_of(*status.row);
  return {};
}

std::string step_state(const plan::StepStatus& step) {
  if (step.row == nullptr) return "pending";
  if (step.row->state == history::State::running) return "in doubt";
  return std::string(history::to_string(step.row->state));
}

std::string step_text(const plan::StepStatus& step) {
  if (step.step == nullptr) return {};
  if (step.step->secret) return "(secret)";
  return one_line(step.step->statement.text, 60);
}

std::string step_facts(const plan::StepStatus& step) {
  if (step.row == nullptr) return {};
  if (step.row->state == history::State::running) {
    return fmt::format("since {} UTC by {}", step.row->started_at, step.row->runner);
  }
  if (step.row->state == history::State::done) return duration_of(*step.row);
  return step.row->error.empty() ? std::string() : one_line(step.row->error, 100);
}

void print_step(Output& output, const plan::StepStatus& step) {
  const std::string facts = step_facts(step);
  output.line(fmt::format("  {:>3}  {:<8}  {}{}", step.number, step_state(step), step_text(step),
                          facts.empty() ? "" : "  " + output.paint(Style::dim, facts)));
}

nlohmann::json step_document(const plan::StepStatus& step) {
  nlohmann::json document = {{"step", step.number}, {"state", step_state(step)}};
  if (step.step != nullptr) {
    document["kind"] = sql::to_string(step.step->statement.kind);
    document["hash"] = step.step->hash;
    if (!step.step->secret) document["statement"] = step.step->statement.text;
  }
  if (step.row != nullptr) {
    document["started_at"] = step.row->started_at;
    document["finished_at"] = step.row->finished_at;
    document["duration_ms"] = step.row->duration_ms;
    document["query_id"] = step.row->query_id;
    document["run_id"] = step.row->run_id;
    document["runner"] = step.row->runner;
    if (step.row->state == history::State::failed) {
      document["error_code"] = step.row->error_code;
      document["error"] = step.row->error;
    }
  }
  return document;
}

}  // namespace

void print_status(Output& output, const std::vector<plan::MigrationStatus>& statuses, Steps steps) {
  std::size_t width = 0;
  for (const plan::MigrationStatus& status : statuses) width = std::max(width, status.title.size());
  for (const plan::MigrationStatus& status : statuses) {
    const std::string facts = facts_of(status);
    const std::string state(plan::to_string(status.state));
    const std::string padding(facts.empty() ? 0 : 10 - std::min<std::size_t>(state.size(), 9), ' ');
    output.line(fmt::format("{:<{}}  {}{}{}", status.title, width,
                            output.paint(style_of(status.state), state), padding, facts));
    if (steps == Steps::unfinished && !is_unfinished(status)) continue;
    for (const plan::StepStatus& step : status.steps) print_step(output, step);
  }
}

nlohmann::json status_document(const std::vector<plan::MigrationStatus>& statuses) {
  nlohmann::json migrations = nlohmann::json::array();
  for (const plan::MigrationStatus& status : statuses) {
    nlohmann::json document = {{"title", status.title},
                               {"state", plan::to_string(status.state)},
                               {"version", status.migration != nullptr ? status.migration->version
                                                                       : status.row->migration},
                               {"complete_steps", status.complete_steps},
                               {"steps", nlohmann::json::array()}};
    if (status.migration != nullptr) {
      document["path"] = status.migration->path.string();
      document["hash"] = status.migration->hash;
    }
    if (status.row != nullptr) {
      document["finished_at"] = status.row->finished_at;
      document["duration_ms"] = status.row->duration_ms;
      document["note"] = status.row->note;
    }
    for (const plan::StepStatus& step : status.steps) {
      document["steps"].push_back(step_document(step));
    }
    migrations.push_back(std::move(document));
  }
  return migrations;
}

}  // namespace godwit::report
