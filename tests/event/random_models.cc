#include "event/random_models.h"

#include <array>
#include <limits>

namespace stepline::event {
namespace {

template <class T>
constexpr std::array<T, 6> kExtremeIntegers = {T(0),
                                               T(1),
                                               T(-1),
                                               std::numeric_limits<T>::min(),
                                               std::numeric_limits<T>::max(),
                                               T(128)};

template <class T>
constexpr std::array<T, 8> kExtremeNumbers = {
    T(0),
    T(-0.0),
    T(1.5),
    std::numeric_limits<T>::denorm_min(),
    std::numeric_limits<T>::max(),
    std::numeric_limits<T>::lowest(),
    std::numeric_limits<T>::infinity(),
    -std::numeric_limits<T>::infinity()};

constexpr std::array<const char*, 8> kTexts = {"",
                                               "loss",
                                               "train/loss 1",
                                               "Gewicht äöü",
                                               "损失/训练",
                                               "🚂🚃",
                                               "\"quoted\" \\ 'and'\n\ttabs",
                                               "\x01\x7f"};

}  // namespace

std::string RandomModels::text() {
  if (below(20) == 0) return std::string(below(400), 'x');
  return kTexts[below(kTexts.size())];
}

std::string RandomModels::bytes() {
  std::string bytes(below(40), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random_());
  return bytes;
}

void RandomModels::fill_texts(std::vector<std::string>& texts) {
  texts.resize(below(4));
  for (std::string& each : texts) each = text();
}

void RandomModels::fill(std::int32_t& value) {
  value = coin() ? kExtremeIntegers<std::int32_t>[below(6)]
                 : static_cast<std::int32_t>(random_());
}
void RandomModels::fill(std::int64_t& value) {
  value = coin() ? kExtremeIntegers<std::int64_t>[below(6)]
                 : static_cast<std::int64_t>(random_());
}
void RandomModels::fill(std::uint32_t& value) {
  value = coin() ? kExtremeIntegers<std::uint32_t>[below(6)]
                 : static_cast<std::uint32_t>(random_());
}
void RandomModels::fill(std::uint64_t& value) {
  value = coin() ? kExtremeIntegers<std::uint64_t>[below(6)] : random_();
}
void RandomModels::fill(float& value) {
  value = coin() ? kExtremeNumbers<float>[below(8)]
                 : static_cast<float>(random_()) / 1e15f - 9e3f;
}
void RandomModels::fill(double& value) {
  value = coin() ? kExtremeNumbers<double>[below(8)]
                 : static_cast<double>(random_()) / 1e15 - 9e3;
}

void RandomModels::fill(TensorShape& shape) {
  shape.dims.resize(below(4));
  for (TensorShape::Dim& dim : shape.dims) {
    fill(dim.size);
    dim.name = text();
  }
  shape.unknown_rank = coin();
}

void RandomModels::fill(TensorProto& tensor) {
  fill(tensor.dtype);
  tensor.has_shape = coin();
  if (tensor.has_shape) fill(tensor.shape);
  fill(tensor.version_number);
  tensor.tensor_content = bytes();
  fill_list(tensor.float_val);
  fill_list(tensor.double_val);
  fill_list(tensor.int_val);
  tensor.string_val.resize(below(4));
  for (std::string& each : tensor.string_val) each = bytes();
  fill_list(tensor.scomplex_val);
  fill_list(tensor.int64_val, 300);
  fill_list(tensor.bool_val);
  fill_list(tensor.dcomplex_val);
  fill_list(tensor.half_val);
  fill_list(tensor.uint32_val);
  fill_list(tensor.uint64_val);
  tensor.float8_val = bytes();
}

void RandomModels::fill(Metadata& metadata) {
  metadata.plugin_name = text();
  metadata.plugin_content = bytes();
  metadata.display_name = text();
  metadata.description = text();
  fill(metadata.data_class);
}

void RandomModels::fill(Image& image) {
  fill(image.height);
  fill(image.width);
  fill(image.colorspace);
  image.encoded = bytes();
}

void RandomModels::fill(Audio& audio) {
  fill(audio.sample_rate);
  fill(audio.num_channels);
  fill(audio.length_frames);
  audio.encoded = bytes();
  audio.content_type = text();
}

void RandomModels::fill(Histogram& histogram) {
  fill(histogram.min);
  fill(histogram.max);
  fill(histogram.num);
  fill(histogram.sum);
  fill(histogram.sum_squares);
  fill_list(histogram.limits, 40);
  fill_list(histogram.counts, 40);
}

void RandomModels::fill(Value& value) {
  value.tag = Tag(text());
  value.node_name = text();
  if (coin()) value.metadata = make<Metadata>();
  switch (below(7)) {
    case 0:
      break;
    case 1:
      value.value = make<float>();
      break;
    case 2:
      value.value = ObsoleteHistogram{bytes()};
      break;
    case 3:
      value.value = make<Image>();
      break;
    case 4:
      value.value = make<Histogram>();
      break;
    case 5:
      value.value = make<Audio>();
      break;
    case 6:
      value.value = coin() ? TensorProto{} : make<TensorProto>();
      break;
  }
}

void RandomModels::fill(Summary& summary) { fill_list(summary.values); }

void RandomModels::fill(Event& event) {
  const auto secs = WallTime::from_secs(make<double>());
  if (secs) event.wall_time = *secs;
  fill(event.step.value);
  event.source_writer = text();
  switch (below(10)) {
    case 0:
      break;
    case 1:
      event.what = FileVersion{text()};
      break;
    case 2:
      event.what = GraphDef{bytes()};
      break;
    case 3:
      event.what = LogMessage{make<std::int32_t>(), text()};
      break;
    case 4:
      event.what = SessionLog{make<SessionLog::Status>(), text(), text()};
      break;
    case 5:
      event.what = TaggedRunMetadata{text(), bytes()};
      break;
    case 6:
      event.what = MetaGraphDef{bytes()};
      break;
    default:
      event.what = make<Summary>();
      break;
  }
}

void RandomModels::fill(HParamValue& value) {
  switch (below(3)) {
    case 0:
      value = coin();
      break;
    case 1:
      value = make<double>();
      break;
    case 2:
      value = text();
      break;
  }
}

void RandomModels::fill(HParamInfo& info) {
  info.name = text();
  info.display_name = text();
  info.description = text();
  fill(info.type);
  switch (below(3)) {
    case 0:
      break;
    case 1:
      fill_list(info.domain.emplace<HParamDiscreteDomain>().values);
      break;
    case 2:
      info.domain = HParamInterval{make<double>(), make<double>()};
      break;
  }
  info.differs = coin();
}

void RandomModels::fill(MetricInfo& info) {
  info.group = text();
  info.tag = text();
  info.display_name = text();
  info.description = text();
  fill(info.dataset_type);
}

void RandomModels::fill(Experiment& experiment) {
  experiment.name = text();
  experiment.description = text();
  experiment.user = text();
  fill(experiment.time_created_secs);
  fill_list(experiment.hparam_infos);
  fill_list(experiment.metric_infos);
}

void RandomModels::fill(SessionStartInfo& start) {
  for (std::uint64_t left = below(5); left > 0; --left) {
    start.hparams[text()] = make<HParamValue>();
  }
  start.model_uri = text();
  start.monitor_url = text();
  start.group_name = text();
  fill(start.start_time_secs);
}

void RandomModels::fill(SessionEndInfo& end) {
  fill(end.status);
  fill(end.end_time_secs);
}

void RandomModels::fill(HParamsData& data) {
  fill(data.version);
  switch (below(4)) {
    case 0:
      break;
    case 1:
      data.data = make<Experiment>();
      break;
    case 2:
      data.data = make<SessionStartInfo>();
      break;
    case 3:
      data.data = make<SessionEndInfo>();
      break;
  }
}

void RandomModels::fill(MeshData& data) {
  fill(data.version);
  data.name = text();
  fill(data.content_type);
  data.json_config = text();
  fill_list(data.shape);
  fill(data.components);
}

void RandomModels::fill(PrCurveData& data) {
  fill(data.version);
  fill(data.num_thresholds);
}

void RandomModels::fill(ProjectorEmbedding& embedding) {
  embedding.tensor_name = text();
  embedding.metadata_path = text();
  embedding.bookmarks_path = text();
  fill_list(embedding.tensor_shape);
  if (coin()) {
    embedding.sprite.emplace().image_path = text();
    fill_list(embedding.sprite->single_image_dim);
  }
  embedding.tensor_path = text();
}

void RandomModels::fill(ProjectorConfig& config) {
  config.model_checkpoint_path = text();
  fill_list(config.embeddings);
  config.model_checkpoint_dir = text();
}

void RandomModels::fill(ChartCategory& category) {
  category.title = text();
  category.closed = coin();
  for (std::uint64_t left = below(4); left > 0; --left) {
    if (coin()) {
      MultilineChart chart{text(), {}};
      fill_texts(chart.tags);
      category.charts.push_back(chart);
    } else {
      MarginChart chart{text(), {}};
      chart.series.resize(below(3));
      for (auto& series : chart.series) series = {text(), text(), text()};
      category.charts.push_back(chart);
    }
  }
}

void RandomModels::fill(ChartLayout& layout) { fill_list(layout.categories); }

GraphNode::Attribute RandomModels::attribute() {
  std::vector<double> numbers = {1};
  std::vector<std::int64_t> integers;
  std::vector<std::string> strings = {"one"};
  switch (below(7)) {
    case 0:
      return coin();
    case 1:
      return make<std::int64_t>();
    case 2:
      return double{make<float>()};
    case 3:
      return bytes();
    case 4:
      fill_list(integers);
      return integers;
    case 5:
      numbers.push_back(make<float>());
      return numbers;
    default:
      strings.push_back(bytes());
      return strings;
  }
}

void RandomModels::fill(GraphNode& node) {
  node.name = text();
  node.op = text();
  fill_texts(node.inputs);
  node.device = text();
  for (std::uint64_t i = 0, count = below(4); i < count; ++i) {
    node.attributes.emplace_back("attr" + std::to_string(i), attribute());
  }
  node.output_shapes.resize(below(3));
  for (auto& shape : node.output_shapes) fill_list(shape);
}

void RandomModels::fill(std::vector<GraphNode>& nodes) { fill_list(nodes); }

}  // namespace stepline::event
