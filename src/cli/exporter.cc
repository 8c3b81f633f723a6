#include "cli/exporter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/datum_text.h"
#include "cli/json.h"
#include "cli/number_text.h"

namespace stepline::cli {
namespace {

using reader::Kind;

// The folder of a kind.
std::string_view folder_of(Kind kind) {
  switch (kind) {
    case Kind::Scalar:
      return "scalars";
    case Kind::Histogram:
      return "histograms";
    case Kind::Image:
      return "images";
    case Kind::Audio:
      return "audio";
    case Kind::Text:
      return "text";
    case Kind::PrCurve:
      return "pr_curves";
    case Kind::Mesh:
      return "meshes";
    case Kind::HParams:
      return "hparams";
    case Kind::CustomScalars:
      return "custom_scalars";
    case Kind::Graph:
      return "graphs";
    case Kind::MetaGraph:
      return "meta_graphs";
    case Kind::RunMetadata:
      return "run_metadata";
    case Kind::LogMessage:
      return "log_messages";
    case Kind::SessionLog:
      return "session_logs";
    case Kind::Tensor:
      return "tensors";
    case Kind::Other:
      break;
  }
  return "other";
}

}  // namespace

Exporter::Exporter(Context& context, const store::Store& store,
                   ExportOptions options)
    : context_(context), store_(store), options_(std::move(options)) {
  names_.file("", "index", ".jsonl");
}

Result<FileWriter> Exporter::create(const std::string& path) {
  return FileWriter::create(context_.files, options_.directory + "/" + path,
                            options_.overwrite);
}

Result<void> Exporter::finish_file(FileWriter& file, const std::string& path,
                                   std::optional<std::int64_t> step) {
  const auto finished = file.finish();
  if (!finished) return finished;
  files_ += 1;
  bytes_ += file.bytes();
  if (!index_) {
    auto index = create("index.jsonl");
    if (!index) return index.error();
    index_.emplace(*std::move(index));
  }
  std::string line;
  Output out(line);
  Json json(out);
  json.begin_object();
  json.member("path", path);
  json.member("run", place_.run);
  json.member("tag", place_.series.tag);
  json.member("kind", place_.kind);
  if (step) json.member("step", *step);
  json.end_object();
  json.end_line();
  index_->write(line);
  return {};
}

Result<void> Exporter::write(std::string_view run,
                             const store::SeriesInfo& series) {
  place_.run = run;
  place_.kind = reader::name_of(series.kind);
  place_.series = series;
  place_.step_digits = std::max(std::to_string(series.first_step).size(),
                                std::to_string(series.last_step).size());
  const std::string above = run == "." ? "" : names_.directory("", run);
  place_.directory = names_.directory(above, folder_of(series.kind));
  if (series.kind == Kind::Scalar) return write_scalars();
  if (series.kind == Kind::Histogram) return write_histograms();
  return write_values();
}

Result<void> Exporter::finish() {
  if (!index_) return {};
  const auto finished = index_->finish();
  files_ += 1;
  bytes_ += index_->bytes();
  return finished;
}

struct Exporter::Rows {
  explicit Rows(Exporter& to) : exporter(to) {}

  Result<void> open(std::string_view csv_header) {
    const Place& place = exporter.place_;
    const auto open_one = [&](bool wanted, const char* extension,
                              std::optional<FileWriter>& file,
                              std::string& path) -> Result<void> {
      if (!wanted) return {};
      path = exporter.names_.file(place.directory, place.series.tag, extension);
      auto made = exporter.create(path);
      if (!made) return made.error();
      file.emplace(*std::move(made));
      return {};
    };
    const auto opened = open_one(exporter.options_.csv, ".csv", csv, csv_path);
    if (!opened) return opened;
    if (csv) csv->write(csv_header);
    return open_one(exporter.options_.jsonl, ".jsonl", jsonl, jsonl_path);
  }

  Result<void> finish() {
    if (csv) {
      const auto finished = exporter.finish_file(*csv, csv_path, {});
      if (!finished) return finished;
    }
    return jsonl ? exporter.finish_file(*jsonl, jsonl_path, {})
                 : Result<void>();
  }

  Exporter& exporter;
  std::optional<FileWriter> csv;
  std::optional<FileWriter> jsonl;
  std::string csv_path;
  std::string jsonl_path;
};

Result<void> Exporter::write_scalars() {
  Rows rows(*this);
  const auto opened = rows.open("step,wall_time,value\n");
  if (!opened) return opened;
  std::string text;
  const auto read = read_points(
      store_, place_.series.id, options_.range,
      [&](const store::Points& points) {
        text.clear();
        for (std::size_t i = 0; rows.csv && i < points.size(); ++i) {
          text += std::to_string(points.steps[i]) + ",";
          append_secs(text, points.wall_secs[i]);
          text += ',';
          append_number(text, points.values[i]);
          text += '\n';
        }
        if (rows.csv) rows.csv->write(text);
        text.clear();
        Output out(text);
        Json json(out);
        for (std::size_t i = 0; rows.jsonl && i < points.size(); ++i) {
          json.begin_object();
          json.member("step", points.steps[i]);
          json.member("wall_time", points.wall_secs[i]);
          json.member("value", points.values[i]);
          json.end_object();
          json.end_line();
        }
        if (rows.jsonl) rows.jsonl->write(text);
      });
  if (!read) return read;
  return rows.finish();
}

Result<void> Exporter::write_histograms() {
  Rows rows(*this);
  const auto opened = rows.open("step,wall_time,left,right,count\n");
  if (!opened) return opened;
  const auto read =
      read_data(context_, store_, place_.series.id, options_.range,
                [&](const store::BlobInfo& blob, const reader::Datum& datum) {
                  const auto* histogram =
                      std::get_if<reader::HistogramBuckets>(&datum.content);
                  if (histogram == nullptr) return;
                  std::string prefix = std::to_string(blob.step) + ",";
                  append_secs(prefix, blob.wall_secs);
                  std::string text;
                  for (const auto& bucket : histogram->buckets) {
                    text += prefix;
                    for (const double number :
                         {bucket.left, bucket.right, bucket.count}) {
                      text += ',';
                      append_number(text, number);
                    }
                    text += '\n';
                  }
                  if (rows.csv) rows.csv->write(text);
                  if (!rows.jsonl) return;
                  std::string line;
                  Output out(line);
                  Json json(out);
                  json.begin_object();
                  json.member("step", blob.step);
                  json.member("wall_time", blob.wall_secs);
                  write_datum(json.key("value"), datum);
                  json.end_object();
                  json.end_line();
                  rows.jsonl->write(line);
                });
  if (!read) return read;
  return rows.finish();
}

}  // namespace stepline::cli
