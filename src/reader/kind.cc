#include "reader/kind.h"

#include <algorithm>
#include <array>

#include "event/plugin_names.h"

namespace stepline::reader {
namespace {

using event::DataClass;
using event::ValueForm;

constexpr std::array<std::string_view, 16> kNames = {
    "scalar",         "histogram",   "image",      "audio",
    "text",           "pr_curve",    "mesh",       "hparams",
    "custom_scalars", "graph",       "meta_graph", "run_metadata",
    "log_message",    "session_log", "tensor",     "other"};
static_assert(kNames.size() == static_cast<std::size_t>(Kind::Other) + 1);

struct Plugin {
  std::string_view name;
  DataClass data_class;
  Kind kind;
};

// Of several plug-ins of a kind, the one that its events get comes first.
constexpr Plugin kPlugins[] = {
    {event::kScalarsPlugin, DataClass::Scalar, Kind::Scalar},
    {event::kHistogramsPlugin, DataClass::Tensor, Kind::Histogram},
    {event::kTextPlugin, DataClass::Tensor, Kind::Text},
    {event::kPrCurvesPlugin, DataClass::Tensor, Kind::PrCurve},
    {event::kMeshPlugin, DataClass::Tensor, Kind::Mesh},
    {event::kHParamsPlugin, DataClass::Tensor, Kind::HParams},
    {event::kCustomScalarsPlugin, DataClass::Tensor, Kind::CustomScalars},
    {event::kImagesPlugin, DataClass::BlobSequence, Kind::Image},
    {event::kAudioPlugin, DataClass::BlobSequence, Kind::Audio},
    {event::kGraphsPlugin, DataClass::BlobSequence, Kind::Graph},
    {event::kKerasModelPlugin, DataClass::BlobSequence, Kind::Graph},
    {event::kRunMetadataGraphPlugin, DataClass::BlobSequence, Kind::Graph},
    {event::kTaggedRunMetadataPlugin, DataClass::BlobSequence,
     Kind::RunMetadata},
    {event::kRunMetadataPlugin, DataClass::BlobSequence, Kind::RunMetadata},
};

bool is_set(DataClass data_class) {
  return data_class == DataClass::Scalar || data_class == DataClass::Tensor ||
         data_class == DataClass::BlobSequence;
}

Kind kind_of_tensor(const event::Metadata& metadata) {
  if (metadata.data_class == DataClass::Scalar) return Kind::Scalar;
  const auto* plugin =
      std::ranges::find(kPlugins, metadata.plugin_name, &Plugin::name);
  if (plugin == std::end(kPlugins)) return Kind::Tensor;
  const bool contradicts =
      is_set(metadata.data_class) && metadata.data_class != plugin->data_class;
  return contradicts ? Kind::Tensor : plugin->kind;
}

}  // namespace

std::string_view name_of(Kind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Kind> kind_of(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Kind>(found - kNames.begin());
}

Kind classify(ValueForm form, const event::Metadata* metadata) {
  switch (form) {
    case ValueForm::SimpleValue:
      return Kind::Scalar;
    case ValueForm::Image:
      return Kind::Image;
    case ValueForm::Histogram:
      return Kind::Histogram;
    case ValueForm::Audio:
      return Kind::Audio;
    case ValueForm::Tensor:
      return metadata == nullptr ? Kind::Tensor : kind_of_tensor(*metadata);
    case ValueForm::None:
      return metadata != nullptr &&
                     metadata->plugin_name == event::kHParamsPlugin
                 ? Kind::HParams
                 : Kind::Other;
    case ValueForm::ObsoleteHistogram:
      break;
  }
  return Kind::Other;
}

std::string_view tag_of(const event::ValueView& value) {
  return value.tag.empty() ? value.node_name : value.tag;
}

std::string_view tag_of(const event::Value& value) {
  return value.tag.name().empty() ? value.node_name : value.tag.name();
}

event::Metadata complete_metadata(Kind kind, std::string_view tag,
                                  const event::Metadata* metadata) {
  event::Metadata complete;
  if (metadata != nullptr) complete = *metadata;
  const auto* plugin = std::ranges::find(kPlugins, kind, &Plugin::kind);
  const bool found = plugin != std::end(kPlugins);
  if (complete.plugin_name.empty() && found) {
    complete.plugin_name = plugin->name;
  }
  if (complete.data_class == DataClass::Unknown) {
    complete.data_class = found                  ? plugin->data_class
                          : kind == Kind::Tensor ? DataClass::Tensor
                                                 : DataClass::Unknown;
  }
  if (complete.display_name.empty()) complete.display_name = tag;
  return complete;
}

}  // namespace stepline::reader
