#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"

namespace stepline::event {

// Protobuf's text format without a schema: a message is a list of fields, each
// with a name and text, a word (a number or a name, as it stands) or a message.
// A list in brackets is as many fields as it has elements.
struct TextField {
  enum class Kind { Text, Word, Message };
  std::string name;
  Kind kind = Kind::Word;
  std::string value;              // Of Text, unescaped, and of Word.
  std::vector<TextField> fields;  // Of Message.
};

// Fails with ErrorCode::Corrupt, naming the line. Messages may be nested 100
// deep, as in protobuf.
Result<std::vector<TextField>> parse_text_format(std::string_view text);

// `text` in double quotes, everything but printable ASCII escaped.
std::string quote_text(std::string_view text);

}  // namespace stepline::event
