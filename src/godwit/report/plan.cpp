#include "godwit/report/plan.hpp"

#include "godwit/base/text.hpp"
#include "godwit/plan/gates.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

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

std::vector<std::string_view> words_of(std::uint8_t flags) {
  std::vector<std::string_view> words;
  for (const plan::FlagWord& row : plan::flag_words()) {
    if ((flags & row.flag) != 0) words.push_back(row.word);
  }
  return words;
}

// Why a change has its class. What only makes something new needs no reason.
std::string reason_of(const plan::Change& change, const migrations::Step& step) {
  const plan::ChangeRule& rule = *change.rule;
  std::string text = fmt::format("{}", to_string(rule.change));
  for (const std::string_view word : words_of(rule.flags)) text += fmt::format(", {}", word);
  text += fmt::format(": {}", rule.title);
  if (!change.detail.empty()) text += fmt::format(" ({})", shown(step, change.detail));
  text += fmt::format("; {}", rule.restriction);
  if (rule.code != 0) text += "; the server refuses it";
  if (rule.code > 0) text += fmt::format(" ({})", rule.code);
  return fmt::format("{}  {}", text, rule.id);
}

void print_changes(Output& output, const plan::PlannedStep& step) {
  for (const plan::Change& change : step.changes.list) {
    const plan::ChangeRule& rule = *change.rule;
    const bool quiet = rule.change <= plan::ChangeClass::metadata && rule.flags == 0;
    if (quiet && rule.code == 0) continue;
    const bool warns = (rule.flags & (plan::kDestructive | plan::kLossy)) != 0 || rule.code != 0;
    const std::string reason = reason_of(change, *step.step);
    output.line("       " + output.paint(warns ? Style::doubt : Style::dim, reason));
  }
}

// 1,234,567 bytes is 1.2 MB.
std::string size_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < kUnits.size(); ++unit) size /= 1000;
  return fmt::format("{:.1f} {}", size, kUnits.at(unit));
}

std::string cost_text(const plan::Cost& cost) {
  return fmt::format("{}, {} in {}", count(cost.rows, "row"), size_text(cost.bytes),
                     count(cost.parts, "part"));
}

void print_step(Output& output, const plan::PlannedMigration& migration,
                const plan::PlannedStep& step) {
  const Where where = migration.migration->where(*step.step);
  output.line(
      fmt::format("  {:>3}  {}  {}  {}{}", step.step->number,
                  sql::to_string(step.step->statement.kind), to_string(step.changes.change()),
                  output.paint(Style::dim, fmt::format("{}:{}", where.path, where.line)),
                  step.in_doubt == nullptr
                      ? ""
                      : "  " + output.paint(Style::doubt, "in doubt: asks the server first")));
  output.line(indent(shown(*step.step, step.rendered), "       "));
  if (!step.step->settings.empty()) {
    output.line(
        fmt::format("       {}", output.paint(Style::dim, "with " + settings_text(*step.step))));
  }
  print_changes(output, step);
  if (step.cost) output.line("       the table has " + cost_text(*step.cost));
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

nlohmann::json changes_document(const plan::PlannedStep& step) {
  nlohmann::json changes = nlohmann::json::array();
  for (const plan::Change& change : step.changes.list) {
    const plan::ChangeRule& rule = *change.rule;
    changes.push_back({{"rule", rule.id},
                       {"class", to_string(rule.change)},
                       {"flags", words_of(rule.flags)},
                       {"what", rule.title},
                       {"restriction", rule.restriction},
                       {"refused", rule.code != 0},
                       {"code", rule.code > 0 ? nlohmann::json(rule.code) : nlohmann::json()},
                       {"detail", shown(*step.step, change.detail)},
                       {"command", shown(*step.step, change.text)}});
  }
  return changes;
}

nlohmann::json cost_document(const plan::PlannedStep& step) {
  if (!step.cost) return {};
  return {{"rows", step.cost->rows}, {"bytes", step.cost->bytes}, {"parts", step.cost->parts}};
}

void print_gates(Output& output, const plan::Plan& plan) {
  for (const plan::Approval& approval : plan.approvals) {
    output.line(fmt::format("approved for class {} by {} at {} UTC",
                            plan::words_of(approval.classes), approval.by, approval.at));
  }
  if (const auto held = awaiting_approval(plan); !held.empty()) {
    output.line(output.paint(Style::doubt, "needs an approval") +
                fmt::format(" for class {}: {}", plan::words_of(classes_of(held)),
                            count(held.size(), "step")));
  }
  if (const auto held = awaiting_allowance(plan); !held.empty()) {
    output.line(output.paint(Style::doubt, "needs --allow-destructive") +
                fmt::format(" or an approval: {}", count(held.size(), "step")));
  }
}

nlohmann::json approvals_document(const plan::Plan& plan) {
  nlohmann::json approvals = nlohmann::json::array();
  for (const plan::Approval& approval : plan.approvals) {
    nlohmann::json classes = nlohmann::json::array();
    for (const plan::ChangeClass change : approval.classes) classes.push_back(to_string(change));
    approvals.push_back(
        {{"classes", classes}, {"by", approval.by}, {"user", approval.user}, {"at", approval.at}});
  }
  return approvals;
}

nlohmann::json needs_document(const plan::PlannedStep& step) {
  nlohmann::json needs = nlohmann::json::array();
  if (step.awaits_approval) needs.push_back("approval");
  if (step.awaits_allowance) needs.push_back("allow-destructive");
  return needs;
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
    print_gates(output, plan);
  }
}

void print_matrix(Output& output, std::span<const std::string> environments,
                  std::span<const plan::MatrixRow> rows) {
  if (rows.empty()) return output.line("nothing to do");
  constexpr std::size_t kCell = 10;  // a class, and "in doubt"
  std::size_t kind = 0;
  for (const plan::MatrixRow& row : rows) kind = std::max(kind, row.kind.size());
  const auto cells = [&](std::span<const std::string> texts) {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t width = std::max(kCell, environments[i].size());
      line += i + 1 == texts.size() ? texts[i] : fmt::format("{:<{}}  ", texts[i], width);
    }
    return line;
  };
  output.line(fmt::format("       {:<{}}  {}", "", kind, cells(environments)));
  std::string_view title;
  for (const plan::MatrixRow& row : rows) {
    if (row.title != title) output.line(output.paint(Style::strong, row.title));
    title = row.title;
    output.line(fmt::format("  {:>3}  {:<{}}  {}", row.step, row.kind, kind, cells(row.cells)));
  }
}

nlohmann::json plan_document(const plan::Plan& plan) {
  nlohmann::json document = {{"migrations", nlohmann::json::array()},
                             {"warnings", plan.warnings},
                             {"digest", plan.digest},
                             {"approvals", approvals_document(plan)}};
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
                       {"class", to_string(step.changes.change())},
                       {"flags", words_of(step.changes.flags())},
                       {"changes", changes_document(step)},
                       {"cost", cost_document(step)},
                       {"hazards", hazards_document(step)},
                       {"needs", needs_document(step)},
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
