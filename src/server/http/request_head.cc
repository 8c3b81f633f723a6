#include "server/http/request_head.h"

#include <algorithm>

namespace stepline::server {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// Takes the part before the first `separator` off `text`.
std::string_view take_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return trimmed(part);
}

bool same_text(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  };
  return std::ranges::equal(a, b, {}, lower, lower);
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
    if (same_text(encoding, name)) return !is_refusal(one);
    if (encoding == "*") others = !is_refusal(one);
  }
  return others;
}

bool is_form(std::string_view content_type) {
  return same_text(take_part(content_type, ';'),
                   "application/x-www-form-urlencoded");
}

bool wants_page(std::string_view accept) {
  while (!accept.empty()) {
    std::string_view one = take_part(accept, ',');
    if (same_text(take_part(one, ';'), "text/html")) return true;
  }
  return false;
}

}  // namespace stepline::server
