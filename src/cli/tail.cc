#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/log_arguments.h"
#include "cli/problem_report.h"
#include "cli/seen_values.h"
#include "cli/selection.h"
#include "cli/value_lines.h"

namespace stepline::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{100};
// Values put in the order of their times at once; more go out in pieces.
constexpr std::size_t kBatch = 1 << 16;
constexpr std::uint64_t kPiece = 1 << 14;

struct Known {
  store::SeriesInfo info;
  std::string run;
  bool wanted = false;
  SeenValues seen;  // Those that were there, or were printed.
};

struct Value {
  const Known* series = nullptr;
  store::Point point;  // Of a scalar; otherwise only step and time.
  std::uint64_t index = 0;
};

// Prints the values that come, in the order of their wall times as far as they
// come together. Problems that are there have been told.
class Follower {
 public:
  Follower(Context& context, const store::Store& store,
           const Selection& selection, LineFormat format, bool scalars_only)
      : context_(context),
        store_(store),
        selection_(selection),
        lines_(context.out, format, scalars_only),
        problems_(context, &selection) {
    problems_.pass_over(store);
  }

  // Prints the last `count` of all values that are there.
  void begin(std::uint64_t count) {
    cursor_ = store_.changes_since(0).cursor;
    for (store::SeriesInfo& info : store_.series(store::SeriesFilter{})) {
      Known* known = find(std::move(info));
      if (known == nullptr) continue;
      const std::uint64_t first =
          known->info.count > count ? known->info.count - count : 0;
      collect(*known, first);
      if (batch_.size() > kBatch + count) keep_last(count);
    }
    keep_last(count);
    lines_.set_widths(widths_);
    lines_.header();
    print_batch();
  }

  void wait() {
    if (!store_.wait_for_changes(cursor_, kPatience)) return;
    const store::Changes changes = store_.changes_since(cursor_);
    cursor_ = changes.cursor;
    if (changes.problems_changed) problems_.tell(store_);
    forget(changes);
    for (const auto& change : changes.series) {
      auto info = store_.find_series(change.id);
      if (info) take(*std::move(info), change.from);
    }
    if (changes.reset) {
      for (store::SeriesInfo& info : store_.series(store::SeriesFilter{})) {
        take(std::move(info), 0);
      }
    }
    print_batch();
  }

 private:
  // Null when nobody asked for it.
  Known* find(store::SeriesInfo info) {
    const auto [place, is_new] = known_.try_emplace(info.id);
    Known& known = place->second;
    if (is_new) {
      const auto run = store_.run(info.run);
      known.run = run ? run->name : "";
      known.wanted =
          run && selection_.takes_run(run->name) && selection_.takes(info);
    }
    known.info = std::move(info);
    if (!known.wanted) return nullptr;
    widths_.take(known.run, known.info);
    return &known;
  }

  // A series that is gone may come back with a file that is being replaced; not
  // so one whose run is gone.
  void forget(const store::Changes& changes) {
    for (const auto id : changes.series_removed) {
      const auto found = known_.find(id);
      if (found == known_.end()) continue;
      found->second.seen.rewind(0);
      found->second.seen.finish();
    }
    if (changes.runs_removed.empty()) return;
    std::erase_if(known_, [&](const auto& each) {
      return std::ranges::find(changes.runs_removed, each.second.info.run) !=
             changes.runs_removed.end();
    });
  }

  void take(store::SeriesInfo info, std::uint64_t kept) {
    Known* known = find(std::move(info));
    if (known == nullptr) return;
    known->seen.rewind(kept);
    collect(*known, 0);
    known->seen.finish();
  }

  // What the series has and was not seen, from the `first` value on.
  void collect(Known& known, std::uint64_t first) {
    const auto add = [&](const store::Point& point, std::uint64_t index) {
      if (!known.seen.take(point) || index < first) return;
      batch_.push_back({&known, point, index});
      if (following_ && batch_.size() >= kBatch) print_batch();
    };
    const std::uint64_t end = known.info.count;
    std::uint64_t at = known.seen.position();
    if (known.info.kind == reader::Kind::Scalar) {
      while (at < end) {
        const auto points =
            store_.points(known.info.id, at, std::min(kPiece, end - at));
        if (!points || points->size() == 0) return;
        for (std::size_t i = 0; i < points->size(); ++i) {
          add((*points)[i], at + i);
        }
        at += points->size();
      }
      return;
    }
    const auto blobs = store_.blobs(known.info.id);
    if (!blobs) return;
    for (; at < end && at < blobs->size(); ++at) {
      add({(*blobs)[at].step, (*blobs)[at].wall_secs, 0}, at);
    }
  }

  void sort_batch() {
    std::stable_sort(batch_.begin(), batch_.end(),
                     [](const Value& a, const Value& b) {
                       return a.point.wall_secs < b.point.wall_secs;
                     });
  }

  void keep_last(std::uint64_t count) {
    sort_batch();
    if (batch_.size() <= count) return;
    batch_.erase(batch_.begin(),
                 batch_.end() - static_cast<std::ptrdiff_t>(count));
  }

  void print_batch() {
    following_ = true;
    if (batch_.empty()) return;
    sort_batch();
    lines_.set_widths(widths_);
    const Known* series = nullptr;
    for (const Value& value : batch_) {
      if (value.series != series) {
        series = value.series;
        lines_.begin_series(series->run, series->info);
      }
      print(value);
    }
    batch_.clear();
  }

  void print(const Value& value) {
    if (value.series->info.kind == reader::Kind::Scalar) {
      lines_.scalar(value.point);
      return;
    }
    const auto datum = store_.read_blob(value.series->info.id, value.index);
    if (datum) {
      lines_.datum(value.point.step, value.point.wall_secs, *datum);
    } else {
      complain(context_, datum.error(), "");
    }
  }

  Context& context_;
  const store::Store& store_;
  const Selection& selection_;
  ValueLines lines_;
  ValueLines::Widths widths_;
  std::map<store::SeriesId, Known> known_;
  std::vector<Value> batch_;
  std::uint64_t cursor_ = 0;
  ProblemReport problems_;
  bool following_ = false;
};

class Tail final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "tail",
        .summary = "Print new values as they are written",
        .description =
            "Prints the last values that are there, then every new one as it "
            "comes, of runs and tags that begin later too, until it is "
            "interrupted (Ctrl-C), which is a normal end. Lines are those of "
            "\"stepline read\". What a restarted job writes again is printed "
            "again; where a file was replaced, or a second program writes "
            "beside the first, what was not there before, whatever its time. "
            "A value that is there takes 8 bytes of memory for that.",
        .problem = "",
        .examples = {
            {"stepline tail runs --tag loss", "Watch the losses of all runs."},
            {"stepline tail runs -n 0 --format jsonl | ./alert.py",
             "Give what is new to a program."}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options, true);
    selection_.declare_run(options);
    selection_.declare_tag(options);
    selection_.declare_kind(options, "scalar");
    options
        .add("-n,--lines", "N",
             "Begin with the last N values of all series together. Default: "
             "10.",
             lines_)
        .at_least = 0;
    options
        .add("-f,--format", "FORMAT", "table, csv or jsonl. Default: table.",
             format_)
        .choices = {"table", "csv", "jsonl"};
  }

  ExitStatus run(Context& context) override {
    if (selection_.kinds.empty()) selection_.kinds = {"scalar"};
    const auto selection = Selection::make(selection_);
    if (!selection) return complain(context, selection.error(), "");
    const auto store = load_store(context, logs_, *selection, true);
    if (!store) return complain(context, store.error(), "");
    const CatchInterrupts catching;
    const bool scalars_only =
        selection_.kinds == std::vector<std::string>{"scalar"};
    Follower follower(context, **store, *selection, line_format_of(format_),
                      scalars_only);
    follower.begin(static_cast<std::uint64_t>(lines_));
    while (!interrupted() && context.out.flush()) follower.wait();
    return ExitStatus::Well;
  }

 private:
  LogArguments logs_;
  SelectionArguments selection_;
  std::int64_t lines_ = 10;
  std::string format_ = "table";
};

}  // namespace

std::unique_ptr<Command> make_tail() { return std::make_unique<Tail>(); }

}  // namespace stepline::cli
