#include <cstddef>
#include <string>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

std::vector<std::string> labels_of(const EmbeddedSplit& split, std::size_t i) {
  const auto name = [](int c) {
    return std::string(kClassNames[std::size_t(c)]);
  };
  const int wanted = split.shapes.classes[i];
  std::vector<std::string> labels = {name(wanted), std::string(split.name)};
  if (!split.predicted.empty()) {
    labels.push_back(name(split.predicted[i]));
    labels.push_back(split.predicted[i] == wanted ? "yes" : "no");
  }
  return labels;
}

}  // namespace

void log_embedding(RunLog& log, Network& network, std::string_view layer,
                   const std::vector<EmbeddedSplit>& splits,
                   std::int64_t step) {
  std::vector<float> points;
  Pictures pictures{0, 1, kSide, {}};
  stepline::EmbeddingOptions options;
  options.tag = layer;
  options.header = {"class", "split"};
  if (!splits[0].predicted.empty()) {
    options.header.insert(options.header.end(), {"predicted", "right"});
  }
  for (const EmbeddedSplit& split : splits) {
    const Matrix at_layer = network.forward_to(layer, split.shapes.noisy);
    const auto& inputs = split.shapes.noisy.values();
    points.insert(points.end(), at_layer.values().begin(),
                  at_layer.values().end());
    pictures.values.insert(pictures.values.end(), inputs.begin(), inputs.end());
    pictures.count += split.shapes.count();
    for (std::size_t i = 0; i < split.shapes.classes.size(); ++i) {
      options.labels.push_back(labels_of(split, i));
    }
  }
  pictures = framed(enlarge(pictures, 2));
  options.images = pictures.view();
  const std::int64_t count = pictures.count;
  const std::int64_t width = static_cast<std::int64_t>(points.size()) / count;
  log.wrote("embeddings", log.writer.add_embedding(
                              {points.data(), {count, width}}, step, options));
}

}  // namespace demo
