#include <bit>
#include <cstdint>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

// The upper half of a float32, rounded to even.
std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace

void log_checkpoint(RunLog& log, Network& network, std::int64_t step,
                    bool full) {
  for (const Parameter* p : network.parameters()) {
    if (full) {
      // The biases are small enough for the event file as well.
      const bool small = p->value.size() <= 64;
      log.wrote("tensors",
                log.writer.add_tensor(
                    "checkpoint/" + p->name,
                    stepline::TensorView(p->value.data(),
                                         stepline::DType::Float32, p->shape),
                    step, {.tensorboard = small}));
      continue;
    }
    std::vector<std::uint16_t> halves;
    for (const float value : p->value) halves.push_back(to_bfloat16(value));
    log.wrote("tensors",
              log.writer.add_tensor(
                  "checkpoint_bf16/" + p->name,
                  stepline::TensorView(halves.data(), stepline::DType::BFloat16,
                                       p->shape),
                  step));
  }
}

}  // namespace demo
