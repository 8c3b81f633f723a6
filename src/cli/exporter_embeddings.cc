#include <span>
#include <string>
#include <string_view>

#include "cli/datum_text.h"
#include "cli/exporter.h"
#include "cli/npy.h"
#include "writer/tensor_blob.h"

namespace stepline::cli {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

}  // namespace

Result<void> Exporter::write_embedding(
    std::string_view run, const reader::Projector& projector,
    const event::ProjectorEmbedding& embedding) {
  place_.run = run;
  place_.kind = "embedding";
  place_.series = {};
  place_.series.tag = embedding.tensor_name;
  const std::string above = run == "." ? "" : names_.directory("", run);
  place_.directory = names_.directory(names_.directory(above, "embeddings"),
                                      embedding.tensor_name);
  const auto points =
      reader::read_embedding(context_.files, projector, embedding);
  if (points) {
    if (auto written = write_points(*points); !written) return written;
  } else {
    complain(context_, points.error(), "");
  }
  auto written =
      copy_asset(projector, embedding.metadata_path, "metadata", "tsv");
  if (written && embedding.sprite) {
    written = copy_asset(projector, embedding.sprite->image_path, "sprite", "");
  }
  if (!written) return written;
  return copy_asset(projector, embedding.bookmarks_path, "bookmarks", "json");
}

Result<void> Exporter::write_points(const event::Array& points) {
  const TensorView view = points.view();
  const auto header = npy_header(view);
  if (header && options_.npy) {
    auto written = write_content("points", "npy", *header, points.bytes);
    if (!written || !options_.safetensors) return written;
  }
  return write_content(
      "points", "safetensors",
      writer::make_tensor_blob(place_.series.tag, view, event::Step{},
                               event::WallTime(), 0));
}

Result<void> Exporter::write_content(std::string_view name,
                                     std::string_view extension,
                                     std::string_view bytes,
                                     std::string_view more) {
  const std::string path =
      names_.file(place_.directory, name, "." + std::string(extension));
  auto file = create(path);
  if (!file) return file.error();
  file->write(bytes);
  file->write(more);
  return finish_file(*file, path, {});
}

Result<void> Exporter::copy_asset(const reader::Projector& projector,
                                  const std::string& relative,
                                  std::string_view name,
                                  std::string_view extension) {
  if (relative.empty()) return {};
  const auto left_out = [&](const Error& error) -> Result<void> {
    complain(context_, error, "");
    return {};
  };
  const auto from = reader::asset_path(context_.files, projector, relative);
  if (!from) return left_out(from.error());
  const auto asset = context_.files.open(*from);
  if (!asset) return left_out(asset.error());
  std::string piece(kPieceBytes, '\0');
  auto got = (*asset)->read(0, std::span(piece));
  if (!got) return left_out(got.error());
  if (extension.empty()) {
    extension = media_format(std::string_view(piece).substr(0, *got));
  }
  const std::string path =
      names_.file(place_.directory, name, "." + std::string(extension));
  auto file = create(path);
  if (!file) return file.error();
  for (std::uint64_t at = 0; got && *got > 0;) {
    file->write(std::string_view(piece).substr(0, *got));
    at += *got;
    got = (*asset)->read(at, std::span(piece));
  }
  if (!got) complain(context_, got.error(), "");
  return finish_file(*file, path, {});
}

}  // namespace stepline::cli
