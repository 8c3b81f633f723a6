#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"

namespace stepline::event {

// projector_config.pbtxt, which tells the projector what there is to show:
// ProjectorConfig in protobuf's text format. Paths are relative to the file.

struct ProjectorSprite {
  std::string image_path;
  std::vector<std::uint32_t> single_image_dim;  // Width, height.
  bool operator==(const ProjectorSprite&) const = default;
};

struct ProjectorEmbedding {
  std::string tensor_name;
  std::string metadata_path;
  std::string bookmarks_path;
  std::vector<std::uint32_t> tensor_shape;
  std::optional<ProjectorSprite> sprite;
  std::string tensor_path;
  bool operator==(const ProjectorEmbedding&) const = default;
};

struct ProjectorConfig {
  std::string model_checkpoint_path;
  std::vector<ProjectorEmbedding> embeddings;
  std::string model_checkpoint_dir;
  bool operator==(const ProjectorConfig&) const = default;
};

std::string encode_projector_config(const ProjectorConfig& config);

// Reads what people and other programs write: comments, either kind of quotes
// and brackets, lists in brackets, fields in any order. Fields that are not
// known, or hold another type, are skipped. What is not text format at all is
// ErrorCode::Corrupt.
Result<ProjectorConfig> decode_projector_config(std::string_view text);

}  // namespace stepline::event
