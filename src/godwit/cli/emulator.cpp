// A command that goes on: it prints where the nodes are once all of them answer, and then waits for
// a signal, which is its usual end and no failure, or for a node that dies, which is one.

#include "godwit/server/emulator.hpp"

#include "godwit/cli/commands.hpp"
#include "godwit/cli/signals.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace godwit::cli {

namespace {

using server::EmulatedNode;
using server::Emulator;

std::string macros_text(const server::Macros& macros) {
  std::string text;
  for (const auto& [name, value] : macros) text += fmt::format(" {}={}", name, value);
  return text;
}

nlohmann::json document_of(const Emulator& emulator) {
  const std::string& keeper = emulator.plan().keeper;
  nlohmann::json document = {{"schema_version", 1},
                             {"command", "emulator"},
                             {"keeper", keeper.empty() ? nlohmann::json() : nlohmann::json(keeper)},
                             {"nodes", nlohmann::json::array()}};
  for (const EmulatedNode& node : emulator.nodes()) {
    nlohmann::json macros = nlohmann::json::object();
    for (const auto& [name, value] : node.macros) macros[name] = value;
    document["nodes"].push_back({{"node", node.number},
                                 {"url", node.engine->url()},
                                 {"data_path", node.data_path.string()},
                                 {"macros", macros},
                                 {"process", node.engine->id()}});
  }
  return document;
}

void print_use(report::Output& output, const Emulator& emulator) {
  const server::EmulatorPlan& plan = emulator.plan();
  const std::string& url = emulator.nodes().front().engine->url();
  const std::string password_file = plan.password_file.string();
  output.line("in godwit.hcl:");
  output.line("  environment \"node1\" {");
  output.line(fmt::format("    url = \"{}\"", url));
  if (!plan.user.empty()) {
    output.line(fmt::format("    user = \"{}\"", plan.user));
    output.line(fmt::format("    password = file(\"{}\")", password_file));
  }
  output.line("  }");
  output.line(fmt::format(
      "or: godwit status --url {}{}", url,
      plan.user.empty() ? ""
                        : fmt::format(" --user {} --password-file {}", plan.user, password_file)));
  output.line("runs until Ctrl-C or SIGTERM");
}

void print(report::Output& output, const Emulator& emulator) {
  for (const EmulatedNode& node : emulator.nodes()) {
    output.line(fmt::format("node {}  {}  data {}  macros{}", node.number, node.engine->url(),
                            node.data_path.string(), macros_text(node.macros)));
  }
  const std::string& keeper = emulator.plan().keeper;
  output.line(keeper.empty() ? "no Keeper, so no KeeperMap: --keeper HOST:PORT names one"
                             : fmt::format("Keeper {}: KeeperMap is shared by all nodes", keeper));
  print_use(output, emulator);
  output.document(document_of(emulator));
}

// Returns at a signal; throws where a node ends.
void wait_for_end(const Emulator& emulator) {
  std::vector<int> outputs;
  for (const EmulatedNode& node : emulator.nodes()) outputs.push_back(node.engine->output());
  while (const auto place = wait_readable_or_interrupted(outputs)) {
    const EmulatedNode& node = emulator.nodes()[*place];
    const auto end = node.engine->read_end();
    if (!end) continue;
    throw Error(ErrorKind::failed,
                fmt::format("node {} ({}): {}", node.number, node.engine->url(), *end), {},
                "the other nodes were stopped too");
  }
}

void run(const server::EmulatorPlan& plan, report::Output& output) {
  count_signals();
  Emulator emulator(plan);
  while (static_cast<int>(emulator.nodes().size()) < plan.nodes) {
    if (interruptions() > 0) return;
    emulator.start_node();
  }
  print(output, emulator);
  wait_for_end(emulator);
}

}  // namespace

void add_emulator(CLI::App& program, Invocation& invocation) {
  CLI::App& command = *program.add_subcommand(
      "emulator", "run ClickHouse nodes on this machine, for trials and tests");
  const auto plan = std::make_shared<server::EmulatorPlan>();
  command.add_option("--nodes", plan->nodes, "how many (1)");
  command.add_option("--port", plan->port, "of node 1, the others follow; else free ones");
  command.add_option("--path", plan->path, "keep the data here, in node1, node2, ...");
  command.add_option("--config", plan->config, "ClickHouse's XML configuration for every node");
  command.add_option("--keeper", plan->keeper, "HOST:PORT of a ZooKeeper or Keeper they share");
  command.callback([plan, &invocation] {
    plan->user = invocation.flags.user.value_or("");
    plan->password_file = invocation.flags.password_file.value_or("");
    run(*plan, invocation.output);
  });
}

}  // namespace godwit::cli
