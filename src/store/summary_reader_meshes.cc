#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "event/mesh_data.h"
#include "stepline/summary_reader.h"
#include "store/public_tensor.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

using store::SummarySource;
using Kind = reader::Kind;

// A component belongs to the vertices that were written with it: of the same
// step and moment, or at least of the same step.
std::optional<Tensor> component_at(const std::vector<TensorDescriptor>& all,
                                   const MeshSummary& mesh) {
  const TensorDescriptor* found = nullptr;
  for (const TensorDescriptor& one : all) {
    if (one.step != mesh.step) continue;
    found = &one;
    if (one.wall_time == mesh.wall_time) break;
  }
  if (found == nullptr) return std::nullopt;
  return found->tensor;
}

std::vector<TensorDescriptor> read_component(
    const SummarySource& source, const SummarySource::Place& mesh,
    const std::optional<store::SeriesId>& component, const std::string& what,
    Selection selection) {
  std::vector<TensorDescriptor> values;
  if (!component) return values;
  SummarySource::Place place = mesh;
  place.series = *component;
  source.for_each_value(
      place, what, selection,
      [&](const store::BlobInfo& info, reader::Datum& datum) -> Result<void> {
        auto* const array = std::get_if<event::Array>(&datum.content);
        if (array == nullptr) return store::not_of_its_kind();
        values.push_back({.step = info.step,
                          .wall_time = info.wall_secs,
                          .tensor = store::public_tensor(std::move(*array))});
        return {};
      });
  return values;
}

}  // namespace

std::vector<MeshSummary> SummaryReader::read_meshes(
    std::string_view name, const Selection& selection) const {
  const auto reading = source_->reading();
  std::vector<MeshSummary> meshes;
  const auto place = source_->find(Kind::Mesh, name, selection.run);
  if (!place) return meshes;
  const std::string what = source_->describe(Kind::Mesh, name, place->run);
  std::string config;
  if (const auto metadata = source_->store().metadata(place->series)) {
    const auto data = event::decode_mesh_data(metadata->plugin_content);
    if (data) config = data->json_config;
  }
  for (auto& [step, wall_time, vertices] :
       read_component(*source_, *place, place->series, what, selection)) {
    meshes.push_back({.step = step,
                      .wall_time = wall_time,
                      .vertices = std::move(vertices),
                      .faces = {},
                      .colors = {},
                      .config_json = config});
  }
  const auto faces =
      read_component(*source_, *place, place->faces, what, selection);
  const auto colors =
      read_component(*source_, *place, place->colors, what, selection);
  for (MeshSummary& mesh : meshes) {
    mesh.faces = component_at(faces, mesh);
    mesh.colors = component_at(colors, mesh);
  }
  return meshes;
}

}  // namespace stepline
