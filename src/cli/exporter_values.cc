#include <string>
#include <string_view>

#include "cli/datum_text.h"
#include "cli/exporter.h"
#include "cli/json.h"
#include "cli/message_json.h"
#include "cli/npy.h"
#include "writer/tensor_blob.h"

namespace stepline::cli {
namespace {

using reader::Kind;

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

std::string Exporter::path_of(std::string_view extension, std::int64_t step,
                              std::optional<std::size_t> part) {
  const std::string dotted = "." + std::string(extension);
  std::string_view tag = place_.series.tag;
  if (once_a_run(place_.series.kind)) {
    const bool known = tag.starts_with(kHParamsPrefix);
    if (known) tag.remove_prefix(kHParamsPrefix.size());
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
  if (!view.valid()) {
    complain(context_,
             "left out a tensor of more than " +
                 std::to_string(TensorView::kMaxRank) + " dimensions",
             place_.series.tag, ExitStatus::Well);
    return {};
  }
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
