#pragma once

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

// What a stretch of an event file or tensor file held, loaded by one thread.
struct FilePart {
  struct Series {
    std::string tag;  // UTF-8.
    reader::Kind kind = reader::Kind::Other;
    // The first that came with the tag, whatever its kind; null: none.
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
  std::uint64_t end = 0;  // Where the next record begins.
  std::uint64_t records = 0;
  std::uint64_t points = 0;
  std::uint64_t damaged_records = 0;
  double first_wall_secs = 0;  // Of any event; 0 when there was none.
  std::optional<std::string> file_version;
  std::string source_writer;
  std::vector<Section> sections;  // At least one.
  std::vector<reader::Problem> problems;
  std::unique_ptr<Arena> arena;  // Of the blocks.
};

}  // namespace stepline::store
