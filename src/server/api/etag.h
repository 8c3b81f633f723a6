#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::server {

// A number that stands for everything that was put into it, in its order.
// Whoever can choose what goes in can make two things look alike: good for
// telling an answer from an older one, and for nothing else.
class Fingerprint {
 public:
  Fingerprint& add(std::string_view bytes);
  template <std::integral Number>
  Fingerprint& add(Number number) {
    mix(static_cast<std::uint64_t>(number));
    return *this;
  }

  // As an ETag, quotes included. Weak: compressed or not, it is one content.
  std::string etag() const;
  // Of bytes that are sent as they are, so that parts of them fit together.
  std::string strong_etag() const { return etag().substr(2); }

 private:
  void mix(std::uint64_t word);

  std::uint64_t low_ = 0x9e3779b97f4a7c15u;
  std::uint64_t high_ = 0xbf58476d1ce4e5b9u;
};

// Whether an If-None-Match names this ETag.
bool matches(std::string_view if_none_match, std::string_view etag);

}  // namespace stepline::server
