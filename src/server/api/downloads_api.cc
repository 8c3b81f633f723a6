#include <memory>
#include <utility>

#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/routes.h"
#include "server/api/series_rows.h"

namespace stepline::server {
namespace {

using reader::Kind;

constexpr std::size_t kChunkBytes = 256 << 10;

struct NamedSeries {
  store::SeriesId id;
  std::string run;
  std::string tag;
};

// What both forms have in common: one series after another, page by page.
class TableDownload {
 public:
  TableDownload(const store::Store& store, Kind kind,
                std::vector<NamedSeries> series, const store::Window& window)
      : columns_(columns_of(kind)),
        store_(store),
        kind_(kind),
        series_(std::move(series)),
        window_(window) {}
  virtual ~TableDownload() = default;

  // As BodyStream.
  bool next(std::string& chunk) {
    if (!begun_) begin(chunk);
    begun_ = true;
    while (chunk.size() < kChunkBytes) {
      if (at_ == series_.size()) {
        end(chunk);
        return false;
      }
      if (pages_ == nullptr) {
        pages_ = rows_of(store_, series_[at_].id, kind_, window_);
        begin_series(series_[at_], at_ == 0, chunk);
      }
      if (pages_->next(page_)) {
        for (const Row& one : page_) row(one, chunk);
        continue;
      }
      end_series(chunk);
      pages_.reset();
      ++at_;
    }
    return true;
  }

 protected:
  const std::span<const std::string_view> columns_;

 private:
  virtual void begin(std::string& chunk) = 0;
  virtual void begin_series(const NamedSeries& series, bool first,
                            std::string& chunk) = 0;
  virtual void row(const Row& row, std::string& chunk) = 0;
  virtual void end_series(std::string& chunk) = 0;
  virtual void end(std::string& chunk) = 0;

  const store::Store& store_;
  Kind kind_;
  std::vector<NamedSeries> series_;
  store::Window window_;
  std::unique_ptr<SeriesRows> pages_;
  std::vector<Row> page_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

class CsvDownload final : public TableDownload {
 public:
  using TableDownload::TableDownload;

 private:
  void begin(std::string& chunk) override {
    chunk += "run,tag,";
    append_columns(chunk, columns_);
    chunk += "\r\n";
  }
  void begin_series(const NamedSeries& series, bool, std::string&) override {
    names_.clear();
    append_cell(names_, series.run);
    names_ += ',';
    append_cell(names_, series.tag);
    names_ += ',';
  }
  void row(const Row& row, std::string& chunk) override {
    chunk += names_;
    append_row(chunk, row, columns_.size());
    chunk += "\r\n";
  }
  void end_series(std::string&) override {}
  void end(std::string&) override {}

  std::string names_;
};

class JsonDownload final : public TableDownload {
 public:
  using TableDownload::TableDownload;

 private:
  void begin(std::string& chunk) override { chunk += "["; }
  void begin_series(const NamedSeries& series, bool first,
                    std::string& chunk) override {
    chunk += first ? "\n{\"run\":" : ",\n{\"run\":";
    append_json(chunk, series.run);
    chunk += ",\"tag\":";
    append_json(chunk, series.tag);
    chunk += ",\"columns\":[";
    const char* separator = "";
    for (const std::string_view column : columns_) {
      chunk += std::exchange(separator, ",");
      append_json(chunk, column);
    }
    chunk += "],\"points\":[";
    separator_ = "";
  }
  void row(const Row& row, std::string& chunk) override {
    chunk += std::exchange(separator_, ",");
    chunk += '[';
    append_json(chunk, row.step);
    chunk += ',';
    append_json(chunk, row.wall_secs);
    for (std::size_t i = 0; i + 2 < columns_.size(); ++i) {
      chunk += ',';
      append_json(chunk, row.numbers[i]);
    }
    chunk += ']';
  }
  void end_series(std::string& chunk) override { chunk += "]}"; }
  void end(std::string& chunk) override { chunk += "\n]\n"; }

  const char* separator_ = "";
};

// Of these tags, or of all of the kind.
std::vector<NamedSeries> chosen_series(const store::Store& store, Kind kind,
                                       std::vector<std::string> tags,
                                       const RunSet& set) {
  if (tags.empty()) {
    for (const store::TagInfo& tag : store.tags({})) {
      if (tag.kind == kind) tags.push_back(tag.tag);
    }
  }
  const std::vector<store::RunId> runs = set.of(store);
  std::vector<NamedSeries> series;
  for (const std::string& tag : tags) {
    for (const auto& place : store.places(tag, kind, runs)) {
      const auto run = store.run(place.run);
      if (run) series.push_back({place.id, run->name, tag});
    }
  }
  return series;
}

template <class Download>
Answer download(const Context& context, const Request& request, Kind kind,
                const std::string& type, const std::string& name) {
  Arguments arguments(request.parameters);
  const std::vector<std::string> tags = arguments.texts("tag");
  const RunSet set = arguments.runs();
  const store::Window window = arguments.window();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto stream = std::make_shared<Download>(
      store, kind, chosen_series(store, kind, tags, set), window);
  Response response;
  response.content_type = type;
  response.headers.emplace_back("Content-Disposition", attachment(name));
  response.body =
      BodyStream([stream](std::string& chunk) { return stream->next(chunk); });
  return response;
}

constexpr const char* kCsv = "text/csv; charset=utf-8";
constexpr const char* kJson = "application/json";

}  // namespace

Answer answer_scalars_csv(const Context& context, const Request& request) {
  return download<CsvDownload>(context, request, Kind::Scalar, kCsv,
                               "scalars.csv");
}

Answer answer_scalars_json(const Context& context, const Request& request) {
  return download<JsonDownload>(context, request, Kind::Scalar, kJson,
                                "scalars.json");
}

Answer answer_histograms_csv(const Context& context, const Request& request) {
  return download<CsvDownload>(context, request, Kind::Histogram, kCsv,
                               "histograms.csv");
}

Answer answer_histograms_json(const Context& context, const Request& request) {
  return download<JsonDownload>(context, request, Kind::Histogram, kJson,
                                "histograms.json");
}

}  // namespace stepline::server
