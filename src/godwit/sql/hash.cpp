// The hash must not see layout, so it reads tokens, and joins them by a space, which no two texts
// with different tokens can share: a space inside a token stands between quotes. Tokens are short,
// so they are gathered before SHA-256 gets them.
#include "godwit/base/hash.hpp"

#include "godwit/sql/inline_data.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"

#include <algorithm>
#include <array>

namespace godwit::sql {

namespace {

class Gatherer {
 public:
  explicit Gatherer(Sha256& hash) : hash_(hash) {}

  void add(std::string_view bytes) {
    if (bytes.size() > buffer_.size() - size_) flush();
    if (bytes.size() > buffer_.size()) {
      hash_.add(bytes);
      return;
    }
    std::copy(bytes.begin(), bytes.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }

  void flush() {
    hash_.add({buffer_.data(), size_});
    size_ = 0;
  }

 private:
  Sha256& hash_;
  std::array<char, 4096> buffer_;
  std::size_t size_ = 0;
};

void add_with_plain_line_ends(Gatherer& out, std::string_view data) {
  for (std::size_t end = 0; !data.empty(); data.remove_prefix(end)) {
    end = data.find("\r\n");
    out.add(data.substr(0, end));
    end = end == std::string_view::npos ? data.size() : end + 1;
  }
}

}  // namespace

std::string statement_hash(std::string_view statement) {
  Sha256 hash;
  Gatherer out(hash);
  InlineDataWatch watch;
  bool is_first = true;
  for (Lexer lexer(statement); !lexer.at_end();) {
    const Token token = lexer.next();
    if (!is_significant(token)) continue;
    if (!is_first) out.add(" ");
    is_first = false;
    out.add(token.text);
    if (watch.is_over() || !watch.data_follows(token)) continue;
    const std::string_view data = inline_data(lexer.rest());
    if (!data.empty()) out.add(" ");
    add_with_plain_line_ends(out, data);
    const char* const data_end = data.data() + data.size();
    lexer.skip(static_cast<std::size_t>(data_end - lexer.rest().data()));
  }
  out.flush();
  return hash.hex();
}

}  // namespace godwit::sql
