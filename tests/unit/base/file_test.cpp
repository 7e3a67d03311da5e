#include "godwit/base/file.hpp"

#include "godwit/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace godwit {
namespace {

namespace fs = std::filesystem;

/// The error that a call throws; a call that throws none fails the test.
Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorKind::failed, ""};
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// As on a full disk: no file can grow beyond `bytes` while this lives. The mode that makes a
/// directory read-only would not stop root.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(File, WhatWasWrittenIsRead) {
  const TemporaryDirectory directory("file");
  const fs::path path = directory.path() / "a";
  for (const std::string& bytes : {std::string(), std::string("a\0b\r\n\xFF", 6),
                                   std::string(1'000'000, 'x'), std::string("short")}) {
    write_file(path, bytes);
    EXPECT_EQ(read_file(path), bytes);
    EXPECT_EQ(names_in(directory.path()), std::vector<std::string>{"a"});
  }
}

TEST(File, AFileThatCannotBeReadIsAnErrorWithPathAndReason) {
  const TemporaryDirectory directory("file");
  const fs::path path = directory.path() / "none";
  const Error missing = error_of([&] { (void)read_file(path); });
  EXPECT_EQ(missing.kind, ErrorKind::usage);
  EXPECT_EQ(missing.what(), "cannot read " + path.string() + ": No such file or directory");
  const Error folder = error_of([&] { (void)read_file(directory.path()); });
  EXPECT_EQ(folder.what(), "cannot read " + directory.path().string() + ": Is a directory");
}

TEST(File, AFullDiskLeavesTheOldFileAndNothingElse) {
  const TemporaryDirectory directory("file");
  const fs::path path = directory.path() / "a";
  write_file(path, "old");
  const auto error = [&] {
    const FullDisk full(1000);
    return error_of([&] { write_file(path, std::string(5000, 'x')); });
  }();
  EXPECT_EQ(error.kind, ErrorKind::failed);
  EXPECT_EQ(error.what(), "cannot write " + path.string() + ": File too large");
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(names_in(directory.path()), std::vector<std::string>{"a"});
}

TEST(File, AParentThatIsAFileIsAnError) {
  const TemporaryDirectory directory("file");
  write_file(directory.path() / "a", "old");
  const fs::path path = directory.path() / "a" / "b";
  const Error error = error_of([&] { write_file(path, "x"); });
  EXPECT_EQ(error.kind, ErrorKind::failed);
  EXPECT_EQ(error.what(), "cannot write " + path.string() + ": Not a directory");
  EXPECT_EQ(read_file(directory.path() / "a"), "old");
}

TEST(File, ADirectoryInTheWayStaysAndNoPartIsLeft) {
  const TemporaryDirectory directory("file");
  fs::create_directory(directory.path() / "a");
  const Error error = error_of([&] { write_file(directory.path() / "a", "x"); });
  EXPECT_EQ(error.kind, ErrorKind::failed);
  EXPECT_EQ(names_in(directory.path()), std::vector<std::string>{"a"});
  EXPECT_TRUE(fs::is_directory(directory.path() / "a"));
}

TEST(TemporaryDirectory, IsPrivateAndGoesWithItsContent) {
  fs::path path;
  {
    const TemporaryDirectory directory("godwit-test");
    path = directory.path();
    EXPECT_TRUE(path.filename().string().starts_with("godwit-test-"));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    fs::create_directory(path / "deep");
    write_file(path / "deep" / "a", "x");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryDirectory, MovesWithItsOwnerAndIsRemovedOnce) {
  std::optional<TemporaryDirectory> first(std::in_place, "one");
  const fs::path one = first->path();
  TemporaryDirectory second(std::move(*first));
  first.reset();
  EXPECT_TRUE(fs::exists(one));
  fs::path two;
  {
    TemporaryDirectory third("two");
    two = third.path();
    EXPECT_NE(one, two);
    second = std::move(third);
  }
  EXPECT_FALSE(fs::exists(one));
  EXPECT_EQ(second.path(), two);
  EXPECT_TRUE(fs::exists(two));
}

TEST(TemporaryDirectory, IsMadeUnderTmpdir) {
  const TemporaryDirectory parent("parent");
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("TMPDIR", parent.path().c_str(), 1);
  EXPECT_EQ(TemporaryDirectory("x").path().parent_path(), parent.path());
  ::setenv("TMPDIR", (parent.path() / "none").c_str(), 1);
  const Error error = error_of([] { const TemporaryDirectory directory("x"); });
  EXPECT_EQ(error.what(), "cannot make a directory in " + (parent.path() / "none").string() +
                              ": No such file or directory");
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", saved.c_str(), 1);
}

}  // namespace
}  // namespace godwit
