#include "store/summary_names.h"

#include "event/mesh_data.h"

namespace stepline::store {
namespace {

using event::MeshData;

constexpr std::string_view kTextSuffix = "/text_summary";
constexpr SeriesId kNoSeries{~std::uint32_t{0}};

SummaryNames::Place& place_of(SummaryNames::Places& places, RunId run) {
  if (places.empty() || places.back().run != run) {
    places.push_back(
        {.run = run, .series = kNoSeries, .faces = {}, .colors = {}});
  }
  return places.back();
}

}  // namespace

SummaryNames::SummaryNames(const Store& store) {
  for (RunInfo& run : store.runs()) {
    run_ids_.emplace(run.name, run.id);
    run_names_.emplace(run.id, run.name);
    runs_.push_back(std::move(run.name));
  }
  for (const SeriesInfo& info : store.series({})) {
    if (!run_names_.contains(info.run)) continue;
    if (info.kind == reader::Kind::Mesh) {
      const auto metadata = store.metadata(info.id);
      if (metadata) add_mesh(info, *metadata);
      continue;
    }
    if (info.kind == reader::Kind::Text) {
      add_text(info);
      continue;
    }
    auto& by_name = by_kind_[static_cast<std::size_t>(info.kind)];
    place_of(by_name[info.tag], info.run).series = info.id;
  }
  drop_meshes_without_vertices();
}

void SummaryNames::add_text(const SeriesInfo& info) {
  std::string_view name = info.tag;
  if (name.ends_with(kTextSuffix)) name.remove_suffix(kTextSuffix.size());
  auto& texts = by_kind_[static_cast<std::size_t>(reader::Kind::Text)];
  Places& places = texts[std::string(name)];
  const bool taken = !places.empty() && places.back().run == info.run;
  place_of(taken ? texts[info.tag] : places, info.run).series = info.id;
}

void SummaryNames::add_mesh(const SeriesInfo& info,
                            const event::Metadata& metadata) {
  const auto data = event::decode_mesh_data(metadata.plugin_content);
  const bool is_part =
      data && data->content_type != MeshData::ContentType::Undefined;
  auto& meshes = by_kind_[static_cast<std::size_t>(reader::Kind::Mesh)];
  Place& place = place_of(
      meshes[is_part && !data->name.empty() ? data->name : info.tag], info.run);
  if (is_part && data->content_type == MeshData::ContentType::Face) {
    place.faces = info.id;
  } else if (is_part && data->content_type == MeshData::ContentType::Color) {
    place.colors = info.id;
  } else {
    place.series = info.id;
  }
}

void SummaryNames::drop_meshes_without_vertices() {
  auto& meshes = by_kind_[static_cast<std::size_t>(reader::Kind::Mesh)];
  for (auto& [name, places] : meshes) {
    std::erase_if(places,
                  [](const Place& place) { return place.series == kNoSeries; });
  }
  std::erase_if(meshes, [](const auto& mesh) { return mesh.second.empty(); });
}

std::optional<RunId> SummaryNames::find_run(std::string_view name) const {
  const auto found = run_ids_.find(name);
  if (found == run_ids_.end()) return std::nullopt;
  return found->second;
}

const SummaryNames::Places* SummaryNames::find(reader::Kind kind,
                                               std::string_view name) const {
  const ByName& names = of(kind);
  const auto found = names.find(name);
  if (found != names.end()) return &found->second;
  if (kind != reader::Kind::Text || !name.ends_with(kTextSuffix)) {
    return nullptr;
  }
  name.remove_suffix(kTextSuffix.size());
  return find(kind, name);
}

}  // namespace stepline::store
