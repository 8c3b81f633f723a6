#include "event/mesh_data.h"

#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {
namespace {

enum class MeshField : std::uint32_t {
  Version = 1,
  Name = 2,
  ContentType = 3,
  JsonConfig = 5,
  Shape = 6,
  Components = 7,
};

}  // namespace

static void write(FieldWriter& out, const MeshData& data) {
  out.number(MeshField::Version, data.version);
  out.text(MeshField::Name, data.name);
  out.number(MeshField::ContentType, data.content_type);
  out.text(MeshField::JsonConfig, data.json_config);
  out.packed(MeshField::Shape, data.shape);
  out.number(MeshField::Components, data.components);
}

static void merge(FieldReader in, MeshData& data) {
  while (in.next()) {
    switch (MeshField(in.number())) {
      case MeshField::Version:
        in.read(data.version);
        break;
      case MeshField::Name:
        in.read_text(data.name);
        break;
      case MeshField::ContentType:
        in.read(data.content_type);
        break;
      case MeshField::JsonConfig:
        in.read_text(data.json_config);
        break;
      case MeshField::Shape:
        in.read_repeated(data.shape);
        break;
      case MeshField::Components:
        in.read(data.components);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_mesh_data(const MeshData& data) {
  return encode_message(data);
}

Result<MeshData> decode_mesh_data(std::string_view bytes) {
  return decode_message<MeshData>("MeshPluginData", bytes);
}

}  // namespace stepline::event
