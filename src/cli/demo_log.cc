#include "cli/demo_log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace stepline::cli {
namespace {

constexpr std::int64_t kRareEvery = 250;
constexpr std::int64_t kDivergesAt = 700;

// In [-1, 1); splitmix64, the same on every machine.
double noise(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t bits = state;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

// Roughly normal, with deviation 1.
double normal(std::uint64_t& state) {
  return (noise(state) + noise(state) + noise(state)) / 1.0;
}

double progress(double learning_rate, std::int64_t step) {
  return 1 - std::exp(-learning_rate * static_cast<double>(step));
}

bool diverges(double learning_rate) { return learning_rate > 0.05; }

double loss_at(double learning_rate, std::int64_t step) {
  if (diverges(learning_rate) && step >= kDivergesAt) {
    if (step > kDivergesAt + 60) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return 0.5 * std::exp(0.03 * static_cast<double>(step - kDivergesAt));
  }
  return 2.3 - 2.1 * progress(learning_rate, step);
}

WriterOptions quick() {
  WriterOptions options;
  options.flush_interval = std::chrono::milliseconds(100);
  return options;
}

Graph model() {
  Graph graph;
  graph.add("input", "Placeholder");
  graph.add("dense/weight", "Variable");
  graph.add("dense/product", "MatMul", {"input", "dense/weight"});
  graph.add("dense/relu", "Relu", {"dense/product"});
  graph.add("loss", "SoftmaxCrossEntropy", {"dense/relu"});
  return graph;
}

// A disc that sharpens.
std::vector<std::uint8_t> picture(double sharpness) {
  constexpr int kSize = 64;
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const double far = std::hypot(x - kSize / 2.0, y - kSize / 2.0);
      const double light = 1 / (1 + std::exp((far - 20) * (0.1 + sharpness)));
      pixels.push_back(static_cast<std::uint8_t>(255 * light));
    }
  }
  return pixels;
}

std::vector<float> tone(double hertz) {
  constexpr int kRate = 8000;
  std::vector<float> samples;
  for (int i = 0; i < kRate / 2; ++i) {
    samples.push_back(static_cast<float>(
        0.3 * std::sin(2 * std::numbers::pi * hertz * i / kRate)));
  }
  return samples;
}

// Runs all of it and returns the first error.
Result<void> first_error(std::initializer_list<Result<void>> results) {
  for (const Result<void>& result : results) {
    if (!result) return result;
  }
  return {};
}

}  // namespace

DemoLog::DemoLog(const std::string& directory, std::int64_t steps,
                 double now_secs)
    : steps_(steps), now_secs_(now_secs) {
  constexpr std::array<std::pair<const char*, double>, 3> kRuns{
      {{"careful", 0.003}, {"quick", 0.01}, {"reckless", 0.1}}};
  std::uint64_t seed = 1;
  for (const auto& [name, rate] : kRuns) {
    runs_.push_back(
        {name, rate, SummaryWriter(directory + "/" + name, quick()), seed++});
  }
}

double DemoLog::wall_secs(std::int64_t step) const {
  return now_secs_ - static_cast<double>(steps_ - 1 - step) * kSecsAStep;
}

void DemoLog::add_scalars(Run& run, std::int64_t step, double at) {
  const double loss = loss_at(run.learning_rate, step);
  run.writer.add_scalar("train/loss", loss * (1 + 0.08 * normal(run.noise)),
                        step, at);
  const double decay = std::exp(-static_cast<double>(step) / 2000);
  run.writer.add_scalar("train/learning_rate", run.learning_rate * decay, step,
                        at);
  if (step % 10 != 0) return;
  run.writer.add_scalar("validation/loss",
                        loss * (1.1 + 0.02 * normal(run.noise)), step, at);
  const bool lost = std::isnan(loss) || loss > 2.3;
  const double accuracy =
      lost ? 0.1 : 0.1 + 0.85 * progress(run.learning_rate, step);
  run.writer.add_scalar("validation/accuracy",
                        std::min(1.0, accuracy + 0.01 * normal(run.noise)),
                        step, at);
}

Result<void> DemoLog::add_rare(Run& run, std::int64_t step) {
  const double done = progress(run.learning_rate, step);
  std::vector<float> weights;
  for (int i = 0; i < 2000; ++i) {
    weights.push_back(static_cast<float>((0.2 + done) * normal(run.noise)));
  }
  std::vector<float> predictions;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 200; ++i) {
    labels.push_back(i % 2);
    const double score = 0.5 + 0.4 * done * (i % 2 ? 1 : -1);
    predictions.push_back(static_cast<float>(
        std::clamp(score + 0.2 * noise(run.noise), 0.0, 1.0)));
  }
  const double at = wall_secs(step);
  const std::vector<std::uint8_t> pixels = picture(done);
  return first_error(
      {run.writer.add_histogram("weights/dense", weights, step,
                                {.wall_time = at}),
       run.writer.add_image("samples/disc", {pixels.data(), {64, 64}}, step,
                            {.layout = "HW", .wall_time = at}),
       run.writer.add_audio("samples/tone", tone(220 + 220 * done), step,
                            {.sample_rate = 8000, .wall_time = at}),
       run.writer.add_pr_curve("validation/pr", labels, predictions, step,
                               {.wall_time = at}),
       run.writer.add_tensor("dense/weight", {weights.data(), {40, 50}}, step,
                             {.wall_time = at}),
       run.writer.add_text(
           "notes",
           "**Step " + std::to_string(step) + "** of an invented training.",
           step, {.wall_time = at})});
}

Result<void> DemoLog::add_once(Run& run) {
  constexpr std::array<float, 12> kCorners{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  constexpr std::array<std::int32_t, 12> kFaces{0, 1, 2, 0, 1, 3,
                                                0, 2, 3, 1, 2, 3};
  std::vector<float> points;
  std::vector<std::vector<std::string>> labels;
  for (int i = 0; i < 100; ++i) {
    for (int d = 0; d < 3; ++d) {
      points.push_back(static_cast<float>(i % 4 + 0.3 * normal(run.noise)));
    }
    labels.push_back({"group " + std::to_string(i % 4)});
  }
  return first_error(
      {run.writer.add_hparams(
           {{"learning_rate", run.learning_rate}, {"invented", true}},
           {{.tag = "validation/accuracy"}, {.tag = "validation/loss"}}),
       run.writer.add_graph(model()),
       run.writer.add_mesh("samples/corner", {kCorners.data(), {4, 3}}, 0,
                           {.faces = TensorView(kFaces.data(), {4, 3})}),
       run.writer.add_embedding({points.data(), {100, 3}}, 0,
                                {.tag = "groups", .labels = labels}),
       run.writer.add_custom_scalars_multiline(
           {"train/loss", "validation/loss"}, "losses", "loss")});
}

Result<void> DemoLog::write_history() {
  for (Run& run : runs_) {
    const auto begun = add_once(run);
    if (!begun) return begun;
    for (std::int64_t step = 0; step < steps_; ++step) {
      add_scalars(run, step, wall_secs(step));
      if (step % kRareEvery != 0) continue;
      const auto added = add_rare(run, step);
      if (!added) return added;
    }
    const auto ended = run.writer.finish_hparams(diverges(run.learning_rate)
                                                     ? SessionStatus::Failure
                                                     : SessionStatus::Success);
    if (!ended) return ended;
  }
  return flush();
}

void DemoLog::add_step() {
  for (Run& run : runs_) {
    add_scalars(run, steps_, std::numeric_limits<double>::quiet_NaN());
  }
  steps_ += 1;
}

Result<void> DemoLog::flush() {
  for (Run& run : runs_) {
    const auto flushed = run.writer.flush();
    if (!flushed) return flushed;
  }
  return {};
}

}  // namespace stepline::cli
