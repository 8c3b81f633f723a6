#include "cli/restarts.h"

#include <algorithm>

namespace stepline::cli {

using Restart = reader::RestartRule::Restart;

void Restarts::add_start(std::uint64_t place, std::int64_t step) {
  add(starts_, {place, step});
}

bool Restarts::add_point(const Point& point) {
  if (point.series >= series_.size()) series_.resize(point.series + 1);
  Series& series = series_[point.series];
  reader::RestartRule& rule = series.rule;
  // Of starts the rule hears when it matters.
  const auto highest = rule.highest_step();
  if (highest && reaches(starts_, series.highest_place, *highest)) {
    rule.supersede_from(*highest);
  }
  const reader::RestartRule::Point next{.file = point.file,
                                        .version_one = point.version_one,
                                        .step = point.step,
                                        .wall_secs = point.wall_secs};
  const Restart restart = rule.look(next);
  if (restart != Restart::None) {
    add(series.cuts, {point.place, point.step});
    rule.supersede_from(point.step);
  }
  if (rule.add(next)) series.highest_place = point.place;
  return restart == Restart::NewFile;
}

bool Restarts::superseded(std::uint32_t series, std::uint64_t place,
                          std::int64_t step) const {
  return reaches(starts_, place, step) ||
         (series < series_.size() &&
          reaches(series_[series].cuts, place, step));
}

void Restarts::add(Cuts& cuts, Cut cut) {
  any_ = true;
  while (!cuts.empty() && cuts.back().step >= cut.step) cuts.pop_back();
  cuts.push_back(cut);
}

bool Restarts::reaches(const Cuts& cuts, std::uint64_t place,
                       std::int64_t step) {
  const auto next = std::ranges::upper_bound(cuts, place, {}, &Cut::place);
  return next != cuts.end() && next->step <= step;
}

}  // namespace stepline::cli
