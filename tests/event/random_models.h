#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "event/event.h"
#include "event/hparams_data.h"
#include "event/mesh_data.h"
#include "event/pr_curve_data.h"
#include "event/projector_config.h"
#include "stepline/custom_scalars.h"
#include "stepline/graph.h"

namespace stepline::event {

// Models with every field and every member of a oneof filled now and then,
// with extreme numbers, empty and non-ASCII strings. The same seed gives the
// same models. No NaN, so that a model equals itself.
class RandomModels {
 public:
  explicit RandomModels(std::uint64_t seed) : random_(seed) {}

  void fill(Event& event);
  void fill(Summary& summary);
  void fill(Value& value);
  void fill(Metadata& metadata);
  void fill(TensorProto& tensor);
  void fill(HParamsData& data);
  void fill(MeshData& data);
  void fill(PrCurveData& data);
  void fill(ProjectorConfig& config);
  void fill(ChartLayout& layout);
  void fill(std::vector<GraphNode>& nodes);

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool coin() { return below(2) == 0; }
  std::string text();
  std::string bytes();

  void fill(bool& value) { value = coin(); }
  void fill(std::uint8_t& value) { value = coin(); }
  void fill(std::int32_t& value);
  void fill(std::int64_t& value);
  void fill(std::uint32_t& value);
  void fill(std::uint64_t& value);
  void fill(float& value);
  void fill(double& value);
  void fill(TensorShape& shape);
  void fill(Image& image);
  void fill(Audio& audio);
  void fill(Histogram& histogram);
  void fill(HParamValue& value);
  void fill(HParamInfo& info);
  void fill(MetricInfo& info);
  void fill(Experiment& experiment);
  void fill(SessionStartInfo& start);
  void fill(SessionEndInfo& end);
  void fill(ProjectorEmbedding& embedding);
  void fill(ChartCategory& category);
  void fill(GraphNode& node);
  GraphNode::Attribute attribute();

  template <class Enum>
    requires std::is_enum_v<Enum>
  void fill(Enum& value) {
    value = static_cast<Enum>(below(4));
  }

  template <class T>
  T make() {
    T value{};
    fill(value);
    return value;
  }
  template <class T>
  void fill_list(std::vector<T>& values, std::size_t limit = 5) {
    values.resize(below(limit));
    for (T& value : values) fill(value);
  }
  void fill_texts(std::vector<std::string>& texts);

  std::mt19937_64 random_;
};

}  // namespace stepline::event
