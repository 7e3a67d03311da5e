#pragma once

#include "support/cluster.hpp"
#include "support/program.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// A project whose environments are the hosts of a cluster, called as they are: `--env s1r1`
/// reaches the cluster through s1r1. Its lock, its history and its database are those of `name`
/// alone, so that projects share a cluster without seeing each other.
class ClusterProject {
 public:
  /// An empty one, or a copy of examples/`example`, whose configuration is replaced. The cluster
  /// must outlive it.
  ClusterProject(const Cluster& cluster, std::string_view name, std::string_view example = "");

  [[nodiscard]] const Project& project() const { return project_; }

  /// Writes a file of migrations/. `{}` in the text is the project's database.
  void migration(const std::filesystem::path& file, std::string_view text) const;

  /// A migration whose steps create tables `prefix`1 to `prefix`N.
  void tables(const std::filesystem::path& file, std::string_view prefix, int count) const;

  /// Writes migration 1, of the database and a table t, and applies it.
  void begin() const;

  [[nodiscard]] Ended run(std::string_view command, std::string_view host,
                          const std::vector<std::string>& more = {}) const;
  [[nodiscard]] Running start_apply(std::string_view host,
                                    const std::vector<std::string>& more = {}) const;
  [[nodiscard]] Ended apply(std::string_view host = "s1r1") const { return run("apply", host); }

  /// unlock, as a person does who knows that the run before was killed, and apply.
  [[nodiscard]] Ended apply_after_a_death(std::string_view host = "s1r1") const;

  /// How often a statement that begins so stands in the cluster's DDL queue; -1 where the queue
  /// cannot be read. `{}` is the project's database.
  [[nodiscard]] int times_sent(std::string_view begin, std::string_view asked = "s1r1") const;

  /// Returns once it stands there; false where it does not within 20 s.
  [[nodiscard]] bool is_sent(std::string_view begin, std::string_view asked = "s1r1") const;

  /// Every row of the history as a host has it: migration, step, host, state.
  [[nodiscard]] std::string history(std::string_view host) const;

  /// Says for every host which of these it has not: the same tables as `tables`, in order and
  /// joined by blanks; the same history as the first host's; and in it nothing that is not done.
  void expect_everywhere(std::string_view tables) const;

 private:
  [[nodiscard]] std::string configuration() const;
  [[nodiscard]] std::string of_database(std::string_view text) const;

  const Cluster& cluster_;
  std::string name_;
  Project project_;
};

}  // namespace godwit::test
