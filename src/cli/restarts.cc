#include "cli/restarts.h"

#include <algorithm>

namespace stepline::cli {

void Restarts::begin_file(std::uint32_t file, const reader::FileLife& life) {
  lives_.resize(file + 1);
  starts_.resize(file + 1);
  lives_.back() = life;
}

void Restarts::live_on(double wall_secs) {
  lives_.back().last_secs =
      reader::later_of(lives_.back().last_secs, wall_secs);
}

void Restarts::add_start(std::uint64_t place, std::int64_t step) {
  any_ = true;
  last_start_place_ = place;
  const std::uint32_t own = file();
  for (std::uint32_t file = 0; file <= own; ++file) {
    if (file == own || !reader::share_session(lives_[file], lives_[own])) {
      add(starts_[file], {place, step});
    }
  }
}

bool Restarts::add_point(const Point& point) {
  if (point.series >= series_.size()) series_.resize(point.series + 1);
  Series& series = series_[point.series];
  tell_of_starts(series);
  const reader::RestartRule::Point next{.file = file(),
                                        .version_one = point.version_one,
                                        .step = point.step,
                                        .wall_secs = point.wall_secs};
  bool took_up = false;
  for (const std::uint32_t file : series.rule.superseded_by(next, lives_)) {
    any_ = true;
    took_up = took_up || file != next.file;
    add(cuts_of(series, file), {point.place, point.step});
    series.rule.supersede(file, point.step);
  }
  series.rule.add(next);
  series.last_place = point.place;
  return took_up;
}

bool Restarts::has_elder_sibling(std::uint32_t file) const {
  return std::any_of(lives_.begin(), lives_.begin() + file,
                     [&](const reader::FileLife& earlier) {
                       return reader::share_session(earlier, lives_[file]);
                     });
}

bool Restarts::superseded(std::uint32_t series, std::uint32_t file,
                          std::uint64_t place, std::int64_t step) const {
  const auto start = first_behind(starts_[file], place);
  if (start && *start <= step) return true;
  if (series >= series_.size()) return false;
  const auto& reaches = series_[series].reaches;
  const auto own = std::ranges::lower_bound(reaches, file, {}, &Reach::file);
  if (own == reaches.end() || own->file != file) return false;
  const auto cut = first_behind(own->cuts, place);
  return cut && *cut <= step;
}

void Restarts::tell_of_starts(Series& series) const {
  if (last_start_place_ <= series.last_place) return;
  for (const auto& reached : series.rule.files()) {
    const auto step = first_behind(starts_[reached.file], series.last_place);
    if (step) series.rule.supersede(reached.file, *step);
  }
}

Restarts::Cuts& Restarts::cuts_of(Series& series, std::uint32_t file) {
  const auto at =
      std::ranges::lower_bound(series.reaches, file, {}, &Reach::file);
  if (at != series.reaches.end() && at->file == file) return at->cuts;
  return series.reaches.insert(at, {file, {}})->cuts;
}

void Restarts::add(Cuts& cuts, Cut cut) {
  while (!cuts.empty() && cuts.back().step >= cut.step) cuts.pop_back();
  cuts.push_back(cut);
}

// Steps rise, so that the first is the lowest.
std::optional<std::int64_t> Restarts::first_behind(const Cuts& cuts,
                                                   std::uint64_t place) {
  const auto next = std::ranges::upper_bound(cuts, place, {}, &Cut::place);
  if (next == cuts.end()) return std::nullopt;
  return next->step;
}

}  // namespace stepline::cli
