#include "server/api/etag.h"

#include <bit>
#include <cstring>

#include "server/text.h"

namespace stepline::server {
namespace {

std::string_view without_weakness(std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  return etag;
}

void append_hex(std::string& out, std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 60; shift >= 0; shift -= 4) {
    out += kDigits[(number >> shift) & 15];
  }
}

}  // namespace

void Fingerprint::mix(std::uint64_t word) {
  low_ = (std::rotl(low_, 29) ^ word) * 0x9fb21c651e98df25u;
  high_ = (std::rotl(high_, 31) + word) * 0xd6e8feb86659fd93u;
  high_ ^= low_ >> 32;
}

Fingerprint& Fingerprint::add(std::string_view bytes) {
  mix(bytes.size());
  while (bytes.size() >= 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    mix(word);
    bytes.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  mix(rest);
  return *this;
}

std::string Fingerprint::etag() const {
  std::string text = "W/\"";
  append_hex(text, low_ ^ low_ >> 32);
  append_hex(text, high_ ^ high_ >> 32);
  return text + "\"";
}

bool matches(std::string_view if_none_match, std::string_view etag) {
  if (etag.empty()) return false;
  while (!if_none_match.empty()) {
    const std::size_t comma = if_none_match.find(',');
    const std::string_view one = trimmed(if_none_match.substr(0, comma));
    if (one == "*" || without_weakness(one) == without_weakness(etag)) {
      return true;
    }
    if (comma == std::string_view::npos) break;
    if_none_match.remove_prefix(comma + 1);
  }
  return false;
}

}  // namespace stepline::server
