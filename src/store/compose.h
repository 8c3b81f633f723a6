#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "reader/restart_rule.h"
#include "store/column.h"
#include "store/curve.h"
#include "store/file_part.h"
#include "store/store.h"

namespace stepline::store {

// How the points of a series, from several files and sessions, become one curve
// and the branches that restarts superseded (docs/reading.md has the rules for
// users). A pure function of what the files hold: neither the order in which
// they were loaded nor the moment of asking changes the answer.
//
// Files of a run come in the order of their names, sections in the order of the
// file. A session's start supersedes what came before at its step and after,
// but for what other files of that session hold; reader::RestartRule says which
// points supersede what within their series. What is left out of order is put
// in the order of steps; among equal steps the order of writing stays, and the
// order of files.

// Where in a run something stands.
struct Position {
  std::uint32_t file = 0;  // Rank of the file's name among the run's.
  std::uint32_t section = 0;
  auto operator<=>(const Position&) const = default;
};

struct SessionStart {
  Position position;
  std::int64_t step = 0;
  double wall_secs = 0;
  std::uint64_t session = 0;  // Of its file, as in reader::FileLife.
};

struct ScalarSegment {
  Position position;
  reader::FileLife life = {};  // Of its file.
  bool version_one = false;
  ColumnView column;
  bool sorted_by_step = true;
  bool sorted_by_wall = true;
  std::shared_ptr<const void> owner;  // Of the column's blocks.
};

struct Composition {
  struct Branch {
    BranchInfo info;
    Curve curve;
  };
  Curve live;
  std::vector<Branch> branches;
  bool merged = false;  // Points had to be put in order: there are copies.
};

// Both spans in the order of positions. Segments are not empty.
Composition compose(std::span<const ScalarSegment> segments,
                    std::span<const SessionStart> starts);

// Only where no points have to be copied, which is quick; nullopt elsewhere.
std::optional<Composition> compose_quickly(
    std::span<const ScalarSegment> segments,
    std::span<const SessionStart> starts);

// The same for places.
struct BlobSegment {
  Position position;
  reader::FileLife life =
      {};  // Of its file, or of the event file it belongs to.
  bool version_one = false;
  bool in_tensor_file = false;
  std::uint32_t file = 0;  // The catalog's number of it.
  std::uint32_t metadata = 0;
  std::span<const BlobPlace> places;
  std::shared_ptr<const void> owner;  // Of the places.
};
struct BlobRef {
  BlobPlace place;
  std::uint32_t file = 0;
  std::uint32_t metadata = 0;
};
struct BlobComposition {
  struct Branch {
    BranchInfo info;
    std::vector<BlobRef> blobs;
  };
  std::vector<BlobRef> live;
  std::vector<Branch> branches;
};
BlobComposition compose_blobs(std::span<const BlobSegment> segments,
                              std::span<const SessionStart> starts);

}  // namespace stepline::store
