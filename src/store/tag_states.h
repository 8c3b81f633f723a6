#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "event/event.h"
#include "store/arena.h"
#include "store/scalar_layout.h"

namespace stepline::store {

// Points of a series of doubles that are not packed yet.
struct WidePoints {
  std::vector<std::int64_t> steps;
  std::vector<double> wall_secs;
  std::vector<double> values;
};

// What a loader knows of a tag while it loads. Not the store's series: it is
// gone when the part is done.
struct alignas(64) TagState {
  static constexpr std::uint32_t kNone = 0xffffffff;

  // What is touched for each point comes first: the points of its series of
  // floats that are not packed yet, ...
  std::int64_t* steps = nullptr;
  double* wall_secs = nullptr;
  float* values = nullptr;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  TagState* next = nullptr;  // ... the tag that came after it last time, ...
  ScalarLayout layout;       // ... and what its values look like.

  std::string_view tag;  // UTF-8.
  std::uint32_t hash = 0;

  // Its series in the present section, as PartBuilder numbers them.
  std::uint32_t section = kNone;
  std::uint32_t first_series = kNone;
  std::uint32_t scalar_series = kNone;
  std::unique_ptr<WidePoints> wide;  // Not null: its numbers are doubles.

  // The first metadata in the file, perhaps of an earlier part; the first in
  // this part, with the bytes it came as.
  const event::Metadata* first_metadata = nullptr;
  std::shared_ptr<const event::Metadata> own_metadata;
  std::string own_metadata_bytes;
  std::uint32_t assumption = kNone;  // Its index in the part.
};

// All tags of a part, found by name. Small while there are few.
class TagStates {
 public:
  TagStates();
  TagStates(const TagStates&) = delete;
  TagStates& operator=(const TagStates&) = delete;
  ~TagStates();

  static std::uint32_t hash_of(std::string_view tag) {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
    const char* at = tag.data();
    const char* const end = at + tag.size();
    std::uint64_t hash = tag.size() * kFactor;
    std::uint64_t rest = 0;
    if (tag.size() >= 8) {
      for (; end - at > 8; at += 8) {
        hash = (hash ^ load_le<std::uint64_t>(at)) * kFactor;
        hash ^= hash >> 32;
      }
      rest = load_le<std::uint64_t>(end - 8);
    } else if (tag.size() >= 4) {
      rest = std::uint64_t{load_le<std::uint32_t>(at)} << 32 |
             load_le<std::uint32_t>(end - 4);
    } else {
      for (; at != end; ++at)
        rest = rest << 8 | static_cast<unsigned char>(*at);
    }
    hash ^= rest;
    hash = (hash ^ hash >> 32) * kFactor;
    return static_cast<std::uint32_t>(hash >> 32);
  }

  // Null when there is none.
  TagState* find(std::string_view tag, std::uint32_t hash) const {
    for (std::size_t i = hash;; ++i) {
      const Slot& slot = slots_[i & mask_];
      if (slot.state == nullptr) return nullptr;
      if (slot.hash == hash && slot.state->tag == tag) return slot.state;
    }
  }

  // For looking up many at once: where find() will begin; the first tag there
  // that has the hash, which is almost surely the right one.
  void prefetch(std::uint32_t hash) const {
    __builtin_prefetch(&slots_[hash & mask_]);
  }
  TagState* find_likely(std::uint32_t hash) const {
    for (std::size_t i = hash;; ++i) {
      const Slot& slot = slots_[i & mask_];
      if (slot.state == nullptr || slot.hash == hash) return slot.state;
    }
  }

  // For a tag that is not there yet.
  TagState& add(std::string_view tag, std::uint32_t hash);

  std::size_t size() const { return states_.size(); }
  Arena& arena() { return arena_; }

 private:
  struct Slot {
    TagState* state = nullptr;
    std::uint32_t hash = 0;
  };

  void put(TagState* state);
  void grow();

  Arena arena_;  // Of the states, their names and layouts.
  std::vector<TagState*> states_;
  std::vector<Slot> slots_;
  std::size_t mask_;
};

}  // namespace stepline::store
