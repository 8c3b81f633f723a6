#include "writer/mesh.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "event/mesh_data.h"
#include "event/plugin_names.h"
#include "writer/check.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

using ContentType = event::MeshData::ContentType;

struct Part {
  const TensorView* view;
  ContentType type;
  const char* suffix;
};

// [B, N, 3].
std::vector<std::int64_t> batched_shape(const TensorView& view) {
  std::vector<std::int64_t> shape(view.shape().begin(), view.shape().end());
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  return shape;
}

Result<void> check_triples(std::string_view tag, std::string_view what,
                           const TensorView& view) {
  if (auto ok = check_elements("mesh", tag, view); !ok) return ok;
  const int rank = view.rank();
  if ((rank != 2 && rank != 3) || view.dim(rank - 1) != 3) {
    return invalid("mesh", tag,
                   std::string(what) + " must be [N, 3] or [B, N, 3]", view);
  }
  if (view.size() > std::numeric_limits<std::int32_t>::max() / 8) {
    return invalid("mesh", tag, std::string(what) + " are too many", view);
  }
  return {};
}

bool looks_like_an_object(std::string_view json) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t begin = json.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return json.empty();
  return json[begin] == '{' && json[json.find_last_not_of(kSpace)] == '}';
}

event::Value value_of(const Part& part, event::MeshData data) {
  event::TensorProto tensor;
  tensor.dtype = event::DataType::Float;
  tensor.has_shape = true;
  for (const std::int64_t n : batched_shape(*part.view)) {
    tensor.shape.dims.push_back({n, {}});
    data.shape.push_back(static_cast<std::int32_t>(n));
  }
  tensor.float_val.resize(static_cast<std::size_t>(part.view->size()));
  to_floats(*part.view, tensor.float_val);
  data.content_type = part.type;
  event::Value value;
  value.tag = event::Tag(data.name + part.suffix);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kMeshPlugin;
  value.metadata->plugin_content = event::encode_mesh_data(data);
  value.value = std::move(tensor);
  return value;
}

}  // namespace

Result<void> check_mesh(std::string_view tag, const TensorView& vertices,
                        const MeshOptions& options) {
  if (auto ok = check_triples(tag, "vertices", vertices); !ok) return ok;
  const std::vector<std::int64_t> wanted = batched_shape(vertices);
  if (options.colors) {
    if (auto ok = check_triples(tag, "colors", *options.colors); !ok) return ok;
    if (batched_shape(*options.colors) != wanted) {
      return invalid("mesh", tag,
                     "there must be a color a vertex, but the vertices are " +
                         vertices.describe() + " and the colors",
                     *options.colors);
    }
  }
  if (options.faces) {
    if (auto ok = check_triples(tag, "faces", *options.faces); !ok) return ok;
    if (batched_shape(*options.faces)[0] != wanted[0]) {
      return invalid("mesh", tag,
                     "the batch differs: the vertices are " +
                         vertices.describe() + " and the faces",
                     *options.faces);
    }
  }
  if (!looks_like_an_object(options.config_json)) {
    return invalid("mesh", tag, "the configuration is not a JSON object");
  }
  return check_wall_time("mesh", tag, options.wall_time);
}

std::vector<event::Value> make_mesh(std::string_view tag,
                                    const TensorView& vertices,
                                    const std::optional<TensorView>& faces,
                                    const std::optional<TensorView>& colors,
                                    std::string_view config_json) {
  std::vector<Part> parts = {{&vertices, ContentType::Vertex, "_VERTEX"}};
  if (faces) parts.push_back({&*faces, ContentType::Face, "_FACE"});
  if (colors) parts.push_back({&*colors, ContentType::Color, "_COLOR"});
  event::MeshData data;
  data.name = repair_utf8(tag);
  data.json_config = config_json.empty() ? "{}" : repair_utf8(config_json);
  for (const Part& part : parts) {
    data.components |= event::MeshData::bit(part.type);
  }
  std::vector<event::Value> values;
  for (const Part& part : parts) values.push_back(value_of(part, data));
  return values;
}

}  // namespace stepline::writer
