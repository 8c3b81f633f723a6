#include "cli/file_census.h"

#include <algorithm>

#include "base/utf8.h"
#include "reader/tensor_blob.h"

namespace stepline::cli {
namespace {

using event::EventView;
using reader::Kind;

class Census {
 public:
  explicit Census(RunHistory* history) : history_(history) {}

  Result<void> take_event(std::string_view payload) {
    if (auto parsed = event_.parse(payload); !parsed) return parsed;
    const EventView& view = event_.view();
    ++report_.records;
    if (report_.writer.empty()) {
      report_.writer = repair_utf8(view.source_writer);
    }
    if (history_ != nullptr) history_->take(view, report_.records == 1);
    if (view.what == EventView::What::FileVersion) {
      if (!report_.version) report_.version = repair_utf8(view.body);
      return {};
    }
    take_time(view.step, view.wall_secs);
    if (starts_session(event_)) take_restart(view);
    if (view.what == EventView::What::Summary) {
      for (const event::ValueView& value : view.values()) {
        take_value(table_.place(value).series, view.step);
        if (history_ != nullptr && history_->take(view, value)) {
          report_.taken_up_step =
              std::min(report_.taken_up_step.value_or(view.step), view.step);
        }
      }
    } else if (const auto kind = kind_of(view.what)) {
      ++others_[static_cast<std::size_t>(*kind)];
    }
    return {};
  }

  Result<void> take_tensor(std::string_view payload) {
    const auto blob = reader::decode_tensor_blob(payload);
    if (!blob) return blob.error();
    ++report_.records;
    take_time(blob->step, blob->wall_secs);
    event::ValueView value;
    value.tag = blob->name;
    value.form = event::ValueForm::Tensor;
    take_value(table_.place(value).series, blob->step);
    return {};
  }

  void take_damage(const Damage& damage) {
    ++report_.damaged_places;
    report_.damaged_bytes += damage.bytes;
    if (report_.first_damage.size() < FileReport::kDamageKept) {
      report_.first_damage.push_back(damage);
    }
  }

  FileReport finish(const ScanEnd& end) {
    std::array<FileReport::KindCount, kKinds> counts{};
    for (std::uint32_t i = 0; i < table_.size(); ++i) {
      auto& count = counts[static_cast<std::size_t>(table_.at(i).kind)];
      ++count.tags;
      count.values += series_[i].values;
    }
    for (std::size_t i = 0; i < kKinds; ++i) {
      counts[i].kind = static_cast<Kind>(i);
      counts[i].values += others_[i];
      counts[i].tags += others_[i] > 0 ? 1 : 0;
      if (counts[i].values > 0) report_.kinds.push_back(counts[i]);
    }
    report_.end = end;
    return std::move(report_);
  }

 private:
  static constexpr std::size_t kKinds =
      static_cast<std::size_t>(Kind::Other) + 1;

  struct Series {
    std::uint64_t values = 0;
    std::int64_t last_step = 0;
  };

  static std::optional<Kind> kind_of(EventView::What what) {
    switch (what) {
      case EventView::What::GraphDef:
        return Kind::Graph;
      case EventView::What::MetaGraphDef:
        return Kind::MetaGraph;
      case EventView::What::TaggedRunMetadata:
        return Kind::RunMetadata;
      case EventView::What::LogMessage:
        return Kind::LogMessage;
      case EventView::What::SessionLog:
        return Kind::SessionLog;
      default:
        return std::nullopt;
    }
  }

  void take_time(std::int64_t step, double wall_secs) {
    if (!report_.first_step) {
      report_.first_step = report_.last_step = step;
      report_.first_wall_secs = report_.last_wall_secs = wall_secs;
    } else if (wall_secs < previous_wall_secs_) {
      ++report_.times_back;
    }
    previous_wall_secs_ = wall_secs;
    report_.first_step = std::min(*report_.first_step, step);
    report_.last_step = std::max(report_.last_step, step);
    report_.first_wall_secs = std::min(report_.first_wall_secs, wall_secs);
    report_.last_wall_secs = std::max(report_.last_wall_secs, wall_secs);
  }

  void take_restart(const EventView& view) {
    if (history_ != nullptr) history_->start(view.step);
    ++report_.restarts;
    if (report_.first_restarts.size() < FileReport::kRestartsKept) {
      report_.first_restarts.push_back({view.step, view.wall_secs});
    }
  }

  void take_value(std::uint32_t number, std::int64_t step) {
    if (number >= series_.size()) series_.resize(number + 1);
    Series& series = series_[number];
    if (series.values > 0 && step < series.last_step) ++report_.steps_back;
    ++series.values;
    series.last_step = step;
  }

  RunHistory* const history_;
  AnyEvent event_;
  SeriesTable table_;
  std::vector<Series> series_;
  std::array<std::uint64_t, kKinds> others_{};
  double previous_wall_secs_ = 0;
  FileReport report_;
};

}  // namespace

void RunHistory::take(const EventView& view, bool first) {
  if (first) {
    table_.begin_file();
    restarts_.begin_file(files_++, begun_life(view));
  }
  if (has_content(view)) restarts_.live_on(view.wall_secs);
}

bool RunHistory::take(const EventView& view, const event::ValueView& value) {
  return restarts_.add_point({.series = table_.place(value).series,
                              .place = place_++,
                              .step = view.step,
                              .wall_secs = view.wall_secs});
}

Result<FileReport> take_census(
    storage::ReadFile& file, reader::LogFile::Kind kind, RunHistory* history,
    const std::function<void(std::uint64_t)>& progress) {
  const bool tensors = kind == reader::LogFile::Kind::Tensors;
  Census census(history);
  const auto end = scan_records(
      file,
      {.record =
           [&](const record::Reader::Record& record) {
             return tensors ? census.take_tensor(record.payload)
                            : census.take_event(record.payload);
           },
       .damage = [&](const Damage& damage) { census.take_damage(damage); },
       .progress = progress});
  if (!end) return end.error();
  return census.finish(*end);
}

}  // namespace stepline::cli
