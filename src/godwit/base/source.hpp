#pragma once

#include "godwit/base/file.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace godwit {

/// A place in a text that a person can go to. `line` and `column` count from 1; 0 is "not known".
/// The column counts characters (UTF-8 code points), not bytes.
struct Where {
  std::string path;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string text;  // the line itself, without its end; for the caret under an error

  [[nodiscard]] bool empty() const { return path.empty(); }
};

/// "path:line:column", or less where less is known.
std::string to_string(const Where& where);

/// The one owner of a text. Its bytes never move, so views into it stay good as long as any copy
/// of the Source lives; copies share the text.
class Source {
 public:
  /// `path` is what errors call the text; it need not exist on disk.
  Source(std::string path, std::string text);

  /// A text that stays in its file.
  Source(std::string path, FileMapping text);

  [[nodiscard]] const std::string& path() const { return owned_->path; }
  [[nodiscard]] std::string_view text() const { return owned_->text; }

  /// File, line and column of a view into text(). A view from elsewhere gives the path alone. Takes
  /// the same time anywhere in a text, but for the first call, which reads all of it.
  [[nodiscard]] Where where(std::string_view view) const;

 private:
  struct Owned {
    Owned(std::string a_path, std::string a_text)
        : path(std::move(a_path)), bytes(std::move(a_text)), text(bytes) {}
    Owned(std::string a_path, FileMapping a_file)
        : path(std::move(a_path)), file(std::move(a_file)), text(file.bytes()) {}

    std::string path;
    std::string bytes;
    FileMapping file;
    std::string_view text;  // of one of the two
    mutable std::once_flag counted;
    mutable std::vector<std::size_t> lines_before;  // each block of the text
  };
  [[nodiscard]] std::size_t line_ends_before(std::size_t offset) const;

  std::shared_ptr<const Owned> owned_;
};

/// Reads a whole file. Throws Error(usage) naming the path and the system's reason.
Source read_source(const std::filesystem::path& path);

}  // namespace godwit
