#include "event/summary_wire.h"
#include "event/wire.h"

namespace stepline::event {
namespace {

enum class MetadataField : std::uint32_t {
  PluginData = 1,
  DisplayName = 2,
  Description = 3,
  DataClass = 4,
};
enum class PluginDataField : std::uint32_t { PluginName = 1, Content = 2 };

struct PluginDataRef {
  std::string& name;
  std::string& content;
};

void merge(FieldReader in, PluginDataRef& plugin) {
  while (in.next()) {
    switch (PluginDataField(in.number())) {
      case PluginDataField::PluginName:
        in.read_text(plugin.name);
        break;
      case PluginDataField::Content:
        in.read_bytes(plugin.content);
        break;
      default:
        in.skip();
    }
  }
}

}  // namespace

void write(FieldWriter& out, const Metadata& metadata) {
  using enum MetadataField;
  if (!metadata.plugin_name.empty() || !metadata.plugin_content.empty()) {
    out.submessage(PluginData, [&](FieldWriter& plugin) {
      plugin.text(PluginDataField::PluginName, metadata.plugin_name);
      plugin.bytes(PluginDataField::Content, metadata.plugin_content);
    });
  }
  out.text(DisplayName, metadata.display_name);
  out.text(Description, metadata.description);
  out.number(DataClass, metadata.data_class);
}

void merge(FieldReader in, Metadata& metadata) {
  PluginDataRef plugin{metadata.plugin_name, metadata.plugin_content};
  while (in.next()) {
    switch (MetadataField(in.number())) {
      case MetadataField::PluginData:
        in.read_message(plugin);
        break;
      case MetadataField::DisplayName:
        in.read_text(metadata.display_name);
        break;
      case MetadataField::Description:
        in.read_text(metadata.description);
        break;
      case MetadataField::DataClass:
        in.read(metadata.data_class);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_metadata(const Metadata& metadata) {
  return encode_message(metadata);
}

Result<Metadata> decode_metadata(std::string_view bytes) {
  return decode_message<Metadata>("SummaryMetadata", bytes);
}

}  // namespace stepline::event
