// The testbed to play with: `tests/support/cluster up 2x2`. It runs until Ctrl-C or SIGTERM, and
// until then takes what a test can do as lines on its input.

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "support/cluster.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/signalfd.h>
#include <unistd.h>
#include <vector>

namespace godwit::test {

namespace {

struct Verb {
  std::string_view word;
  std::string_view what;
  void (*act)(Cluster&, std::string_view host);
};

// clang-format off
constexpr Verb kVerbs[] = {
    // word      what it does                                                   how
    {"kill",      "SIGKILL; its data stays",           [](Cluster& c, std::string_view host) { c.kill(host); }},
    {"restart",   "start it again on the same ports",  [](Cluster& c, std::string_view host) { c.restart(host); }},
    {"stop",      "SIGSTOP: it takes connections and never answers", [](Cluster& c, std::string_view host) { c.stop(host); }},
    {"cont",      "SIGCONT",                           [](Cluster& c, std::string_view host) { c.cont(host); }},
    {"cut_off",   "no connection from or to it",       [](Cluster& c, std::string_view host) { c.cut_off(host); }},
    {"reconnect", "connections again",                 [](Cluster& c, std::string_view host) { c.reconnect(host); }},
};
// clang-format on

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

int usage() {
  std::string text = "usage: tests/support/cluster up LAYOUT\n\nlayouts:\n";
  for (const Layout& layout : layouts()) {
    text += fmt::format("  {:<14}", layout.name);
    for (const ServerRow& row : layout.servers) text += fmt::format(" {}", row.host);
    text += '\n';
  }
  text += "\nwhile it runs, a line of its input is VERB HOST, HOST also zookeeper:\n";
  for (const Verb& verb : kVerbs) text += fmt::format("  {:<14} {}\n", verb.word, verb.what);
  std::fputs(text.c_str(), stderr);
  return 2;
}

std::string godwit_block(const Cluster& cluster) {
  return fmt::format(
      "environment \"testbed\" {{\n"
      "  url = \"{}\"\n"
      "  topology {{\n"
      "    kind         = \"cluster\"\n"
      "    cluster      = \"main\"\n"
      "    replica_path = \"/clickhouse/tables/{{shard}}/{{database}}/{{table}}\"\n"
      "    replica_name = \"{{replica}}\"\n"
      "  }}\n"
      "  clusters = {{ default = \"main\" }}\n"
      "  lock = \"keeper://127.0.0.1:{}/godwit\"\n"
      "}}\n",
      cluster.url(cluster.layout().servers.front().host), cluster.zookeeper_port());
}

void print_all(const Cluster& cluster) {
  std::string text;
  for (const ServerRow& row : cluster.layout().servers) {
    text += fmt::format("{:<10} {}  native {}  pid {}  {}\n", row.host, cluster.url(row.host),
                        cluster.native_port(row.host), cluster.id(row.host),
                        cluster.directory(row.host).string());
  }
  text += fmt::format("{:<10} 127.0.0.1:{}  pid {}\n\n", kZooKeeper, cluster.zookeeper_port(),
                      cluster.id(kZooKeeper));
  print(text + godwit_block(cluster) + "\nready; Ctrl-C ends it and removes all\n");
}

void obey(Cluster& cluster, std::string_view line) {
  const std::size_t blank = line.find(' ');
  const std::string_view word = line.substr(0, blank);
  const std::string_view host = blank == std::string_view::npos ? "" : trim(line.substr(blank));
  for (const Verb& verb : kVerbs) {
    if (verb.word != word) continue;
    try {
      verb.act(cluster, host);
      print(fmt::format("{} {}: done\n", word, host));
    } catch (const Error& error) {
      print(describe(error));
    }
    return;
  }
  print(fmt::format("unknown verb '{}'\n", word));
}

/// Obeys line after line; returns at the first of the awaited signals.
void run(Cluster& cluster, const sigset_t& awaited) {
  const FileDescriptor signals(::signalfd(-1, &awaited, SFD_CLOEXEC));
  std::string typed;
  std::array<pollfd, 2> waits{{{signals.get(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
  for (;;) {
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[0].revents != 0) return;
    std::array<char, 512> bytes{};
    const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (size <= 0) waits[1].fd = -1;  // no more lines; the signal still ends it
    typed.append(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    for (std::size_t end = 0; (end = typed.find('\n')) != std::string::npos;) {
      obey(cluster, trim(std::string_view(typed).substr(0, end)));
      typed.erase(0, end + 1);
    }
  }
}

int main_of(const std::vector<std::string_view>& words) {
  if (words.size() != 2 || words[0] != "up") return usage();
  // Blocked before anything starts, so that no signal ends this process by itself.
  sigset_t awaited;
  ::sigemptyset(&awaited);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&awaited, number);
  ::sigprocmask(SIG_BLOCK, &awaited, nullptr);
  try {
    Cluster cluster(words[1]);
    print_all(cluster);
    run(cluster, awaited);
  } catch (const Error& error) {
    std::fputs(describe(error).c_str(), stderr);
    return static_cast<int>(error.kind);
  }
  return 0;
}

}  // namespace

}  // namespace godwit::test

int main(int count, char** words) { return godwit::test::main_of({words + 1, words + count}); }
