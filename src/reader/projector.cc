#include "reader/projector.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>

#include "base/path.h"
#include "base/utf8.h"
#include "reader/tsv.h"

namespace stepline::reader {
namespace {

Error with_path(const Error& error, const std::string& path) {
  return Error{error.code, error.message + ", in \"" + path + "\""};
}

Result<std::string> read_whole(storage::FileSystem& files,
                               const std::string& path) {
  auto file = files.open(path);
  if (!file) return file.error();
  const auto status = (*file)->status();
  if (!status) return status.error();
  std::string bytes(status->bytes, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const auto got = (*file)->read(size, std::span(bytes).subspan(size));
    if (!got) return got.error();
    if (*got == 0) break;
    size += *got;
  }
  bytes.resize(size);
  return bytes;
}

bool is_safe(std::string_view relative) {
  if (relative.empty() || relative.starts_with('/')) return false;
  if (relative.find('\0') != relative.npos) return false;
  while (!relative.empty()) {
    const std::string_view part = relative.substr(0, relative.find('/'));
    if (part == "..") return false;
    relative.remove_prefix(std::min(relative.size(), part.size() + 1));
  }
  return true;
}

bool lies_in(std::string_view path, std::string_view directory) {
  if (directory == "/" || directory == ".") return true;
  return path.starts_with(directory) && path.size() > directory.size() &&
         path[directory.size()] == '/';
}

Error outside(const std::string& relative) {
  return Error{
      ErrorCode::InvalidArgument,
      "asset outside the directory of the projector configuration: \"" +
          relative + "\""};
}

Result<std::string> read_asset(storage::FileSystem& files,
                               const Projector& projector,
                               const std::string& relative) {
  const auto path = asset_path(files, projector, relative);
  if (!path) return path.error();
  return read_whole(files, *path);
}

// Raw numbers have bytes that no text has.
bool is_text(std::string_view bytes) {
  return is_utf8(bytes) && std::ranges::none_of(bytes, [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f;
         });
}

Result<event::Array> raw_matrix(std::string bytes,
                                const std::vector<std::uint32_t>& shape) {
  if (shape.size() != 2) {
    return Error{ErrorCode::Corrupt, "raw embedding with a tensor_shape of " +
                                         std::to_string(shape.size()) +
                                         " dimensions, want 2"};
  }
  const std::uint64_t points = std::uint64_t{shape[0]} * shape[1];
  if (bytes.size() % sizeof(float) != 0 ||
      bytes.size() / sizeof(float) != points) {
    return Error{ErrorCode::Corrupt,
                 "raw embedding of " + std::to_string(bytes.size()) +
                     " bytes, want [" + std::to_string(shape[0]) + ", " +
                     std::to_string(shape[1]) + "] float32"};
  }
  if (std::endian::native != std::endian::little) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(float)) {
      std::reverse(bytes.data() + at, bytes.data() + at + sizeof(float));
    }
  }
  event::Array matrix;
  matrix.shape = {shape[0], shape[1]};
  matrix.bytes = std::move(bytes);
  return matrix;
}

std::vector<std::string> texts_of(std::string_view line) {
  std::vector<std::string> texts;
  for (const std::string_view cell : cells_of(line)) {
    texts.push_back(repair_utf8(cell));
  }
  return texts;
}

}  // namespace

Result<Projector> read_projector(storage::FileSystem& files,
                                 const std::string& config_path) {
  const auto text = read_whole(files, config_path);
  if (!text) return text.error();
  auto config = event::decode_projector_config(*text);
  if (!config) return with_path(config.error(), config_path);
  return Projector{directory_of(config_path), std::move(*config)};
}

Result<std::string> asset_path(storage::FileSystem& files,
                               const Projector& projector,
                               const std::string& relative) {
  if (!is_safe(relative)) return outside(relative);
  const auto directory = files.resolve(projector.directory);
  if (!directory) return directory.error();
  const auto path = files.resolve(projector.directory + "/" + relative);
  if (!path) return path.error();
  if (!lies_in(*path, *directory)) return outside(relative);
  return *path;
}

Result<event::Array> read_embedding(
    storage::FileSystem& files, const Projector& projector,
    const event::ProjectorEmbedding& embedding) {
  if (embedding.tensor_path.empty()) {
    return Error{ErrorCode::NotFound,
                 "embedding without tensor_path: \"" + embedding.tensor_name +
                     "\" is in a checkpoint, which is not read"};
  }
  auto bytes = read_asset(files, projector, embedding.tensor_path);
  if (!bytes) return bytes.error();
  auto matrix = is_text(*bytes)
                    ? parse_matrix(*bytes)
                    : raw_matrix(std::move(*bytes), embedding.tensor_shape);
  if (!matrix) return with_path(matrix.error(), embedding.tensor_path);
  return matrix;
}

Result<EmbeddingMetadata> read_embedding_metadata(
    storage::FileSystem& files, const Projector& projector,
    const event::ProjectorEmbedding& embedding) {
  EmbeddingMetadata metadata;
  if (embedding.metadata_path.empty()) return metadata;
  const auto text = read_asset(files, projector, embedding.metadata_path);
  if (!text) return text.error();
  for (const std::string_view line : lines_of(*text)) {
    const bool is_header = metadata.columns.empty() && metadata.rows.empty() &&
                           line.find('\t') != line.npos;
    if (is_header) {
      metadata.columns = texts_of(line);
    } else {
      metadata.rows.push_back(texts_of(line));
    }
  }
  return metadata;
}

}  // namespace stepline::reader
