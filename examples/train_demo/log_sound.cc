#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

constexpr int kSampleRate = 22050;
constexpr double kSeconds = 5;
constexpr double kLowestHertz = 110;
constexpr double kOctaves = 3;

// The loss at a moment in [0, 1], between the two that were measured.
double loss_at(std::span<const double> losses, double moment) {
  const double place = moment * static_cast<double>(losses.size() - 1);
  const auto index = std::min(static_cast<std::size_t>(place),
                              losses.size() - (losses.size() > 1 ? 2 : 1));
  if (losses.size() == 1) return losses[0];
  const double part = place - static_cast<double>(index);
  return losses[index] * (1 - part) + losses[index + 1] * part;
}

}  // namespace

void log_sound(RunLog& log, std::span<const double> training_losses,
               std::span<const double> validation_losses, std::int64_t step) {
  const auto [lowest, highest] =
      std::minmax_element(training_losses.begin(), training_losses.end());
  const double floor = std::log(std::max(*lowest, 1e-6));
  const double range = std::max(std::log(*highest) - floor, 1e-6);
  const int count = static_cast<int>(kSampleRate * kSeconds);
  std::vector<float> samples(std::size_t(count) * 2);
  double phases[2] = {0, 0};
  for (int i = 0; i < count; ++i) {
    const double moment = static_cast<double>(i) / count;
    const double fade = std::min({1.0, 50 * moment, 50 * (1 - moment)});
    for (const int channel : {0, 1}) {
      const double loss =
          loss_at(channel == 0 ? training_losses : validation_losses, moment);
      const double height = std::clamp(
          (std::log(std::max(loss, 1e-6)) - floor) / range, 0.0, 1.2);
      phases[channel] += 2 * std::numbers::pi * kLowestHertz *
                         std::exp2(kOctaves * height) / kSampleRate;
      const double wave =
          std::sin(phases[channel]) + 0.4 * std::sin(2 * phases[channel]);
      samples[std::size_t(2 * i + channel)] =
          static_cast<float>(0.3 * fade * wave);
    }
  }
  log.wrote("sounds",
            log.writer.add_audio("sound/loss", {samples.data(), {count, 2}},
                                 step, {.sample_rate = kSampleRate}));
}

}  // namespace demo
