#include "cli/exporter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/datum_text.h"
#include "cli/json.h"
#include "cli/message_json.h"
#include "cli/npy.h"
#include "cli/number_text.h"
#include "writer/tensor_blob.h"

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

constexpr std::string_view kHParamsPrefix = "_hparams_/";

bool once_a_run(Kind kind) {
  return kind == Kind::HParams || kind == Kind::CustomScalars ||
         kind == Kind::Graph || kind == Kind::MetaGraph;
}

std::string padded(std::int64_t step, std::size_t digits) {
  const bool negative = step < 0;
  std::string text = std::to_string(step);
  const std::size_t have = text.size() - (negative ? 1 : 0);
  if (have < digits) text.insert(negative ? 1 : 0, digits - have, '0');
  return text;
}

std::string_view audio_extension(const std::string& encoded,
                                 const std::string& content_type) {
  const std::string_view format = media_format(encoded);
  if (format != "bin") return format;
  return content_type == "audio/mpeg" ? "mp3" : "bin";
}

std::string json_text(const reader::Datum& datum) {
  std::string text;
  Output out(text);
  Json json(out);
  write_datum(json, datum);
  return text + "\n";
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
  json.member("kind", reader::name_of(place_.series.kind));
  if (step) json.member("step", *step);
  json.end_object();
  json.end_line();
  index_->write(line);
  return {};
}

Result<void> Exporter::write(std::string_view run,
                             const store::SeriesInfo& series) {
  place_.run = run;
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

// --- Lines -----------------------------------------------------------------

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

// --- Files -----------------------------------------------------------------

std::string Exporter::path_of(std::string_view extension, std::int64_t step,
                              std::optional<std::size_t> part) {
  const std::string dotted = "." + std::string(extension);
  std::string_view tag = place_.series.tag;
  if (once_a_run(place_.series.kind)) {
    if (tag.starts_with(kHParamsPrefix))
      tag.remove_prefix(kHParamsPrefix.size());
    return names_.file(place_.directory, tag, dotted);
  }
  std::string name = padded(step, place_.step_digits);
  if (part) name += "_" + std::to_string(*part);
  return names_.file(names_.directory(place_.directory, tag), name, dotted);
}

Result<void> Exporter::write_file(std::string_view extension, std::int64_t step,
                                  std::optional<std::size_t> part,
                                  std::string_view bytes,
                                  std::string_view more) {
  const std::string path = path_of(extension, step, part);
  auto file = create(path);
  if (!file) return file.error();
  file->write(bytes);
  file->write(more);
  return finish_file(*file, path, step);
}

Result<void> Exporter::write_values() {
  Result<void> status;
  const auto read =
      read_data(context_, store_, place_.series.id, options_.range,
                [&](const store::BlobInfo& blob, const reader::Datum& datum) {
                  if (status) status = write_datum_files(blob, datum);
                });
  return status ? read : status;
}

Result<void> Exporter::write_datum_files(const store::BlobInfo& blob,
                                         const reader::Datum& datum) {
  const auto part = [](std::size_t i, std::size_t count) {
    return count > 1 ? std::optional(i) : std::nullopt;
  };
  if (const auto* images = std::get_if<reader::Images>(&datum.content)) {
    for (std::size_t i = 0; i < images->encoded.size(); ++i) {
      const std::string& encoded = images->encoded[i];
      const auto written = write_file(media_format(encoded), blob.step,
                                      part(i, images->encoded.size()), encoded);
      if (!written) return written;
    }
    return {};
  }
  if (const auto* audio = std::get_if<reader::AudioClips>(&datum.content)) {
    for (std::size_t i = 0; i < audio->clips.size(); ++i) {
      const std::string& encoded = audio->clips[i].encoded;
      const auto written =
          write_file(audio_extension(encoded, audio->content_type), blob.step,
                     part(i, audio->clips.size()), encoded);
      if (!written) return written;
    }
    return {};
  }
  if (const auto* array = std::get_if<event::Array>(&datum.content)) {
    if (!array->is_text) return write_array(blob, *array);
    if (datum.kind == Kind::Tensor || datum.kind == Kind::Other) {
      return write_json(blob, datum);
    }
    for (std::size_t i = 0; i < array->strings.size(); ++i) {
      const auto written =
          write_file(datum.kind == Kind::Text ? "md" : "txt", blob.step,
                     part(i, array->strings.size()), array->strings[i]);
      if (!written) return written;
    }
    return {};
  }
  const auto* message = std::get_if<reader::Message>(&datum.content);
  if (message == nullptr || is_taken_apart(datum.kind)) {
    return write_json(blob, datum);
  }
  return write_file("pb", blob.step, {}, message->bytes);
}

Result<void> Exporter::write_json(const store::BlobInfo& blob,
                                  const reader::Datum& datum) {
  return write_file("json", blob.step, {}, json_text(datum));
}

Result<void> Exporter::write_array(const store::BlobInfo& blob,
                                   const event::Array& array) {
  const TensorView view = array.view();
  const bool complex =
      array.dtype == DType::Complex64 || array.dtype == DType::Complex128;
  const auto header = npy_header(view);
  if (header && (options_.npy || complex)) {
    const auto written = write_file("npy", blob.step, {}, *header, array.bytes);
    if (!written || !options_.safetensors || complex) return written;
  }
  const auto wall_time = event::WallTime::from_secs(blob.wall_secs);
  return write_file(
      "safetensors", blob.step, {},
      writer::make_tensor_blob(place_.series.tag, view, event::Step{blob.step},
                               wall_time.value_or(event::WallTime()), 0));
}

}  // namespace stepline::cli
