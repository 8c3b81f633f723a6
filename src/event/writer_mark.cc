#include "event/writer_mark.h"

#include <charconv>
#include <cstddef>
#include <cstdio>

namespace stepline::event {
namespace {

constexpr std::string_view kBeforeSession = "stepline session=";
constexpr std::size_t kDigits = 16;

}  // namespace

std::string writer_mark(std::uint64_t session) {
  if (session == 0) return "stepline";
  char digits[kDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(session));
  return std::string(kBeforeSession) + digits;
}

std::uint64_t session_of(std::string_view writer) {
  if (!writer.starts_with(kBeforeSession)) return 0;
  const std::string_view digits = writer.substr(kBeforeSession.size());
  if (digits.size() != kDigits) return 0;
  std::uint64_t session = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] =
      std::from_chars(digits.data(), end, session, /*base=*/16);
  return error == std::errc() && stop == end ? session : 0;
}

}  // namespace stepline::event
