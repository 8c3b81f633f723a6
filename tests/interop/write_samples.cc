// Runs a script of calls (call.h) against the public API: one function a verb.
// A call that the library refuses ends the program with the library's message.
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "call.h"
#include "stepline/step_scope.h"
#include "stepline/summary_writer.h"

namespace stepline::interop {
namespace {

// The writer that is open, and what a later call will take with it.
struct State {
  std::optional<SummaryWriter> writer;
  Graph graph;
  ChartLayout layout;
  std::vector<HParam> hparams;
  std::vector<HParamMetric> metrics;
  std::vector<std::vector<std::string>> labels;
};

using Verb = std::function<Result<void>(State&, Call&)>;

std::int64_t step_of(Call& call) { return call.integer("step", 0); }

Result<void> open(State& state, Call& call) {
  WriterOptions options;
  options.directory = call.text("directory");
  options.filename_suffix = call.text("suffix", "");
  options.double_scalars = call.integer("double_scalars", 0) != 0;
  options.rotate_bytes =
      static_cast<std::uint64_t>(call.integer("rotate_bytes", 0));
  if (call.has("purge_step"))
    options.purge_step = call.integer("purge_step", 0);
  state.writer.emplace(options);
  return {};
}

Result<void> close(State& state, Call&) {
  auto closed = state.writer->close();
  state.writer.reset();
  return closed;
}

Result<void> flush(State& state, Call&) { return state.writer->flush(); }

// For a test that looks at a run while it is written.
Result<void> wait(State&, Call&) {
  std::cout << "waiting" << std::endl;
  std::string line;
  std::getline(std::cin, line);
  return {};
}

Result<void> add_scalar(State& state, Call& call) {
  const std::string tag = call.text("tag");
  const double value = call.number("value");
  if (const auto wall_time = call.wall_time()) {
    state.writer->add_scalar(tag, value, step_of(call), *wall_time);
  } else {
    state.writer->add_scalar(tag, value, step_of(call));
  }
  return {};
}

// Step i has values[i].
Result<void> scalar_handle(State& state, Call& call) {
  Scalar scalar = state.writer->scalar(call.text("tag"));
  const std::vector<double> values = call.numbers("values");
  for (std::size_t i = 0; i < values.size(); ++i) {
    scalar.add(static_cast<std::int64_t>(i), values[i]);
  }
  return {};
}

Result<void> summarize(State& state, Call& call) {
  StepScope scope(*state.writer, step_of(call));
  summarize_scalar(call.text("tag"), call.number("value"));
  return {};
}

Result<void> add_scalars(State& state, Call& call) {
  const std::vector<std::string> names = call.texts("names");
  const std::vector<double> values = call.numbers("values");
  std::vector<SummaryWriter::NamedValue> pairs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    pairs.emplace_back(names[i], values.at(i));
  }
  return state.writer->add_scalars(call.text("tag"), pairs, step_of(call),
                                   {.wall_time = call.wall_time()});
}

HistogramBins bins_of(Call& call) {
  using Rule = HistogramBins::Rule;
  static const std::map<std::string, Rule> kRules = {
      {"auto", Rule::Auto},   {"fd", Rule::Fd},      {"doane", Rule::Doane},
      {"scott", Rule::Scott}, {"sqrt", Rule::Sqrt},  {"sturges", Rule::Sturges},
      {"rice", Rule::Rice},   {"stone", Rule::Stone}};
  if (call.has("edges")) return HistogramBins::edges(call.numbers("edges"));
  if (call.has("count")) return HistogramBins::equal(call.integer("count", 0));
  const std::string name = call.text("bins", "tensorflow");
  if (name == "tensorflow") return {};
  const auto rule = kRules.find(name);
  if (rule == kRules.end()) call.fail("no bins are called " + name);
  return rule->second;
}

Result<void> add_histogram(State& state, Call& call) {
  return state.writer->add_histogram(call.text("tag"), call.array("values"),
                                     step_of(call),
                                     {.bins = bins_of(call),
                                      .max_bins = call.integer("max_bins", 0),
                                      .wall_time = call.wall_time()});
}

Result<void> add_histogram_raw(State& state, Call& call) {
  return state.writer->add_histogram_raw(
      call.text("tag"),
      {.min = call.number("min"),
       .max = call.number("max"),
       .num = call.number("num"),
       .sum = call.number("sum"),
       .sum_squares = call.number("sum_squares"),
       .bucket_limits = call.numbers("bucket_limits"),
       .bucket_counts = call.numbers("bucket_counts")},
      step_of(call), call.wall_time());
}

Result<void> add_tensor(State& state, Call& call) {
  return state.writer->add_tensor(
      call.text("tag"), call.array("tensor"), step_of(call),
      {.tensorboard = call.integer("tensorboard", 0) != 0,
       .wall_time = call.wall_time()});
}

Result<void> add_pr_curve(State& state, Call& call) {
  return state.writer->add_pr_curve(
      call.text("tag"), call.array("labels"), call.array("predictions"),
      step_of(call),
      {.num_thresholds = call.integer("num_thresholds", 127),
       .weights = call.maybe_array("weights"),
       .wall_time = call.wall_time()});
}

Result<void> add_pr_curve_raw(State& state, Call& call) {
  return state.writer->add_pr_curve_raw(call.text("tag"),
                                        {.true_positives = call.numbers("tp"),
                                         .false_positives = call.numbers("fp"),
                                         .true_negatives = call.numbers("tn"),
                                         .false_negatives = call.numbers("fn"),
                                         .precision = call.numbers("precision"),
                                         .recall = call.numbers("recall")},
                                        step_of(call), call.wall_time());
}

Result<void> add_image(State& state, Call& call) {
  const std::string layout = call.text("layout", "CHW");
  return state.writer->add_image(
      call.text("tag"), call.array("image"), step_of(call),
      {.layout = layout, .wall_time = call.wall_time()});
}

Result<void> add_images(State& state, Call& call) {
  const std::string layout = call.text("layout", "NCHW");
  return state.writer->add_images(
      call.text("tag"), call.array("images"), step_of(call),
      {.layout = layout, .wall_time = call.wall_time()});
}

Result<void> add_image_with_boxes(State& state, Call& call) {
  const std::string layout = call.text("layout", "CHW");
  return state.writer->add_image_with_boxes(
      call.text("tag"), call.array("image"), call.array("boxes"), step_of(call),
      {.layout = layout,
       .labels = call.texts("labels"),
       .wall_time = call.wall_time()});
}

Result<void> add_video(State& state, Call& call) {
  const std::string layout = call.text("layout", "NTCHW");
  return state.writer->add_video(
      call.text("tag"), call.array("video"), step_of(call),
      {.layout = layout,
       .fps = static_cast<double>(call.integer("fps", 4)),
       .wall_time = call.wall_time()});
}

Result<void> add_audio(State& state, Call& call) {
  return state.writer->add_audio(
      call.text("tag"), call.array("samples"), step_of(call),
      {.sample_rate = call.integer("sample_rate", 44100),
       .wall_time = call.wall_time()});
}

Result<void> add_text(State& state, Call& call) {
  return state.writer->add_text(call.text("tag"), call.text("text"),
                                step_of(call), {.wall_time = call.wall_time()});
}

Result<void> add_mesh(State& state, Call& call) {
  return state.writer->add_mesh(call.text("tag"), call.array("vertices"),
                                step_of(call),
                                {.colors = call.maybe_array("colors"),
                                 .faces = call.maybe_array("faces"),
                                 .config_json = call.text("config", ""),
                                 .wall_time = call.wall_time()});
}

// Attributes a_<type>=value all have the name of their type.
Result<void> node(State& state, Call& call) {
  GraphNode& node =
      state.graph.add(call.text("name"), call.text("op"), call.texts("inputs"));
  node.device = call.text("device", "");
  if (call.has("shape")) node.output_shapes.push_back(call.integers("shape"));
  auto& attributes = node.attributes;
  if (call.has("a_bool")) {
    attributes.emplace_back("bool", call.integer("a_bool", 0) != 0);
  }
  if (call.has("a_int"))
    attributes.emplace_back("int", call.integer("a_int", 0));
  if (call.has("a_float")) {
    attributes.emplace_back("float", call.number("a_float"));
  }
  if (call.has("a_text")) attributes.emplace_back("text", call.text("a_text"));
  if (call.has("a_ints")) {
    attributes.emplace_back("ints", call.integers("a_ints"));
  }
  if (call.has("a_floats")) {
    attributes.emplace_back("floats", call.numbers("a_floats"));
  }
  if (call.has("a_texts")) {
    attributes.emplace_back("texts", call.texts("a_texts"));
  }
  return {};
}

Result<void> add_graph(State& state, Call&) {
  return state.writer->add_graph(std::exchange(state.graph, {}));
}

Result<void> add_onnx_graph(State& state, Call& call) {
  return state.writer->add_onnx_graph(call.text("path"));
}

// A row of labels for the next embedding.
Result<void> label(State& state, Call& call) {
  state.labels.push_back(call.texts("columns"));
  return {};
}

Result<void> add_embedding(State& state, Call& call) {
  const std::string layout = call.text("images_layout", "NCHW");
  return state.writer->add_embedding(call.array("matrix"), step_of(call),
                                     {.tag = call.text("tag", "default"),
                                      .labels = std::exchange(state.labels, {}),
                                      .header = call.texts("header"),
                                      .images = call.maybe_array("images"),
                                      .images_layout = layout});
}

HParamValue hparam_value(Call& call, const std::string& type,
                         const std::string& text) {
  if (type == "bool") return text == "1";
  if (type == "number") return std::strtod(text.c_str(), nullptr);
  if (type == "text") return text;
  call.fail("no type of hyperparameters is called " + type);
}

Result<void> hparam(State& state, Call& call) {
  const std::string type = call.text("type");
  HParam hparam{
      call.text("name"), hparam_value(call, type, call.text("value")), {}};
  for (const std::string& choice : call.texts("domain")) {
    hparam.domain.push_back(hparam_value(call, type, choice));
  }
  state.hparams.push_back(std::move(hparam));
  return {};
}

Result<void> metric(State& state, Call& call) {
  HParamMetric metric{call.text("tag"), {}, call.text("display_name", "")};
  if (call.has("value")) metric.value = call.number("value");
  state.metrics.push_back(std::move(metric));
  return {};
}

HParamsOptions hparams_options(Call& call) {
  return {.run_name = call.text("run_name", ""),
          .group = call.text("group", ""),
          .step = step_of(call),
          .wall_time = call.wall_time()};
}

Result<void> add_hparams(State& state, Call& call) {
  return state.writer->add_hparams(std::exchange(state.hparams, {}),
                                   std::exchange(state.metrics, {}),
                                   hparams_options(call));
}

Result<void> finish_hparams(State& state, Call& call) {
  const auto status = static_cast<SessionStatus>(call.integer("status", 1));
  return state.writer->finish_hparams(status, hparams_options(call));
}

Result<void> category(State& state, Call& call) {
  state.layout.categories.push_back({.title = call.text("title"),
                                     .charts = {},
                                     .closed = call.integer("closed", 0) != 0});
  return {};
}

Result<void> multiline(State& state, Call& call) {
  state.layout.categories.back().charts.emplace_back(
      MultilineChart{call.text("title"), call.texts("tags")});
  return {};
}

Result<void> margin(State& state, Call& call) {
  state.layout.categories.back().charts.emplace_back(MarginChart{
      call.text("title"),
      {{call.text("value"), call.text("lower"), call.text("upper")}}});
  return {};
}

Result<void> add_custom_scalars(State& state, Call&) {
  return state.writer->add_custom_scalars(std::exchange(state.layout, {}));
}

Result<void> add_custom_scalars_multiline(State& state, Call& call) {
  return state.writer->add_custom_scalars_multiline(
      call.texts("tags"), call.text("category"), call.text("title"));
}

Result<void> add_custom_scalars_margin(State& state, Call& call) {
  return state.writer->add_custom_scalars_margin(
      {call.text("value"), call.text("lower"), call.text("upper")},
      call.text("category"), call.text("title"));
}

Result<void> add_event(State& state, Call& call) {
  return state.writer->add_event(call.text("bytes"));
}

const std::map<std::string, Verb>& verbs() {
  static const std::map<std::string, Verb> kVerbs = {
      {"open", open},
      {"close", close},
      {"flush", flush},
      {"wait", wait},
      {"add_scalar", add_scalar},
      {"scalar_handle", scalar_handle},
      {"summarize", summarize},
      {"add_scalars", add_scalars},
      {"add_histogram", add_histogram},
      {"add_histogram_raw", add_histogram_raw},
      {"add_tensor", add_tensor},
      {"add_pr_curve", add_pr_curve},
      {"add_pr_curve_raw", add_pr_curve_raw},
      {"add_image", add_image},
      {"add_images", add_images},
      {"add_image_with_boxes", add_image_with_boxes},
      {"add_video", add_video},
      {"add_audio", add_audio},
      {"add_text", add_text},
      {"add_mesh", add_mesh},
      {"node", node},
      {"add_graph", add_graph},
      {"add_onnx_graph", add_onnx_graph},
      {"label", label},
      {"add_embedding", add_embedding},
      {"hparam", hparam},
      {"metric", metric},
      {"add_hparams", add_hparams},
      {"finish_hparams", finish_hparams},
      {"category", category},
      {"multiline", multiline},
      {"margin", margin},
      {"add_custom_scalars", add_custom_scalars},
      {"add_custom_scalars_multiline", add_custom_scalars_multiline},
      {"add_custom_scalars_margin", add_custom_scalars_margin},
      {"add_event", add_event},
  };
  return kVerbs;
}

int run(const std::string& path) {
  std::ifstream script(path);
  if (!script) {
    std::cerr << "cannot read " << path << "\n";
    return 2;
  }
  State state;
  for (std::string line; std::getline(script, line);) {
    Call call(line);
    const auto verb = verbs().find(call.verb());
    if (verb == verbs().end()) call.fail("no such verb");
    const Result<void> done = verb->second(state, call);
    if (!done) call.fail(done.error().message);
    call.check_all_used();
  }
  return 0;
}

}  // namespace
}  // namespace stepline::interop

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_samples SCRIPT\n";
    return 2;
  }
  return stepline::interop::run(argv[1]);
}
