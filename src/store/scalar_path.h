#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/event_head.h"
#include "store/event_loader.h"
#include "store/file_part.h"
#include "store/part_builder.h"
#include "store/record_scanner.h"
#include "store/tag_states.h"

namespace stepline::store {

// The short cut through which almost every event of almost every file goes: it
// holds scalars, of tags that were seen before. Whatever is not exactly as
// expected goes to the EventLoader, before anything of the event was taken.
//
// Tags mostly come in the same order again and again, so the next tag is
// guessed from the last one. Where guesses fail too often, records are taken in
// batches, in passes of which each fetches into the cache what the next needs.
//
// What it is given must outlive it.
class ScalarPath {
 public:
  ScalarPath(FilePart& part, PartBuilder& builder, EventLoader& loader)
      : part_(part), builder_(builder), loader_(loader) {}

  // Takes all records that the scanner has in its buffer.
  void take_all(RecordScanner& scanner);

 private:
  static constexpr std::size_t kBatch = 32;
  // With fewer tags everything is in the cache anyway.
  static constexpr std::size_t kManyTags = 500;
  static constexpr int kLead = 6;
  // After so many values it is decided anew whether guessing pays.
  static constexpr std::uint32_t kWindow = 512;

  // A value of the event at hand.
  struct Found {
    TagState* tag;
    const char* number;
  };

  struct Pending {
    std::string_view payload;
    const char* value;
    double wall_secs;
    std::int64_t step;
    TagState* tag;
    std::uint32_t hash;
  };

  void take(const RecordScanner& scanner, std::string_view payload);
  // Fetches into the cache what tags further on will need.
  void look_ahead(const TagState& tag);
  // False: not for this path, and nothing was taken.
  bool take_scalars(std::string_view payload);
  bool take_several(const EventHead& head, const char* end);
  // The tag whose value begins at `at`; null when there is none that matches.
  TagState* look_up(const char* at, const char* end) const;

  // False: not for a batch.
  bool add_to_batch(std::string_view payload);
  void take_batch(const RecordScanner& scanner);
  void reconsider();

  FilePart& part_;
  PartBuilder& builder_;
  EventLoader& loader_;
  bool batching_ = false;
  std::uint32_t values_ = 0;  // In this window, ...
  std::uint32_t misses_ = 0;  // ... and how many were guessed wrong.
  // Goes kLead tags before the last one, along the guesses; null: not yet.
  const TagState* runner_ = nullptr;
  int lead_ = 0;
  std::vector<Found> found_;
  std::size_t pending_count_ = 0;
  std::array<Pending, kBatch> pending_;
};

}  // namespace stepline::store
