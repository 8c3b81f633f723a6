#include "server/http/request_head.h"

#include <algorithm>

#include "server/text.h"

namespace stepline::server {
namespace {

// Takes the part before the first `separator` off `text`.
std::string_view take_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return trimmed(part);
}

// Of "q=0.000": everything else is a yes.
bool is_refusal(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view one = take_part(parameters, ';');
    if (!one.starts_with("q=") && !one.starts_with("Q=")) continue;
    return one.size() > 2 && one.find_first_not_of("0.", 2) == one.npos;
  }
  return false;
}

}  // namespace

bool accepts_encoding(std::string_view accept_encoding, std::string_view name) {
  bool others = false;
  while (!accept_encoding.empty()) {
    std::string_view one = take_part(accept_encoding, ',');
    const std::string_view encoding = take_part(one, ';');
    if (same_but_for_case(encoding, name)) return !is_refusal(one);
    if (encoding == "*") others = !is_refusal(one);
  }
  return others;
}

bool is_form(std::string_view content_type) {
  return same_but_for_case(take_part(content_type, ';'),
                           "application/x-www-form-urlencoded");
}

bool wants_page(std::string_view accept) {
  while (!accept.empty()) {
    std::string_view one = take_part(accept, ',');
    if (same_but_for_case(take_part(one, ';'), "text/html")) return true;
  }
  return false;
}

}  // namespace stepline::server
