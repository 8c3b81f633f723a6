#include "base/natural_order.h"

#include <algorithm>
#include <cstddef>

namespace stepline {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits that `text` begins with off it.
std::string_view take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  return number;
}

std::string_view without_leading_zeros(std::string_view number) {
  const std::size_t first = number.find_first_not_of('0');
  return first == std::string_view::npos ? "" : number.substr(first);
}

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  const std::string_view x = without_leading_zeros(a);
  const std::string_view y = without_leading_zeros(b);
  if (x.size() != y.size()) return x.size() <=> y.size();
  if (const auto order = x.compare(y); order != 0) return order <=> 0;
  return a.size() <=> b.size();
}

}  // namespace

std::strong_ordering natural_order(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto order = compare_numbers(take_number(a), take_number(b));
      if (order != 0) return order;
      continue;
    }
    const auto order = static_cast<unsigned char>(a.front()) <=>
                       static_cast<unsigned char>(b.front());
    if (order != 0) return order;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() <=> b.size();
}

}  // namespace stepline
