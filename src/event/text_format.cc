#include "event/text_format.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "event/text_format_escape.h"

namespace stepline::event {
namespace {

constexpr int kMaxDepth = 100;

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');  // \t \n \v \f \r
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-' || c == '+';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  // `closing` is what ends the message: '}', '>', or '\0' for the end.
  bool parse_fields(char closing, int depth, std::vector<TextField>& fields) {
    if (depth > kMaxDepth) return fail("messages nested too deeply");
    while (true) {
      skip_space();
      if (rest_.empty()) {
        return closing == '\0' || fail("the end within a message");
      }
      if (closing != '\0' && take(closing)) return true;
      if (!parse_field(depth, fields)) return false;
      if (!take(',')) take(';');
    }
  }

  Error error() const {
    const std::size_t at = text_.size() - rest_.size();
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + std::ptrdiff_t(at), '\n');
    return {ErrorCode::Corrupt, "malformed text format: " + problem_ +
                                    " at line " + std::to_string(line)};
  }

 private:
  bool fail(std::string_view problem) {
    problem_ = problem;
    return false;
  }

  void skip_space() {
    while (!rest_.empty()) {
      if (rest_.front() == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else if (is_space(rest_.front())) {
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  bool take(char c) {
    skip_space();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view take_word() {
    skip_space();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_word);
    const auto length = std::size_t(end - rest_.begin());
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  bool parse_field(int depth, std::vector<TextField>& fields) {
    std::string name;
    if (take('[')) {  // An extension's name.
      const std::size_t end = rest_.find(']');
      if (end == rest_.npos) return fail("\"[\" without \"]\"");
      name = rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
    } else {
      name = take_word();
    }
    if (name.empty()) return fail("something that is no field name");
    const bool colon = take(':');
    if (take('[')) return parse_list(name, depth, fields);
    return parse_value(name, colon, depth, fields);
  }

  bool parse_list(const std::string& name, int depth,
                  std::vector<TextField>& fields) {
    if (take(']')) return true;
    do {
      if (!parse_value(name, true, depth, fields)) return false;
    } while (take(','));
    return take(']') || fail("a list without \"]\"");
  }

  bool parse_value(const std::string& name, bool colon, int depth,
                   std::vector<TextField>& fields) {
    TextField field{name, TextField::Kind::Word, {}, {}};
    if (take('{')) {
      field.kind = TextField::Kind::Message;
      if (!parse_fields('}', depth + 1, field.fields)) return false;
    } else if (take('<')) {
      field.kind = TextField::Kind::Message;
      if (!parse_fields('>', depth + 1, field.fields)) return false;
    } else if (!colon) {
      return fail("a field without \":\"");
    } else if (next_is_quote()) {
      field.kind = TextField::Kind::Text;
      while (next_is_quote()) {  // Neighbouring strings are one.
        if (!parse_string(field.value)) return false;
      }
    } else {
      if (take('-')) field.value = "-";
      field.value += take_word();
      if (field.value.empty()) return fail("a field without a value");
    }
    fields.push_back(std::move(field));
    return true;
  }

  bool next_is_quote() {
    skip_space();
    return !rest_.empty() && (rest_.front() == '"' || rest_.front() == '\'');
  }

  bool parse_string(std::string& value) {
    const char quote = rest_.front();
    std::string_view at = rest_.substr(1);
    while (!at.empty() && at.front() != quote && at.front() != '\n') {
      if (at.front() == '\\') {
        if (!unescape(at, value)) return fail("a wrong escape in a string");
      } else {
        value += at.front();
        at.remove_prefix(1);
      }
    }
    if (at.empty() || at.front() != quote) {
      return fail("a string without its closing quote");
    }
    rest_ = at.substr(1);
    return true;
  }

  std::string_view text_;
  std::string_view rest_;
  std::string problem_;
};

}  // namespace

Result<std::vector<TextField>> parse_text_format(std::string_view text) {
  Parser parser(text);
  std::vector<TextField> fields;
  if (!parser.parse_fields('\0', 0, fields)) return parser.error();
  return fields;
}

}  // namespace stepline::event
