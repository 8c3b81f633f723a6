#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/result.h"

namespace stepline::event {

// MeshPluginData: Metadata::plugin_content of the "mesh" plugin. A mesh is up
// to three tags, `<name>_VERTEX`, `<name>_FACE` and `<name>_COLOR`.
struct MeshData {
  enum class ContentType : std::int32_t {
    Undefined = 0,
    Vertex = 1,
    Face = 2,
    Color = 3,
  };
  // The bit of a content type in `components`.
  static constexpr std::uint32_t bit(ContentType type) {
    return 1u << static_cast<std::uint32_t>(type);
  }

  std::int32_t version = 0;
  std::string name;  // The tag that the user gave.
  ContentType content_type = ContentType::Undefined;
  std::string json_config;          // Camera, lights, material.
  std::vector<std::int32_t> shape;  // Of this tag's tensor.
  std::uint32_t components = 0;     // Bits of all the tags of this mesh.
  bool operator==(const MeshData&) const = default;
};

std::string encode_mesh_data(const MeshData& data);
Result<MeshData> decode_mesh_data(std::string_view bytes);

}  // namespace stepline::event
