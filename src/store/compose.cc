#include "store/compose.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "reader/restart_rule.h"
#include "store/arena.h"

namespace stepline::store {
namespace {

using reader::RestartRule;
using Restart = RestartRule::Restart;

bool is_float(double value) {
  return value != value ||
         static_cast<double>(static_cast<float>(value)) == value;
}

// Points in the order of steps, packed into a column of their own.
struct Packed {
  Arena arena;
  Column column;
};

std::shared_ptr<Packed> pack(const Points& points) {
  auto packed = std::make_shared<Packed>();
  const auto scratch = std::make_unique<SealScratch>();
  std::vector<float> narrow;
  for (std::size_t at = 0; at < points.size(); at += kBlockPoints) {
    const std::size_t count = std::min(kBlockPoints, points.size() - at);
    const std::span steps(points.steps.data() + at, count);
    const std::span walls(points.wall_secs.data() + at, count);
    const std::span values(points.values.data() + at, count);
    const Block* block = nullptr;
    if (std::ranges::all_of(values, is_float)) {
      narrow.assign(values.begin(), values.end());
      block = seal_block(packed->arena, steps, walls,
                         std::span<const float>(narrow), *scratch);
    } else {
      block = seal_block(packed->arena, steps, walls, values, *scratch);
    }
    packed->column.append(block, packed->arena);
  }
  return packed;
}

void sort_by_step(Points& points) {
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return points.steps[i]; });
  Points sorted;
  for (const std::size_t i : order) sorted.push_back(points[i]);
  points = std::move(sorted);
}

template <class Segment, class Point>
RestartRule::Point to_rule(const Segment& segment, const Point& point) {
  return {.file = segment.position.file,
          .version_one = segment.version_one,
          .step = point.step,
          .wall_secs = point.wall_secs};
}

class Composer {
 public:
  explicit Composer(bool may_merge) : may_merge_(may_merge) {}

  // False when points would have to be copied and may not.
  bool add(const ScalarSegment& segment) {
    look(segment, segment.column.at(0));
    if (segment.sorted_by_step) {
      rule_.add(to_rule(segment, segment.column.at(segment.column.points - 1)));
      return append(segment);
    }
    if (!may_merge_) return false;
    Points points;
    Curve whole;
    whole.parts.push_back({segment.column, 0, segment.column.points});
    whole.read(0, segment.column.points, points);
    if (segment.version_one) return append_version_one(segment, points);
    sort_by_step(points);
    rule_.add(to_rule(segment, points[points.size() - 1]));
    append_points(points);
    return true;
  }

  void cut(std::int64_t step, double wall_secs) {
    rule_.supersede_from(step);
    Composition::Branch branch;
    branch.info.restart_step = step;
    branch.info.restart_wall_secs = wall_secs;
    std::vector<Active> taken = take_from(step);
    if (taken.empty()) return;
    branch.curve = curve_of(taken);
    branch.info.count = branch.curve.size();
    branch.info.first_step = branch.curve.at(0).step;
    branch.info.last_step = branch.curve.at(branch.curve.size() - 1).step;
    result_.branches.push_back(std::move(branch));
  }

  Composition finish() {
    result_.live = curve_of(active_);
    return std::move(result_);
  }

 private:
  struct Active {
    Curve::Part part;
    std::shared_ptr<const void> owner;
    bool sorted_by_wall = true;
  };

  // Cuts where the point is a restart.
  void look(const ScalarSegment& segment, const Point& point) {
    if (rule_.look(to_rule(segment, point)) != Restart::None) {
      cut(point.step, point.wall_secs);
    }
  }

  Point last() const {
    const Curve::Part& part = active_.back().part;
    return part.column.at(part.end - 1);
  }

  bool append(const ScalarSegment& segment) {
    const Active added{{segment.column, 0, segment.column.points},
                       segment.owner,
                       segment.sorted_by_wall};
    const std::int64_t first = segment.column.at(0).step;
    if (active_.empty() || first >= last().step) {
      active_.push_back(added);
      return true;
    }
    if (!may_merge_) return false;
    Points points;
    curve_of({added}).read(0, segment.column.points, points);
    append_points(points);
    return true;
  }

  bool append_version_one(const ScalarSegment& segment, const Points& points) {
    Points rising;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto next = to_rule(segment, points[i]);
      if (i > 0 && rule_.look(next) != Restart::None) {
        append_points(std::exchange(rising, {}));
        cut(next.step, next.wall_secs);
      }
      rule_.add(next);
      rising.push_back(points[i]);
    }
    append_points(rising);
    return true;
  }

  // Points in the order of steps, which may lie among the active ones.
  void append_points(const Points& points) {
    result_.merged = true;
    Points merged;
    if (!active_.empty() && points.steps.front() < last().step) {
      const std::int64_t after = points.steps.front() + 1;
      const Curve overlap = curve_of(take_from(after));
      overlap.read(0, overlap.size(), merged);
    }
    for (std::size_t i = 0; i < points.size(); ++i) merged.push_back(points[i]);
    sort_by_step(merged);
    const auto packed = pack(merged);
    active_.push_back({{packed->column.view(), 0, packed->column.size()},
                       packed,
                       packed->column.sorted_by_wall()});
  }

  // Takes what is at or after `step` out of the active points.
  std::vector<Active> take_from(std::int64_t step) {
    std::vector<Active> taken;
    while (!active_.empty() && last().step >= step) {
      Active whole = std::move(active_.back());
      active_.pop_back();
      Curve curve;
      curve.parts.push_back(whole.part);
      const std::uint64_t begin =
          whole.part.begin + curve.lower_bound_step(step);
      if (begin > whole.part.begin) {
        active_.push_back(whole);
        active_.back().part.end = begin;
      }
      whole.part.begin = begin;
      taken.insert(taken.begin(), std::move(whole));
    }
    return taken;
  }

  static Curve curve_of(const std::vector<Active>& active) {
    Curve curve;
    double latest = -std::numeric_limits<double>::infinity();
    for (const Active& one : active) {
      const Curve::Part& part = one.part;
      curve.parts.push_back(part);
      if (one.owner != nullptr) curve.owners.push_back(one.owner);
      curve.sorted_by_wall = curve.sorted_by_wall && one.sorted_by_wall &&
                             part.column.at(part.begin).wall_secs >= latest;
      latest = part.column.at(part.end - 1).wall_secs;
    }
    return curve;
  }

  const bool may_merge_;
  std::vector<Active> active_;
  RestartRule rule_;
  Composition result_;
};

// Calls `cut` and `add` in the order of positions; false when an `add` is.
template <class Segment, class Cut, class Add>
bool walk(std::span<const Segment> segments,
          std::span<const SessionStart> starts, Cut cut, Add add) {
  std::size_t next = 0;
  for (const Segment& segment : segments) {
    while (next < starts.size() && starts[next].position <= segment.position) {
      cut(starts[next].step, starts[next].wall_secs);
      ++next;
    }
    if (!add(segment)) return false;
  }
  for (; next < starts.size(); ++next) {
    cut(starts[next].step, starts[next].wall_secs);
  }
  return true;
}

bool compose_with(Composer& composer, std::span<const ScalarSegment> segments,
                  std::span<const SessionStart> starts) {
  return walk(
      segments, starts,
      [&](std::int64_t step, double wall_secs) {
        composer.cut(step, wall_secs);
      },
      [&](const ScalarSegment& segment) { return composer.add(segment); });
}

class BlobComposer {
 public:
  bool add(const BlobSegment& segment) {
    std::vector<BlobRef>& live = result_.live;
    for (const BlobPlace& place : segment.places) {
      const auto next = to_rule(segment, place);
      if (rule_.look(next) != Restart::None) cut(place.step, place.wall_secs);
      rule_.add(next);
      sorted_ =
          sorted_ && (live.empty() || live.back().place.step <= place.step);
      live.push_back({place, segment.file, segment.metadata});
    }
    sort();
    return true;
  }

  void cut(std::int64_t step, double wall_secs) {
    rule_.supersede_from(step);
    sort();
    std::vector<BlobRef>& live = result_.live;
    const auto from =
        std::ranges::lower_bound(live, step, {}, BlobComposer::step_of);
    if (from == live.end()) return;
    BlobComposition::Branch branch;
    branch.blobs.assign(from, live.end());
    branch.info = {.restart_step = step,
                   .restart_wall_secs = wall_secs,
                   .count = branch.blobs.size(),
                   .first_step = branch.blobs.front().place.step,
                   .last_step = branch.blobs.back().place.step};
    live.erase(from, live.end());
    result_.branches.push_back(std::move(branch));
  }

  BlobComposition finish() { return std::move(result_); }

 private:
  static std::int64_t step_of(const BlobRef& blob) { return blob.place.step; }

  void sort() {
    if (!std::exchange(sorted_, true)) {
      std::ranges::stable_sort(result_.live, {}, BlobComposer::step_of);
    }
  }

  BlobComposition result_;
  RestartRule rule_;
  bool sorted_ = true;
};

}  // namespace

Composition compose(std::span<const ScalarSegment> segments,
                    std::span<const SessionStart> starts) {
  Composer composer(/*may_merge=*/true);
  compose_with(composer, segments, starts);
  return composer.finish();
}

std::optional<Composition> compose_quickly(
    std::span<const ScalarSegment> segments,
    std::span<const SessionStart> starts) {
  Composer composer(/*may_merge=*/false);
  if (!compose_with(composer, segments, starts)) return std::nullopt;
  return composer.finish();
}

BlobComposition compose_blobs(std::span<const BlobSegment> segments,
                              std::span<const SessionStart> starts) {
  BlobComposer composer;
  walk(
      segments, starts,
      [&](std::int64_t step, double wall_secs) {
        composer.cut(step, wall_secs);
      },
      [&](const BlobSegment& segment) { return composer.add(segment); });
  return composer.finish();
}

}  // namespace stepline::store
