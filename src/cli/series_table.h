#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "event/event.h"
#include "event/event_view.h"
#include "reader/kind.h"

namespace stepline::cli {

// Which series the values of event files belong to, by the rules of
// docs/reading.md: a series is a tag and a kind, and the kind hangs on the
// metadata of the tag's first value in the file. Memory grows with the tags,
// not with the values. Not thread-safe.
class SeriesTable {
 public:
  struct Series {
    std::string_view tag;  // As it stands in the file.
    reader::Kind kind = reader::Kind::Other;
  };
  struct Place {
    std::uint32_t series = 0;   // Counted from 0.
    std::string_view metadata;  // That hold for the value; its own or not.
    bool has_metadata = false;  // False: there are none.
  };

  // What follows is of another file: only what it says of its tags holds.
  void begin_file() { ++file_; }

  // The views live as long as the value and the table do.
  Place place(const event::ValueView& value);

  const Series& at(std::uint32_t number) const { return series_[number]; }
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(series_.size());
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kKinds =
      static_cast<std::size_t>(reader::Kind::Other) + 1;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  struct Tag {
    std::uint32_t file = 0;  // Whose metadata these are.
    std::optional<event::Metadata> first;
    std::string first_bytes;
    std::array<std::uint32_t, kKinds> series;
  };

  reader::Kind kind_of(Tag& tag, const event::ValueView& value, Place& place);

  std::unordered_map<std::string, Tag, Hash, std::equal_to<>> tags_;
  std::deque<Series> series_;
  std::uint32_t file_ = 0;
};

}  // namespace stepline::cli
