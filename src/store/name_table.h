#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::store {

// Strings, each kept once and known by a number: the tags of ten thousand runs
// are mostly the same few. Names are never forgotten, and never move.
//
// Not thread-safe.
class NameTable {
 public:
  std::uint32_t intern(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;
  const std::string& operator[](std::uint32_t id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::size_t slot_of(std::string_view name) const;
  void grow();

  std::deque<std::string> names_;
  std::vector<std::uint32_t> slots_;  // Number + 1; 0: free. A power of two.
};

}  // namespace stepline::store
