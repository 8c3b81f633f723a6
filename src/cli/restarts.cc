#include "cli/restarts.h"

#include <algorithm>

namespace stepline::cli {

void Restarts::add_start(std::uint64_t place, std::int64_t step) {
  add(starts_, {place, step});
}

bool Restarts::add_point(const Point& point) {
  if (point.series >= series_.size()) series_.resize(point.series + 1);
  Series& series = series_[point.series];
  bool taken_up = false;
  if (series.highest && point.step <= series.highest->step) {
    const bool new_file = point.file != series.last_file &&
                          point.wall_secs >= series.highest->wall_secs;
    const bool went_back = point.file == series.last_file &&
                           point.version_one && point.step < series.last_step;
    taken_up = new_file;
    if (new_file || went_back) add(series.cuts, {point.place, point.step});
  }
  series.last_file = point.file;
  series.last_step = point.step;
  if (!series.highest || point.step >= series.highest->step ||
      superseded(point.series, series.highest->place, series.highest->step)) {
    series.highest = point;
  }
  return taken_up;
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
