#include "cli/merge_files.h"

#include <optional>
#include <utility>

#include "cli/merge_source.h"
#include "cli/new_file.h"
#include "cli/restarts.h"
#include "event/summary_edit.h"
#include "event/wire.h"

namespace stepline::cli {
namespace {

using event::EventView;
using reader::Kind;

// Every n-th point of each scalar series, its first and its last.
class Thinning {
 public:
  explicit Thinning(std::int64_t every)
      : every_(static_cast<std::uint64_t>(every)) {}

  void count(std::uint32_t series) { ++at(series).points; }
  void rewind() {
    for (Series& series : series_) series.seen = 0;
  }
  bool keep(std::uint32_t number) {
    Series& series = at(number);
    const std::uint64_t index = series.seen++;
    return index % every_ == 0 || index + 1 == series.points;
  }

 private:
  struct Series {
    std::uint64_t points = 0;
    std::uint64_t seen = 0;
  };
  Series& at(std::uint32_t number) {
    if (number >= series_.size()) series_.resize(number + 1);
    return series_[number];
  }

  const std::uint64_t every_;
  std::vector<Series> series_;
};

class Merge {
 public:
  Merge(storage::FileSystem& files, std::vector<std::string> paths,
        const MergeOptions& options)
      : options_(options),
        source_(files, std::move(paths)),
        thinning_(options.every) {}

  Result<MergeReport> run(storage::FileSystem& files,
                          const std::string& output) {
    auto made = NewFile::create(files, output, NewFile::Existing::Refuse);
    if (!made) return made.error();
    out_ = made->get();
    if (options_.drop_superseded) {
      auto passed = pass([&](const MergeEvent& e) { return note_restarts(e); });
      if (!passed) return passed.error();
    }
    if (options_.every > 1) {
      auto passed = pass([&](const MergeEvent& e) { return count_points(e); });
      if (!passed) return passed.error();
    }
    thinning_.rewind();
    last_pass_ = true;
    auto passed = pass([&](const MergeEvent& e) { return write(e); });
    if (!passed) return passed.error();
    last_pass_ = false;
    if (!options_.drop_superseded && restarts_.any()) {
      passed = pass([&](const MergeEvent& e) { return count_superseded(e); });
      if (!passed) return passed.error();
    }
    if (auto finished = (*made)->finish(); !finished) return finished.error();
    report_.bytes_written = (*made)->bytes();
    return report_;
  }

 private:
  Result<void> pass(std::function<Result<void>(const MergeEvent&)> take) {
    std::uint64_t base = std::exchange(bytes_done_, 0);
    base = bytes_before_ += base;
    return source_.pass(
        {.event = [&](const MergeEvent& event) -> Result<void> {
           if (options_.progress) {
             auto go_on = options_.progress(base + bytes_done_);
             if (!go_on) return go_on;
           }
           return take(event);
         },
         .damage =
             [&](const std::string& path, const Damage& damage) {
               if (last_pass_ && options_.damage) options_.damage(path, damage);
             },
         .progress = [&](std::uint64_t bytes) { bytes_done_ = bytes; }});
  }

  Result<void> note_restarts(const MergeEvent& event) {
    note_event(event);
    event.visit_values([&](const auto&, const SeriesTable::Place& place) {
      note_point(event, place);
    });
    return {};
  }

  void note_event(const MergeEvent& event) {
    const EventView& view = event.event->view();
    if (event.first) restarts_.begin_file(event.file, begun_life(view));
    if (has_content(view)) restarts_.live_on(view.wall_secs);
    if (starts_session(*event.event)) {
      restarts_.add_start(event.place, view.step);
    }
  }

  void note_point(const MergeEvent& event, const SeriesTable::Place& place) {
    const EventView& view = event.event->view();
    restarts_.add_point({.series = place.series,
                         .place = event.place,
                         .step = view.step,
                         .wall_secs = view.wall_secs,
                         .version_one = event.version_one});
  }

  Result<void> count_points(const MergeEvent& event) {
    event.visit_values([&](const auto&, const SeriesTable::Place& place) {
      if (!superseded(event, place)) thinning_.count(place.series);
    });
    return {};
  }

  Result<void> count_superseded(const MergeEvent& event) {
    event.visit_values([&](const auto&, const SeriesTable::Place& place) {
      report_.superseded_values += restarts_.superseded(
          place.series, event.file, event.place, event.event->view().step);
    });
    return {};
  }

  Result<void> write(const MergeEvent& event) {
    const EventView& view = event.event->view();
    if (!options_.drop_superseded) note_event(event);
    const bool is_version = view.what == EventView::What::FileVersion;
    // Once nothing is superseded any more, no step that goes back may be taken
    // for a restart, as it is in files of version 1.
    const bool renewed =
        is_version && options_.drop_superseded && event.version_one;
    if (report_.records_read++ == 0 && (!is_version || renewed)) {
      if (auto begun = write_version(view.wall_secs); !begun) return begun;
    }
    if (is_version && report_.records_written > 0) return {};
    // In one file it would reach what it spares in files of its session.
    if (starts_session(*event.event) &&
        restarts_.has_elder_sibling(event.file)) {
      return {};
    }
    if (view.what != EventView::What::Summary) return append(event.payload);
    return write_summary(event);
  }

  Result<void> write_version(double wall_secs) {
    event::Event version;
    version.wall_time =
        event::WallTime::from_secs(wall_secs).value_or(event::WallTime());
    version.what = event::FileVersion{"brain.Event:2"};
    version.source_writer = "stepline.merge";
    return append(event::encode_event(version));
  }

  Result<void> write_summary(const MergeEvent& event) {
    std::size_t kept = 0;  // Before the first that is not as it was.
    bool edited = false;
    edit_.clear();
    event.visit_values(
        [&](const event::ValueView& value, const SeriesTable::Place& place) {
          if (!options_.drop_superseded) note_point(event, place);
          const bool out = left_out(event, place);
          const std::string_view added =
              out ? std::string_view() : missing_metadata(value, place);
          if (!edited && (out || !added.empty())) {
            keep_first(event, kept);
            edited = true;
          }
          if (edited && !out) edit_.keep(value.whole, added);
          ++kept;
        });
    if (!edited) return append(event.payload);
    if (edit_.empty()) return {};
    return append(edit_.apply_to(event.event->bytes()));
  }

  void keep_first(const MergeEvent& event, std::size_t count) {
    for (const event::ValueView& value : event.event->view().values()) {
      if (count-- == 0) return;
      edit_.keep(value.whole);
    }
  }

  bool left_out(const MergeEvent& event, const SeriesTable::Place& place) {
    if (superseded(event, place)) {
      ++report_.superseded_values;
      return true;
    }
    const bool scalar = source_.series().at(place.series).kind == Kind::Scalar;
    if (options_.every <= 1 || !scalar || thinning_.keep(place.series)) {
      return false;
    }
    ++report_.thinned_values;
    return true;
  }

  bool superseded(const MergeEvent& event,
                  const SeriesTable::Place& place) const {
    return options_.drop_superseded &&
           restarts_.superseded(place.series, event.file, event.place,
                                event.event->view().step);
  }

  // What has to be said on the value so that it is read as it was: its file's
  // metadata of the tag, where the new file has not said the same.
  std::string_view missing_metadata(const event::ValueView& value,
                                    const SeriesTable::Place& place) {
    if (!place.has_metadata) return {};
    const auto [known, first] =
        metadata_.try_emplace(std::string(value.tag), place.metadata);
    if (value.has_metadata) return {};
    if (!first && known->second == place.metadata) return {};
    return place.metadata;
  }

  Result<void> append(std::string_view payload) {
    ++report_.records_written;
    return out_->append_record(payload);
  }

  const MergeOptions& options_;
  MergeSource source_;
  Restarts restarts_;
  Thinning thinning_;
  NewFile* out_ = nullptr;
  bool last_pass_ = false;
  std::uint64_t bytes_done_ = 0;    // In this pass.
  std::uint64_t bytes_before_ = 0;  // In earlier ones.
  event::SummaryEdit edit_;
  // Of each tag, the first that the new file has.
  std::unordered_map<std::string, std::string> metadata_;
  MergeReport report_;
};

}  // namespace

int passes(const MergeOptions& options) {
  return 1 + (options.drop_superseded ? 1 : 0) + (options.every > 1 ? 1 : 0);
}

Result<MergeReport> merge_files(storage::FileSystem& files,
                                std::vector<std::string> paths,
                                const std::string& output,
                                const MergeOptions& options) {
  return Merge(files, std::move(paths), options).run(files, output);
}

}  // namespace stepline::cli
