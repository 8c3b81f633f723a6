#include "writer/embedding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/utf8.h"
#include "media/grid.h"
#include "media/png.h"
#include "writer/check.h"
#include "writer/image.h"
#include "writer/pixels.h"
#include "writer/tensor_reader.h"
#include "writer/tsv.h"

namespace stepline::writer {
namespace {

constexpr const char* kKind = "embedding";
constexpr std::int64_t kMostSpritePixels = 8192;
constexpr std::size_t kMostNameBytes = 255;

std::string digits(std::int64_t step) {
  std::string text = std::to_string(step);
  const std::size_t sign = step < 0 ? 1 : 0;
  if (text.size() < 5) text.insert(sign, 5 - text.size(), '0');
  return text;
}

std::string hex(std::uint64_t value, int nibbles) {
  std::string text;
  for (int i = nibbles; i-- > 0;) {
    text += "0123456789abcdef"[(value >> (4 * i)) & 15];
  }
  return text;
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
  }
  return hash;
}

Result<void> check_labels(const TensorView& matrix,
                          const EmbeddingOptions& options) {
  const auto& labels = options.labels;
  if (labels.empty()) {
    if (options.header.empty()) return {};
    return invalid(kKind, options.tag, "there is a header but no label",
                   matrix);
  }
  if (labels.size() != static_cast<std::size_t>(matrix.dim(0))) {
    return invalid(kKind, options.tag,
                   std::to_string(labels.size()) + " rows of labels for " +
                       std::to_string(matrix.dim(0)) + " points",
                   matrix);
  }
  const std::size_t columns = std::max<std::size_t>(options.header.size(), 1);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    if (labels[row].size() == columns) continue;
    std::string what("row ");
    what.append(std::to_string(row) + " has ");
    what.append(std::to_string(labels[row].size()) + " labels, wanted ");
    return invalid(kKind, options.tag, what + std::to_string(columns), matrix);
  }
  return {};
}

Result<std::optional<Layout>> check_pictures(const TensorView& matrix,
                                             const EmbeddingOptions& options) {
  if (!options.images) return std::optional<Layout>();
  const TensorView& images = *options.images;
  const auto layout =
      check_images(options.tag, images, {.layout = options.images_layout});
  if (!layout) return layout.error();
  const TensorView pictures = as_nthwc(images, *layout);
  const std::int64_t count = pictures.dim(0);
  if (count != matrix.dim(0)) {
    return invalid(kKind, options.tag,
                   std::to_string(count) + " images for " +
                       std::to_string(matrix.dim(0)) + " points",
                   images);
  }
  auto columns = static_cast<std::int64_t>(std::sqrt(double(count)));
  if (columns * columns < count) ++columns;
  const std::int64_t rows = (count + columns - 1) / columns;
  if (rows * pictures.dim(2) > columns * pictures.dim(3)) {
    return invalid(kKind, options.tag,
                   "the images make a sheet that is higher than wide", images);
  }
  if (columns * pictures.dim(3) > kMostSpritePixels) {
    return invalid(kKind, options.tag,
                   "the images make a sheet more than 8192 pixels wide",
                   images);
  }
  return std::optional(*layout);
}

Result<std::string> sprite_sheet(const TensorView& images,
                                 const Layout& layout) {
  const TensorView pictures = as_nthwc(images, layout);
  std::vector<media::Bitmap> bitmaps;
  for (std::int64_t n = 0; n < pictures.dim(0); ++n) {
    bitmaps.push_back(bitmap_of(slice(slice(pictures, n), 0)));
  }
  const auto sheet = media::make_sprite(bitmaps);
  if (!sheet) return sheet.error();
  return media::encode_png(*sheet);
}

}  // namespace

std::string directory_name(std::string_view tag) {
  std::string name;
  for (const char c : repair_utf8(tag)) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == '%' || c == '/' || c == '\\' || byte < 0x20 || byte == 0x7f) {
      name.append("%").append(hex(byte, 2));
    } else {
      name += c;
    }
  }
  if (name == ".") return "%2e";
  if (name == "..") return "%2e%2e";
  if (name.size() <= kMostNameBytes) return name;
  const std::string hash = std::string("-").append(hex(fnv1a(name), 16));
  name = name.substr(0, kMostNameBytes - hash.size());
  while (!is_utf8(name)) name.pop_back();
  return name + hash;
}

Result<std::optional<Layout>> check_embedding(const TensorView& matrix,
                                              const EmbeddingOptions& options) {
  if (options.tag.empty()) return invalid(kKind, "", "the tag is empty");
  if (auto ok = check_elements(kKind, options.tag, matrix); !ok) {
    return ok.error();
  }
  if (matrix.rank() != 2) {
    return invalid(kKind, options.tag, "the matrix must be [N, D]", matrix);
  }
  if (auto ok = check_labels(matrix, options); !ok) return ok.error();
  return check_pictures(matrix, options);
}

Result<EmbeddingFiles> make_embedding_files(
    const TensorView& matrix, std::int64_t step,
    const EmbeddingOptions& options,
    const std::optional<Layout>& images_layout) {
  const std::string directory =
      digits(step) + "/" + directory_name(options.tag) + "/";
  EmbeddingFiles made;
  made.entry.tensor_name = repair_utf8(options.tag) + ":" + digits(step);
  made.entry.tensor_path = directory + "tensors.tsv";
  made.files.push_back({made.entry.tensor_path, matrix_tsv(matrix)});
  if (!options.labels.empty()) {
    made.entry.metadata_path = directory + "metadata.tsv";
    made.files.push_back(
        {made.entry.metadata_path, labels_tsv(options.header, options.labels)});
  }
  if (options.images && images_layout) {
    auto sheet = sprite_sheet(*options.images, *images_layout);
    if (!sheet) return sheet.error();
    const TensorView pictures = as_nthwc(*options.images, *images_layout);
    made.entry.sprite.emplace();
    made.entry.sprite->image_path = directory + "sprite.png";
    made.entry.sprite->single_image_dim = {
        static_cast<std::uint32_t>(pictures.dim(3)),
        static_cast<std::uint32_t>(pictures.dim(2))};
    made.files.push_back({made.entry.sprite->image_path, *std::move(sheet)});
  }
  return made;
}

Result<std::string> merge_projector_config(
    std::string_view existing, const event::ProjectorEmbedding& entry) {
  auto config = event::decode_projector_config(existing);
  if (!config) return config.error();
  const auto same = std::ranges::find(config->embeddings, entry.tensor_name,
                                      &event::ProjectorEmbedding::tensor_name);
  if (same != config->embeddings.end()) {
    *same = entry;
  } else {
    config->embeddings.push_back(entry);
  }
  return event::encode_projector_config(*config);
}

}  // namespace stepline::writer
