#include <algorithm>
#include <utility>
#include <variant>

#include "event/custom_scalars_layout.h"
#include "event/graph_def.h"
#include "event/plugin_names.h"
#include "reader/kind.h"
#include "reader/projector.h"
#include "stepline/summary_reader.h"
#include "store/public_tensor.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

using store::SummarySource;
using Kind = reader::Kind;

struct FoundEmbedding {
  store::RunId run{};
  reader::Projector projector;
  event::ProjectorEmbedding embedding;
};

// Of all runs, or of one; in the order of runs, then of the configuration.
std::vector<FoundEmbedding> find_embeddings(const SummarySource& source,
                                            std::string_view run) {
  std::vector<FoundEmbedding> found;
  for (const std::string& name : source.names().runs()) {
    if (!run.empty() && name != run) continue;
    const store::RunId id = *source.names().find_run(name);
    const auto projectors = source.store().projectors(id);
    if (!projectors) {
      source.warn(projectors.error().message);
      continue;
    }
    for (const reader::Projector& projector : *projectors) {
      for (const event::ProjectorEmbedding& one : projector.config.embeddings) {
        found.push_back({id, projector, one});
      }
    }
  }
  return found;
}

// What is missing beside the points is a warning.
void add_assets(const SummarySource& source, const FoundEmbedding& found,
                EmbeddingSummary& embedding) {
  if (!found.embedding.metadata_path.empty()) {
    auto labels = reader::read_embedding_metadata(
        source.files(), found.projector, found.embedding);
    if (labels) {
      embedding.columns = std::move(labels->columns);
      embedding.labels = std::move(labels->rows);
    } else {
      source.warn(labels.error().message);
    }
  }
  if (!found.embedding.sprite) return;
  const auto& [path, size] = *found.embedding.sprite;
  const auto sprite = reader::asset_path(source.files(), found.projector, path);
  if (!sprite) return source.warn(sprite.error().message);
  embedding.sprite_path = *sprite;
  if (size.size() != 2) return;
  embedding.sprite_width = size[0];
  embedding.sprite_height = size[1];
}

}  // namespace

std::optional<Graph> SummaryReader::read_graph(std::string_view run) const {
  Selection selection;
  selection.run = run;
  selection.last = 1;
  const auto found =
      read_messages(SummaryKind::Graph, reader::kRunGraphTag, selection);
  if (found.empty()) return std::nullopt;
  auto nodes = event::decode_graph(found[0].bytes);
  if (!nodes) {
    source_->warn("graph cannot be read: " + nodes.error().message);
    return std::nullopt;
  }
  Graph graph;
  for (GraphNode& node : *nodes) graph.add(std::move(node));
  return graph;
}

std::optional<ChartLayout> SummaryReader::read_custom_scalars(
    std::string_view run) const {
  Selection selection;
  selection.run = run;
  selection.last = 1;
  const auto found = read_messages(SummaryKind::CustomScalars,
                                   event::kCustomScalarsLayoutTag, selection);
  if (found.empty()) return std::nullopt;
  auto layout = event::decode_layout(found[0].bytes);
  if (layout) return std::move(*layout);
  source_->warn("layout cannot be read: " + layout.error().message);
  return std::nullopt;
}

std::vector<std::string> SummaryReader::embedding_names(
    std::string_view run) const {
  const auto reading = source_->reading();
  if (!run.empty() && !source_->find_run(run)) return {};
  std::vector<std::string> names;
  for (FoundEmbedding& found : find_embeddings(*source_, run)) {
    names.push_back(std::move(found.embedding.tensor_name));
  }
  std::ranges::sort(names, NaturalLess());
  const auto [begin, end] = std::ranges::unique(names);
  names.erase(begin, end);
  return names;
}

std::optional<EmbeddingSummary> SummaryReader::read_embedding(
    std::string_view name, std::string_view run) const {
  const auto reading = source_->reading();
  auto all = find_embeddings(*source_, {});
  std::erase_if(all, [&](const FoundEmbedding& found) {
    return found.embedding.tensor_name != name;
  });
  std::vector<store::RunId> runs;
  for (const FoundEmbedding& found : all) {
    if (std::ranges::find(runs, found.run) == runs.end()) {
      runs.push_back(found.run);
    }
  }
  const auto chosen =
      source_->choose_run("embedding \"" + std::string(name) + '"', runs, run);
  if (!chosen) return std::nullopt;
  const FoundEmbedding& found =
      *std::ranges::find(all, *chosen, &FoundEmbedding::run);
  auto points = reader::read_embedding(source_->files(), found.projector,
                                       found.embedding);
  if (!points) {
    source_->warn(points.error().message);
    return std::nullopt;
  }
  EmbeddingSummary embedding;
  embedding.run = source_->names().name_of(*chosen);
  embedding.name = name;
  embedding.points = store::public_tensor(std::move(*points));
  add_assets(*source_, found, embedding);
  return embedding;
}

}  // namespace stepline
