#include "cli/picture.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "cli/format.h"
#include "cli/number_text.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

struct Candidate {
  std::string run;
  store::SeriesInfo series;
};

// One chart: all runs that have this tag.
struct TagRuns {
  std::string tag;
  std::vector<Candidate> runs;
};

std::vector<TagRuns> by_tag(const std::vector<SelectedRun>& runs) {
  std::vector<TagRuns> tags;
  std::map<std::string, std::size_t> places;
  for (const SelectedRun& run : runs) {
    for (const store::SeriesInfo& series : run.series) {
      const auto [place, is_new] = places.try_emplace(series.tag, tags.size());
      if (is_new) tags.push_back({series.tag, {}});
      tags[place->second].runs.push_back({run.info.name, series});
    }
  }
  return tags;
}

double x_of(store::Axis axis, const store::Point& point,
            const store::SeriesInfo& series) {
  const auto step = static_cast<double>(point.step);
  switch (axis) {
    case store::Axis::WallTime:
      return point.wall_secs;
    case store::Axis::RelativeTime:
      return point.wall_secs - series.first_wall_secs;
    case store::Axis::RelativeStep:
      return step - static_cast<double>(series.first_step);
    case store::Axis::Step:
      break;
  }
  return step;
}

ChartCurve curve_of(const Candidate& candidate, const store::Reduced& reduced,
                    store::Axis axis) {
  ChartCurve curve;
  curve.name = printable(candidate.run);
  const auto x_at = [&](const store::Point& point) {
    return x_of(axis, point, candidate.series);
  };
  const auto& gaps = reduced.non_finite;
  std::size_t gap = 0;
  for (std::size_t i = 0; i < reduced.points.size(); ++i) {
    const store::Point point = reduced.points[i];
    const double x = x_at(point);
    const std::size_t before = gap;
    while (gap < gaps.size() && gaps[gap].first.step < point.step) ++gap;
    if (gap != before) {
      curve.x.push_back(x);
      curve.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    curve.x.push_back(x);
    curve.y.push_back(reduced.smoothed.empty() ? point.value
                                               : reduced.smoothed[i]);
  }
  for (const store::NonFiniteInterval& interval : gaps) {
    curve.marks.push_back(
        {x_at(interval.first), x_at(interval.last), interval.kind});
  }
  curve.note = "no points";
  if (const std::size_t count = reduced.points.size(); count > 0) {
    const store::Point last = reduced.points[count - 1];
    curve.note =
        short_number(last.value) + " at step " + std::to_string(last.step);
  }
  return curve;
}

std::vector<ChartCurve> curves_of(const store::Store& store, const TagRuns& tag,
                                  const PictureOptions& options) {
  store::RangeQuery query;
  query.options.window = options.window;
  query.options.pixels = static_cast<std::uint32_t>(2 * options.chart.columns);
  query.options.smoothing = options.smoothing;
  std::map<store::SeriesId, const Candidate*> candidates;
  for (const Candidate& candidate : tag.runs) {
    if (query.series.size() == options.curves) break;
    query.series.push_back(candidate.series.id);
    candidates[candidate.series.id] = &candidate;
  }
  std::vector<ChartCurve> curves;
  for (const store::RangeAnswer& answer : store.ranges(query)) {
    curves.push_back(curve_of(*candidates.at(answer.series), answer.reduced,
                              options.window.axis));
  }
  return curves;
}

ChartOptions chart_options(const PictureOptions& options) {
  ChartOptions chart = options.chart;
  switch (options.window.axis) {
    case store::Axis::Step:
      chart.x_title = "step";
      break;
    case store::Axis::WallTime:
      chart.x_scale = ChartOptions::Scale::Time;
      chart.x_title = "time";
      break;
    case store::Axis::RelativeTime:
      chart.x_scale = ChartOptions::Scale::Duration;
      chart.x_title = "since start";
      break;
    case store::Axis::RelativeStep:
      chart.x_title = "steps since start";
      break;
  }
  return chart;
}

bool is_empty(const ChartCurve& curve) {
  return curve.x.empty() && curve.marks.empty();
}

std::string more(std::uint64_t count, std::string_view noun) {
  return format_counted(count, "more " + std::string(noun));
}

bool any_not_positive(const std::vector<ChartCurve>& curves) {
  return std::ranges::any_of(curves, [](const ChartCurve& curve) {
    return std::ranges::any_of(curve.y, [](double y) { return y <= 0; });
  });
}

std::string title_of(const Output& out, const TagRuns& tag,
                     const PictureOptions& options,
                     const std::vector<ChartCurve>& curves) {
  std::string title = out.paint(printable(tag.tag), Colour::Bold);
  if (options.smoothing) {
    title += "  smoothed " + short_number(*options.smoothing);
  }
  if (options.chart.log) title += "  log scale";
  if (options.chart.log && any_not_positive(curves)) {
    title += ", values up to 0 left out";
  }
  return title;
}

}  // namespace

std::vector<std::string> draw_picture(const Output& out,
                                      const store::Store& store,
                                      const std::vector<SelectedRun>& runs,
                                      const PictureOptions& options) {
  const ChartOptions chart = chart_options(options);
  const std::vector<TagRuns> tags = by_tag(runs);
  std::vector<std::string> lines;
  std::size_t i = 0;
  for (std::size_t drawn = 0; i < tags.size() && drawn < options.charts; ++i) {
    const auto curves = curves_of(store, tags[i], options);
    if (std::ranges::all_of(curves, is_empty)) continue;
    if (drawn++ > 0) lines.emplace_back();
    lines.push_back(title_of(out, tags[i], options, curves));
    for (std::string& line : draw_chart(curves, chart)) {
      lines.push_back(std::move(line));
    }
    if (tags[i].runs.size() <= options.curves) continue;
    lines.push_back(" and " +
                    more(tags[i].runs.size() - options.curves, "run") +
                    " (--run chooses, --curves shows more)");
  }
  if (i < tags.size()) {
    lines.emplace_back();
    lines.push_back("and " + more(tags.size() - i, "tag") +
                    " (--tag chooses, --charts shows more)");
  }
  return lines;
}

}  // namespace stepline::cli
