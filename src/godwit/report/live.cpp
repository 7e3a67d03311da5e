#include "godwit/report/live.hpp"

#include "godwit/base/text.hpp"
#include "godwit/base/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::report {

namespace {

constexpr std::size_t kBarWidth = 20;

// 1234567 as "1.2 M rows" and "1.2 MB": a step a thousand, one digit behind the point.
std::string scaled(std::uint64_t number, std::string_view unit) {
  static constexpr std::array<std::string_view, 5> kPrefixes{"", "k", "M", "G", "T"};
  auto value = static_cast<double>(number);
  std::size_t prefix = 0;
  while (value >= (prefix == 0 ? 1000 : 999.95) && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  const std::string text = prefix == 0 ? fmt::format("{}", number) : fmt::format("{:.1f}", value);
  const bool symbol = prefix == 0 || unit.size() == 1;
  return fmt::format("{} {}{}{}", text, kPrefixes[prefix], symbol ? "" : " ", unit);
}

std::string bar(const server::Progress& progress) {
  if (progress.total_rows == 0) return {};
  const double part = std::min(
      1.0, static_cast<double>(progress.read_rows) / static_cast<double>(progress.total_rows));
  const auto full = static_cast<std::size_t>(part * kBarWidth);
  return fmt::format("[{}{}] {:>3}%  ", std::string(full, '#'), std::string(kBarWidth - full, '.'),
                     static_cast<int>(part * 100));
}

std::string_view verdict_word(apply::Verdict verdict) {
  switch (verdict) {
    case apply::Verdict::done:
      return "it ran";
    case apply::Verdict::failed:
      return "it failed";
    case apply::Verdict::not_begun:
      return "it did not run";
    case apply::Verdict::unknown:
      break;
  }
  return "nobody knows";
}

}  // namespace

std::string describe_progress(const server::Progress& progress) {
  return fmt::format("{}{}, {}, {}", bar(progress), scaled(progress.read_rows, "rows"),
                     scaled(progress.read_bytes, "B"), describe_duration(progress.elapsed));
}

void LiveRun::begins(const plan::PlannedMigration& migration) {
  sent_ = 0;
  migrations_.push_back({{"version", migration.migration->version},
                         {"title", migration.migration->title()},
                         {"state", "running"},
                         {"steps", nlohmann::json::array()}});
}

void LiveRun::sends(const plan::PlannedMigration& migration, const plan::PlannedStep& step) {
  ++sent_;
  running_ = fmt::format("{}  step {} of {}  {}", migration.migration->title(), step.step->number,
                         migration.all_steps,
                         step.step->secret ? "(secret)" : one_line(step.step->statement.text, 40));
  output_.transient(running_);
  migrations_.back()["steps"].push_back({{"step", step.step->number}, {"state", "running"}});
}

void LiveRun::sees(const server::Progress& progress) {
  output_.transient(fmt::format("{}  {}", running_, describe_progress(progress)));
}

void LiveRun::sees_hosts(const std::vector<apply::HostAnswer>& hosts) {
  output_.transient(fmt::format("{}  {}", running_, apply::describe(hosts)));
}

void LiveRun::waits(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                    const server::Failed& failed, std::chrono::milliseconds delay) {
  output_.remark(fmt::format(
      "{}  step {} was refused (code {}), which passes by itself; again in {}",
      migration.migration->title(), step.step->number, failed.code, describe_duration(delay)));
}

void LiveRun::reconnects(std::chrono::milliseconds delay) {
  output_.remark(
      fmt::format("the server takes no connection; again in {}", describe_duration(delay)));
}

void LiveRun::ends(const plan::PlannedMigration& /*migration*/, const plan::PlannedStep& /*step*/,
                   std::chrono::milliseconds duration) {
  auto& step = migrations_.back()["steps"].back();
  step["state"] = "done";
  step["duration_ms"] = duration.count();
}

void LiveRun::finds_out(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                        const apply::FoundOut& found) {
  if (step.in_doubt != nullptr && found.verdict == apply::Verdict::done) ++sent_;
  output_.remark(fmt::format("{}  step {} was in doubt: {} ({})", migration.migration->title(),
                             step.step->number, verdict_word(found.verdict),
                             join(found.said, "; ")));
}

void LiveRun::completes(const plan::PlannedMigration& migration,
                        std::chrono::milliseconds duration) {
  const bool up = migration.direction == plan::Direction::up;
  migrations_.back()["state"] = up ? "done" : "reverted";
  migrations_.back()["duration_ms"] = duration.count();
  output_.line(fmt::format("{}  {}  {} of {} steps  {}", migration.migration->title(),
                           output_.paint(Style::good, up ? "done" : "reverted"), sent_,
                           migration.all_steps, describe_duration(duration)));
}

nlohmann::json LiveRun::document() const {
  nlohmann::json document = migrations_;
  for (nlohmann::json& migration : document) {
    if (migration["state"] == "running") migration["state"] = "unfinished";
    for (nlohmann::json& step : migration["steps"]) {
      if (step["state"] == "running") step["state"] = "unfinished";
    }
  }
  return document;
}

}  // namespace godwit::report
