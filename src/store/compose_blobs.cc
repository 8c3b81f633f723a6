#include <algorithm>
#include <iterator>
#include <utility>

#include "store/compose.h"
#include "store/compose_walk.h"

namespace stepline::store {
namespace {

using Blobs = std::vector<BlobRef>;

std::int64_t step_of(const BlobRef& blob) { return blob.place.step; }

void sort_by_step(Blobs& blobs) {
  if (std::ranges::is_sorted(blobs, {}, step_of)) return;
  std::ranges::stable_sort(blobs, {}, step_of);
}

void move_to_end(Blobs& from, Blobs& to) {
  std::ranges::move(from, std::back_inserter(to));
}

class BlobComposer {
 public:
  bool add(const BlobSegment& segment) {
    const std::uint32_t file = walk_.number_of(segment);
    strands_.resize(walk_.files());
    for (const BlobPlace& place : segment.places) {
      const reader::RestartRule::Point next{file, segment.version_one,
                                            place.step, place.wall_secs};
      cut(walk_.cut_by(next));
      walk_.add(next);
      strands_[file].push_back({place, segment.file, segment.metadata});
    }
    return true;
  }

  void start(const SessionStart& start) { cut(walk_.cut_by(start)); }

  BlobComposition finish() {
    for (Blobs& strand : strands_) move_to_end(strand, result_.live);
    sort_by_step(result_.live);
    return std::move(result_);
  }

 private:
  void cut(const ComposeWalk::Cut& cut) {
    BlobComposition::Branch branch;
    for (const std::uint32_t file : cut.files) {
      Blobs taken = take_from(strands_[file], cut.step);
      move_to_end(taken, branch.blobs);
    }
    if (branch.blobs.empty()) return;
    sort_by_step(branch.blobs);
    branch.info = {.restart_step = cut.step,
                   .restart_wall_secs = cut.wall_secs,
                   .count = branch.blobs.size(),
                   .first_step = branch.blobs.front().place.step,
                   .last_step = branch.blobs.back().place.step};
    result_.branches.push_back(std::move(branch));
  }

  static Blobs take_from(Blobs& strand, std::int64_t step) {
    const auto from = std::ranges::stable_partition(
        strand, [&](const BlobRef& blob) { return step_of(blob) < step; });
    Blobs taken(from.begin(), from.end());
    strand.erase(from.begin(), from.end());
    return taken;
  }

  ComposeWalk walk_;
  std::vector<Blobs> strands_;  // By number of file.
  BlobComposition result_;
};

}  // namespace

BlobComposition compose_blobs(std::span<const BlobSegment> segments,
                              std::span<const SessionStart> starts) {
  BlobComposer composer;
  walk(segments, starts, composer);
  return composer.finish();
}

}  // namespace stepline::store
