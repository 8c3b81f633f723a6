#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "reader/kind.h"
#include "reader/problem.h"
#include "store/arena.h"
#include "store/block.h"

namespace stepline::store {

// Where something too large to keep lies: a value of an event, or a tensor.
struct BlobPlace {
  std::int64_t step = 0;
  double wall_secs = 0;
  std::uint64_t offset = 0;       // Of the record, in its file.
  std::uint32_t bytes = 0;        // Of its payload.
  std::uint32_t value_index = 0;  // Which value of the summary.
};

// What lies where a part ends.
enum class Footing : std::uint8_t {
  Record,   // A record, or as much of it as there is, or nothing yet.
  Damaged,  // A record with a damaged payload, reported already; what comes
            // behind it has not been written yet.
  Lost,     // Behind reported damage: the next header is still looked for.
};

// What a part that was loaded from the middle of a file took for granted of a
// tag, whose metadata it could not know: the kinds, by event::ValueForm, of
// values that had no metadata of their own.
struct Assumption {
  using Kinds = std::array<std::optional<reader::Kind>, 7>;
  std::string tag;
  Kinds without_metadata;   // Before the part had any for the tag.
  Kinds by_first_metadata;  // After.
};

// The first kMaxProblems of a part are told; all are counted.
inline constexpr std::size_t kMaxProblems = 1000;

// What a stretch of an event file or tensor file held, loaded by one thread.
struct FilePart {
  struct Series {
    std::string tag;  // UTF-8.
    reader::Kind kind = reader::Kind::Other;
    // The first that came with the tag in this part, whatever its kind; null:
    // none. An earlier part may have one that goes before.
    std::shared_ptr<const event::Metadata> metadata;
    std::vector<const Block*> blocks;  // Of scalars, in order.
    std::vector<BlobPlace> places;     // Of everything else, in order.
  };

  // A session's start (SessionLog START) makes a new section, at whose step the
  // run was taken up again. The first section of a part continues the last one
  // of the part before.
  struct Section {
    std::optional<std::int64_t> restart_step;
    double restart_wall_secs = 0;
    std::vector<Series> series;  // In order of their first appearance.
  };

  std::uint64_t begin = 0;
  std::uint64_t end = 0;              // Where the next record begins.
  Footing footing = Footing::Record;  // What is at `end`.
  std::uint64_t records = 0;          // Sound ones.
  std::uint64_t points = 0;
  std::uint64_t damaged_records = 0;
  double first_wall_secs = 0;  // Of any event; 0 when there was none.
  double last_wall_secs = 0;   // By reader::later_of(): points and places.
  std::uint64_t session = 0;   // By event::session_of(), of the first event.
  std::optional<std::string> file_version;
  std::string source_writer;
  std::vector<Section> sections;  // At least one.
  std::vector<reader::Problem> problems;
  std::unique_ptr<Arena> arena;  // Of the blocks.

  std::vector<Assumption> assumptions;  // For continues() alone.
};

}  // namespace stepline::store
