#include "godwit/report/plan.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace godwit::report {

namespace {

constexpr std::string_view kSecret = "(secret)";

std::string_view shown(const migrations::Step& step, std::string_view text) {
  return step.secret ? kSecret : text;
}

std::string settings_text(const migrations::Step& step) {
  std::string text;
  for (const auto& [name, value] : step.settings) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, shown(step, value));
  }
  return text;
}

std::string count(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void print_step(Output& output, const plan::PlannedMigration& migration,
                const plan::PlannedStep& step) {
  const Where where = migration.migration->where(*step.step);
  output.line(
      fmt::format("  {:>3}  {}  {}{}", step.step->number, sql::to_string(step.step->statement.kind),
                  output.paint(Style::dim, fmt::format("{}:{}", where.path, where.line)),
                  step.in_doubt == nullptr
                      ? ""
                      : "  " + output.paint(Style::doubt, "in doubt: asks the server first")));
  output.line(indent(shown(*step.step, step.rendered), "       "));
  if (!step.step->settings.empty()) {
    output.line(
        fmt::format("       {}", output.paint(Style::dim, "with " + settings_text(*step.step))));
  }
  for (const plan::PlannedHazard& hazard : step.hazards) {
    const bool allowed = hazard.allowance != nullptr;
    output.line(fmt::format("       {}{} ({}{})", output.paint(Style::doubt, "warning: "),
                            hazard.row->what, hazard.row->id,
                            allowed ? ", allowed: " + hazard.allowance->reason : ""));
  }
}

nlohmann::json hazards_document(const plan::PlannedStep& step) {
  nlohmann::json hazards = nlohmann::json::array();
  for (const plan::PlannedHazard& hazard : step.hazards) {
    hazards.push_back(
        {{"rule", hazard.row->id},
         {"what", hazard.row->what},
         {"instead", hazard.row->instead},
         {"allowed", hazard.allowance == nullptr ? nlohmann::json()
                                                 : nlohmann::json(hazard.allowance->reason)}});
  }
  return hazards;
}

}  // namespace

std::string describe_size(const plan::Plan& plan) {
  return fmt::format("{}, {}", count(plan.migrations.size(), "migration"),
                     count(plan.step_count(), "step"));
}

void print_plan(Output& output, const plan::Plan& plan) {
  for (const std::string& warning : plan.warnings) {
    output.line(output.paint(Style::doubt, "warning: ") + warning);
  }
  for (const plan::PlannedMigration& migration : plan.migrations) {
    const bool down = migration.direction == plan::Direction::down;
    const std::size_t before = migration.all_steps - migration.steps.size();
    output.line(fmt::format("{}{}{}", output.paint(Style::strong, migration.migration->title()),
                            down ? "  (the way back)" : "",
                            before == 0 ? ""
                                        : fmt::format("  {} of {} ran before",
                                                      count(before, "step"), migration.all_steps)));
    for (const plan::PlannedStep& step : migration.steps) print_step(output, migration, step);
  }
  if (plan.empty()) {
    output.line("nothing to do");
  } else {
    output.line(fmt::format("{}  digest {}", describe_size(plan), plan.digest));
  }
}

nlohmann::json plan_document(const plan::Plan& plan) {
  nlohmann::json document = {{"migrations", nlohmann::json::array()},
                             {"warnings", plan.warnings},
                             {"digest", plan.digest}};
  for (const plan::PlannedMigration& migration : plan.migrations) {
    nlohmann::json steps = nlohmann::json::array();
    for (const plan::PlannedStep& step : migration.steps) {
      const Where where = migration.migration->where(*step.step);
      nlohmann::json settings = nlohmann::json::object();
      for (const auto& [name, value] : step.step->settings)
        settings[name] = shown(*step.step, value);
      steps.push_back({{"step", step.step->number},
                       {"kind", sql::to_string(step.step->statement.kind)},
                       {"path", where.path},
                       {"line", where.line},
                       {"hash", step.step->hash},
                       {"statement", shown(*step.step, step.rendered)},
                       {"settings", settings},
                       {"hazards", hazards_document(step)},
                       {"in_doubt", step.in_doubt != nullptr}});
    }
    document["migrations"].push_back(
        {{"version", migration.migration->version},
         {"title", migration.migration->title()},
         {"direction", migration.direction == plan::Direction::up ? "up" : "down"},
         {"all_steps", migration.all_steps},
         {"steps", steps}});
  }
  return document;
}

}  // namespace godwit::report
