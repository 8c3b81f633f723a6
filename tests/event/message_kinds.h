#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "event/custom_scalars_layout.h"
#include "event/graph_def.h"
#include "event/hparams_data.h"
#include "event/mesh_data.h"
#include "event/pr_curve_data.h"
#include "event/projector_config.h"
#include "event/wire.h"

namespace stepline::event {

// One message that has a wire form.
template <class Model>
struct MessageKind {
  std::string_view name;
  std::string (*encode)(const Model&);
  Result<Model> (*decode)(std::string_view);
};

inline std::string encode_nodes(const std::vector<GraphNode>& nodes) {
  return encode_graph(nodes);
}

inline constexpr std::tuple kMessageKinds = {
    MessageKind<Event>{"event", encode_event, decode_event},
    MessageKind<Summary>{"summary", encode_summary, decode_summary},
    MessageKind<Value>{"value", encode_value, decode_value},
    MessageKind<Metadata>{"metadata", encode_metadata, decode_metadata},
    MessageKind<TensorProto>{"tensor", encode_tensor, decode_tensor},
    MessageKind<HParamsData>{"hparams", encode_hparams_data,
                             decode_hparams_data},
    MessageKind<ChartLayout>{"layout", encode_layout, decode_layout},
    MessageKind<MeshData>{"mesh", encode_mesh_data, decode_mesh_data},
    MessageKind<PrCurveData>{"pr_curve", encode_pr_curve_data,
                             decode_pr_curve_data},
    MessageKind<std::vector<GraphNode>>{"graph", encode_nodes, decode_graph},
    MessageKind<ProjectorConfig>{"projector", encode_projector_config,
                                 decode_projector_config},
};

}  // namespace stepline::event
