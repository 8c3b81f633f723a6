// SummaryWriter's graphs, embeddings, hyperparameters and chart layouts: what
// describes the model and the experiment rather than a step.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "event/graph_def.h"
#include "stepline/summary_writer.h"
#include "writer/check.h"
#include "writer/core.h"
#include "writer/custom_scalars.h"
#include "writer/embedding.h"
#include "writer/enqueue.h"
#include "writer/hparams.h"

namespace stepline {

using writer::enqueue;
using writer::moment;
using writer::Moment;
using writer::OwnedTensor;

namespace {

constexpr std::size_t kReadBytes = 16 << 20;

Result<std::string> read_whole(storage::FileSystem& files,
                               const std::string& path) {
  std::string bytes;
  for (;;) {
    auto piece = files.read(path, bytes.size(), kReadBytes);
    if (!piece) return piece;
    bytes += *piece;
    if (piece->size() < kReadBytes) return bytes;
  }
}

// The projector's configuration in a run's directory, with an entry more.
Result<std::string> merged_configuration(
    storage::FileSystem& files, const std::string& path,
    const event::ProjectorEmbedding& entry) {
  auto existing = read_whole(files, path);
  if (!existing && existing.error().code != ErrorCode::NotFound)
    return existing.error();
  auto merged = writer::merge_projector_config(
      existing ? *existing : std::string(), entry);
  if (merged) return merged;
  return Error{merged.error().code,
               merged.error().message + ": \"" + path + "\""};
}

// Writes the files of one embedding into a run's directory, and enters them
// into the projector's configuration there, which other writers may share.
Result<void> write_embedding(storage::FileSystem& files,
                             const std::string& directory,
                             const writer::EmbeddingFiles& embedding) {
  // The configuration is looked at first: where it cannot be changed, nothing
  // need be written.
  const std::string path = directory + "/" + writer::kProjectorConfigFile;
  auto possible = merged_configuration(files, path, embedding.entry);
  if (!possible) return possible.error();
  for (const writer::EmbeddingFile& file : embedding.files) {
    const std::string file_path = directory + "/" + file.path;
    auto made =
        files.make_directories(file_path.substr(0, file_path.rfind('/')));
    if (!made) return made;
    auto written = files.replace(file_path, file.bytes);
    if (!written) return written;
  }
  // Another writer may have been here meanwhile.
  const auto lock = files.lock_directory(directory);
  auto merged = merged_configuration(files, path, embedding.entry);
  if (!merged) return merged.error();
  return files.replace(path, *merged);
}

Result<void> check_graph(const Graph& graph) {
  if (graph.nodes().empty())
    return Error{ErrorCode::InvalidArgument, "graph: it has no nodes"};
  std::unordered_set<std::string_view> names;
  for (const GraphNode& node : graph.nodes()) {
    if (node.name.empty())
      return writer::invalid("graph", "", "a node has no name");
    if (!names.insert(node.name).second)
      return writer::invalid("graph", node.name, "two nodes have this name");
  }
  return {};
}

// About what the nodes hold while they wait.
std::size_t graph_bytes(const Graph& graph) {
  std::size_t bytes = 0;
  for (const GraphNode& node : graph.nodes()) {
    bytes += sizeof node + node.name.size() + node.op.size();
    for (const std::string& input : node.inputs)
      bytes += sizeof input + input.size();
    bytes += node.attributes.size() * sizeof node.attributes[0];
  }
  return bytes;
}

void add_embedding_files(writer::RunFiles& files,
                         Result<writer::EmbeddingFiles> made) {
  if (!made) return files.report_loss(made.error());
  std::size_t bytes = 0;
  for (const auto& file : made->files) bytes += file.bytes.size();
  writer::Run& run = files.run(0);
  run.add_file_work(
      [&files, &run,
       embedding = std::make_shared<const writer::EmbeddingFiles>(
           *std::move(made))](storage::FileSystem& file_system) {
        auto written =
            write_embedding(file_system, run.directory(), *embedding);
        // Only the disk's refusal may pass by waiting.
        if (written || written.error().code == ErrorCode::Io) return written;
        files.report_loss(written.error());
        return Result<void>();
      },
      bytes);
}

}  // namespace

Result<void> SummaryWriter::add_graph(Graph graph) {
  if (!core_) return {};
  auto checked = check_graph(graph);
  if (!checked) return checked;
  const std::size_t bytes = graph_bytes(graph);
  enqueue(*core_, moment(*core_, 0, {}), bytes, [graph = std::move(graph)] {
    return event::GraphDef{event::encode_graph(graph)};
  });
  return {};
}

Result<void> SummaryWriter::add_onnx_graph(const std::string& path) {
  if (!core_) return {};
  auto bytes = read_whole(core_->file_system(), path);
  if (!bytes) return bytes.error();
  auto graph = Graph::from_onnx(*bytes);
  if (!graph) {
    return Error{graph.error().code,
                 graph.error().message + ": \"" + path + "\""};
  }
  return add_graph(*std::move(graph));
}

Result<void> SummaryWriter::add_embedding(const TensorView& matrix,
                                          std::int64_t step,
                                          const EmbeddingOptions& options) {
  if (!core_) return {};
  auto layout = writer::check_embedding(matrix, options);
  if (!layout) return layout.error();
  OwnedTensor points(core_->pool(), matrix);
  std::optional<OwnedTensor> images;
  if (options.images) images.emplace(core_->pool(), *options.images);
  std::size_t bytes = points.bytes() + (images ? images->bytes() : 0);
  for (const auto& row : options.labels)
    for (const auto& label : row) bytes += sizeof label + label.size();
  core_->add_job(writer::make_job(
      bytes, [points = std::move(points), images = std::move(images),
              options = options, layout = *layout,
              step](writer::RunFiles& files) mutable {
        if (images) options.images = images->view();
        add_embedding_files(files, writer::make_embedding_files(
                                       points.view(), step, options, layout));
      }));
  return {};
}

Result<void> SummaryWriter::add_hparams(std::vector<HParam> hparams,
                                        std::vector<HParamMetric> metrics,
                                        const HParamsOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_hparams(hparams, metrics, options);
  if (!checked) return checked;
  writer::TagTable& tags = core_->tags();
  const std::uint32_t run =
      options.run_name.empty() ? 0 : tags.run_id(options.run_name);
  const Moment when = moment(*core_, options.step, options.wall_time);
  const std::size_t bytes =
      hparams.size() * sizeof(HParam) + metrics.size() * sizeof(HParamMetric);
  std::vector<std::pair<std::uint32_t, double>> values;
  for (const HParamMetric& metric : metrics) {
    if (!metric.value) continue;
    values.emplace_back(tags.id_in_run(run, metric.tag), *metric.value);
  }
  enqueue(
      *core_, when, bytes,
      [hparams = std::move(hparams), metrics = std::move(metrics), options,
       secs = when.wall_time.secs()] {
        return writer::make_hparams(hparams, metrics, options, secs).values;
      },
      run);
  for (const auto& [tag_id, value] : values)
    core_->add_scalar(tag_id, value, options.step, when.wall_time.secs());
  return {};
}

Result<void> SummaryWriter::finish_hparams(SessionStatus status,
                                           const HParamsOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_hparams_end(options);
  if (!checked) return checked;
  const std::uint32_t run =
      options.run_name.empty() ? 0 : core_->tags().run_id(options.run_name);
  const Moment when = moment(*core_, options.step, options.wall_time);
  enqueue(
      *core_, when, 0,
      [status, secs = when.wall_time.secs()] {
        return writer::make_hparams_end(status, secs).values;
      },
      run);
  return {};
}

Result<void> SummaryWriter::add_custom_scalars(ChartLayout layout) {
  if (!core_) return {};
  auto checked = writer::check_custom_scalars(layout);
  if (!checked) return checked;
  const std::size_t bytes = layout.categories.size() * sizeof(ChartCategory);
  enqueue(*core_, moment(*core_, 0, {}), bytes, [layout = std::move(layout)] {
    return writer::make_custom_scalars(layout);
  });
  return {};
}

Result<void> SummaryWriter::add_custom_scalars_multiline(
    std::vector<std::string> tags, std::string category, std::string title) {
  return add_custom_scalars(
      {{{std::move(category),
         {MultilineChart{std::move(title), std::move(tags)}}}}});
}

Result<void> SummaryWriter::add_custom_scalars_margin(
    MarginChart::Series series, std::string category, std::string title) {
  return add_custom_scalars(
      {{{std::move(category),
         {MarginChart{std::move(title), {std::move(series)}}}}}});
}

}  // namespace stepline
