#include <memory>
#include <utility>

#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/routes.h"
#include "server/api/scalar_rows.h"

namespace stepline::server {
namespace {

constexpr std::size_t kChunkBytes = 256 << 10;

struct ScalarSeries {
  store::SeriesId id;
  std::string run;
  std::string tag;
};

// What both forms have in common: one series after another, page by page.
class ScalarDownload {
 public:
  ScalarDownload(const store::Store& store, std::vector<ScalarSeries> series,
                 const store::Window& window)
      : store_(store), series_(std::move(series)), window_(window) {}
  virtual ~ScalarDownload() = default;

  // As BodyStream.
  bool next(std::string& chunk) {
    if (!begun_) begin(chunk);
    begun_ = true;
    while (chunk.size() < kChunkBytes) {
      if (at_ == series_.size()) {
        end(chunk);
        return false;
      }
      if (!pages_) {
        pages_.emplace(store_, series_[at_].id, window_);
        begin_series(series_[at_], at_ == 0, chunk);
      }
      if (const auto page = pages_->next()) {
        for (std::size_t i = 0; i < page->size(); ++i) {
          point((*page)[i], chunk);
        }
        continue;
      }
      end_series(chunk);
      pages_.reset();
      ++at_;
    }
    return true;
  }

 private:
  virtual void begin(std::string& chunk) = 0;
  virtual void begin_series(const ScalarSeries& series, bool first,
                            std::string& chunk) = 0;
  virtual void point(const store::Point& point, std::string& chunk) = 0;
  virtual void end_series(std::string& chunk) = 0;
  virtual void end(std::string& chunk) = 0;

  const store::Store& store_;
  std::vector<ScalarSeries> series_;
  store::Window window_;
  std::optional<PointPages> pages_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

class CsvDownload final : public ScalarDownload {
 public:
  using ScalarDownload::ScalarDownload;

 private:
  void begin(std::string& chunk) override {
    chunk += "run,tag,step,wall_time,value\r\n";
  }
  void begin_series(const ScalarSeries& series, bool, std::string&) override {
    names_.clear();
    append_cell(names_, series.run);
    names_ += ',';
    append_cell(names_, series.tag);
    names_ += ',';
  }
  void point(const store::Point& point, std::string& chunk) override {
    chunk += names_;
    append_point(chunk, point);
    chunk += "\r\n";
  }
  void end_series(std::string&) override {}
  void end(std::string&) override {}

  std::string names_;
};

class JsonDownload final : public ScalarDownload {
 public:
  using ScalarDownload::ScalarDownload;

 private:
  void begin(std::string& chunk) override { chunk += "["; }
  void begin_series(const ScalarSeries& series, bool first,
                    std::string& chunk) override {
    chunk += first ? "\n{\"run\":" : ",\n{\"run\":";
    append_json(chunk, series.run);
    chunk += ",\"tag\":";
    append_json(chunk, series.tag);
    chunk += R"(,"columns":["step","wall_time","value"],"points":[)";
    separator_ = "";
  }
  void point(const store::Point& point, std::string& chunk) override {
    chunk += std::exchange(separator_, ",");
    chunk += '[';
    append_json(chunk, point.step);
    chunk += ',';
    append_json(chunk, point.wall_secs);
    chunk += ',';
    append_json(chunk, point.value);
    chunk += ']';
  }
  void end_series(std::string& chunk) override { chunk += "]}"; }
  void end(std::string& chunk) override { chunk += "\n]\n"; }

  const char* separator_ = "";
};

template <class Download>
Answer download(const Context& context, const Request& request,
                const std::string& type, const std::string& name) {
  Arguments arguments(request.parameters);
  const std::vector<std::string> tags = arguments.required_texts("tag");
  const RunSet set = arguments.runs();
  const store::Window window = arguments.window();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const std::vector<store::RunId> runs = set.of(store);
  std::vector<ScalarSeries> series;
  for (const std::string& tag : tags) {
    for (const auto& place : store.places(tag, reader::Kind::Scalar, runs)) {
      const auto run = store.run(place.run);
      if (run) series.push_back({place.id, run->name, tag});
    }
  }
  const auto stream =
      std::make_shared<Download>(store, std::move(series), window);
  Response response;
  response.content_type = type;
  response.headers.emplace_back("Content-Disposition", attachment(name));
  response.body =
      BodyStream([stream](std::string& chunk) { return stream->next(chunk); });
  return response;
}

}  // namespace

Answer answer_scalars_csv(const Context& context, const Request& request) {
  return download<CsvDownload>(context, request, "text/csv; charset=utf-8",
                               "scalars.csv");
}

Answer answer_scalars_json(const Context& context, const Request& request) {
  return download<JsonDownload>(context, request, "application/json",
                                "scalars.json");
}

}  // namespace stepline::server
