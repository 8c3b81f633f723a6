#include "store/compose.h"

#include <algorithm>
#include <utility>

#include "store/compose_walk.h"
#include "store/strand.h"

namespace stepline::store {
namespace {

class Composer {
 public:
  explicit Composer(bool may_copy) : may_copy_(may_copy) {}

  // False when points would have to be copied and may not.
  bool add(const ScalarSegment& segment) {
    const std::uint32_t file = walk_.number_of(segment);
    strands_.resize(walk_.files());
    const auto point = [&](const Point& at) {
      return RulePoint{file, segment.version_one, at.step, at.wall_secs};
    };
    const ColumnView& column = segment.column;
    const Point first = column.at(0);
    cut(walk_.cut_by(point(first)));
    if (segment.sorted_by_step) {
      walk_.add(point(column.at(column.points - 1)));
      return append(strands_[file], segment, first.step);
    }
    if (!may_copy_) return false;
    Points points = points_of(segment);
    if (segment.version_one) {
      append_version_one(strands_[file], points, point);
    } else {
      walk_.add(point(points[highest_of(points)]));
      merge(strands_[file], std::move(points));
    }
    return true;
  }

  void start(const SessionStart& start) { cut(walk_.cut_by(start)); }

  // Nullopt likewise.
  std::optional<Composition> finish() {
    auto live = join_strands(strands_, may_copy_, result_.merged);
    if (!live || failed_) return std::nullopt;
    result_.live = std::move(*live);
    return std::move(result_);
  }

 private:
  using RulePoint = reader::RestartRule::Point;

  static Points points_of(const ScalarSegment& segment) {
    Points points;
    Curve whole;
    whole.parts.push_back({segment.column, 0, segment.column.points});
    whole.read(0, segment.column.points, points);
    return points;
  }

  // The last of the points with the highest step.
  static std::size_t highest_of(const Points& points) {
    std::size_t highest = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (points.steps[i] >= points.steps[highest]) highest = i;
    }
    return highest;
  }

  void cut(const ComposeWalk::Cut& cut) {
    std::vector<Strand> taken;
    for (const std::uint32_t file : cut.files) {
      taken.push_back(strands_[file].take_from(cut.step));
    }
    if (std::ranges::all_of(taken, &Strand::empty)) return;
    auto curve = join_strands(taken, may_copy_, result_.merged);
    failed_ = failed_ || !curve;
    if (!curve) return;
    Composition::Branch branch;
    branch.curve = std::move(*curve);
    branch.info = {.restart_step = cut.step,
                   .restart_wall_secs = cut.wall_secs,
                   .count = branch.curve.size(),
                   .first_step = branch.curve.at(0).step,
                   .last_step = branch.curve.at(branch.curve.size() - 1).step};
    result_.branches.push_back(std::move(branch));
  }

  bool append(Strand& strand, const ScalarSegment& segment,
              std::int64_t first_step) {
    if (strand.empty() || first_step >= strand.last_step()) {
      strand.append({{segment.column, 0, segment.column.points},
                     segment.owner,
                     segment.sorted_by_wall});
      return true;
    }
    if (!may_copy_) return false;
    merge(strand, points_of(segment));
    return true;
  }

  void merge(Strand& strand, Points points) {
    result_.merged = true;
    strand.merge(std::move(points));
  }

  template <class ToRule>
  void append_version_one(Strand& strand, const Points& points,
                          ToRule to_rule) {
    Points rising;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const RulePoint next = to_rule(points[i]);
      const ComposeWalk::Cut restart =
          i == 0 ? ComposeWalk::Cut{} : walk_.cut_by(next);
      if (!restart.files.empty()) {
        merge(strand, std::exchange(rising, {}));
        cut(restart);
      }
      walk_.add(next);
      rising.push_back(points[i]);
    }
    merge(strand, std::move(rising));
  }

  const bool may_copy_;
  bool failed_ = false;
  ComposeWalk walk_;
  std::vector<Strand> strands_;  // By number of file.
  Composition result_;
};

std::optional<Composition> compose(std::span<const ScalarSegment> segments,
                                   std::span<const SessionStart> starts,
                                   bool may_copy) {
  Composer composer(may_copy);
  if (!walk(segments, starts, composer)) return std::nullopt;
  return composer.finish();
}

}  // namespace

Composition compose(std::span<const ScalarSegment> segments,
                    std::span<const SessionStart> starts) {
  return *compose(segments, starts, /*may_copy=*/true);
}

std::optional<Composition> compose_quickly(
    std::span<const ScalarSegment> segments,
    std::span<const SessionStart> starts) {
  return compose(segments, starts, /*may_copy=*/false);
}

}  // namespace stepline::store
