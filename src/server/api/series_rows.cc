#include "server/api/series_rows.h"

#include <cmath>
#include <utility>

#include "base/json_text.h"
#include "base/utf8.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kPagePoints = 4096;

constexpr std::array<std::string_view, 3> kPointColumns{"step", "wall_time",
                                                        "value"};
constexpr std::array<std::string_view, 5> kBucketColumns{
    "step", "wall_time", "left", "right", "count"};

void append_real(std::string& out, double number) {
  if (std::isfinite(number)) return append_json(out, number);
  out += std::isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}

// Which steps and times are inside; the first that is asked for is the first of
// the series.
class Inside {
 public:
  explicit Inside(const store::Window& window) : window_(window) {}

  bool operator()(std::int64_t step, double wall_secs) {
    if (!first_) first_ = {step, wall_secs};
    const double x = position(step, wall_secs);
    return (!window_.from || x >= *window_.from) &&
           (!window_.to || x <= *window_.to);
  }

 private:
  double position(std::int64_t step, double wall_secs) const {
    const auto real = static_cast<double>(step);
    switch (window_.axis) {
      case store::Axis::Step:
        return real;
      case store::Axis::WallTime:
        return wall_secs;
      case store::Axis::RelativeTime:
        return wall_secs - first_->second;
      case store::Axis::RelativeStep:
        return real - static_cast<double>(first_->first);
    }
    return real;
  }

  store::Window window_;
  std::optional<std::pair<std::int64_t, double>> first_;
};

class PointRows final : public SeriesRows {
 public:
  PointRows(const store::Store& store, store::SeriesId id,
            const store::Window& window)
      : store_(store), id_(id), inside_(window) {}

  bool next(std::vector<Row>& rows) override {
    rows.clear();
    const auto page = store_.points(id_, at_, kPagePoints);
    if (!page || page->size() == 0) return false;
    at_ += page->size();
    for (std::size_t i = 0; i < page->size(); ++i) {
      const store::Point point = (*page)[i];
      if (!inside_(point.step, point.wall_secs)) continue;
      rows.push_back({point.step, point.wall_secs, {point.value}});
    }
    return true;
  }

 private:
  const store::Store& store_;
  store::SeriesId id_;
  Inside inside_;
  std::uint64_t at_ = 0;
};

class BucketRows final : public SeriesRows {
 public:
  BucketRows(const store::Store& store, store::SeriesId id,
             const store::Window& window)
      : store_(store), id_(id), inside_(window) {
    auto blobs = store.blobs(id);
    if (blobs) blobs_ = *std::move(blobs);
  }

  bool next(std::vector<Row>& rows) override {
    rows.clear();
    if (at_ == blobs_.size()) return false;
    const store::BlobInfo& blob = blobs_[at_];
    if (inside_(blob.step, blob.wall_secs)) {
      const auto datum = store_.read_blob(id_, at_);
      const auto* const histogram =
          datum ? std::get_if<reader::HistogramBuckets>(&datum->content)
                : nullptr;
      if (histogram != nullptr) append(blob, *histogram, rows);
    }
    ++at_;
    return true;
  }

 private:
  static void append(const store::BlobInfo& blob,
                     const reader::HistogramBuckets& histogram,
                     std::vector<Row>& rows) {
    for (const auto& bucket : histogram.buckets) {
      rows.push_back({blob.step,
                      blob.wall_secs,
                      {bucket.left, bucket.right, bucket.count}});
    }
  }

  const store::Store& store_;
  store::SeriesId id_;
  Inside inside_;
  std::vector<store::BlobInfo> blobs_;
  std::size_t at_ = 0;
};

}  // namespace

std::span<const std::string_view> columns_of(reader::Kind kind) {
  if (kind == reader::Kind::Histogram) return kBucketColumns;
  return kPointColumns;
}

std::unique_ptr<SeriesRows> rows_of(const store::Store& store,
                                    store::SeriesId id, reader::Kind kind,
                                    const store::Window& window) {
  if (kind == reader::Kind::Histogram) {
    return std::make_unique<BucketRows>(store, id, window);
  }
  return std::make_unique<PointRows>(store, id, window);
}

void append_cell(std::string& out, std::string_view text) {
  const std::string repaired = repair_utf8(text);
  std::string cell;
  if (repaired.find_first_of("=+-@\t\r") == 0) cell = "'";
  cell += repaired;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_row(std::string& out, const Row& row, std::size_t columns) {
  append_json(out, row.step);
  out += ',';
  append_real(out, row.wall_secs);
  for (std::size_t i = 0; i + 2 < columns; ++i) {
    out += ',';
    append_real(out, row.numbers[i]);
  }
}

void append_columns(std::string& out, std::span<const std::string_view> names) {
  const char* separator = "";
  for (const std::string_view name : names) {
    out += separator;
    out += name;
    separator = ",";
  }
}

}  // namespace stepline::server
