#pragma once

#include <cstdint>
#include <string_view>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// [L], or [L, C] or [C, L] with 1 or 2 channels, the shorter dimension; L at
// least 1; a sample rate from 1 to 2^31 - 1.
Result<void> check_audio(std::string_view tag, const TensorView& samples,
                         const AudioOptions& options);

// 16-bit PCM in a WAV file. Floating-point samples are clipped to [-1, 1],
// multiplied by 32767 and truncated, NaN is silence. int16 is taken as it is,
// and so is every other integer type, clipped to the range of int16.
event::Value make_audio(std::string_view tag, const TensorView& samples,
                        std::int64_t sample_rate);

}  // namespace stepline::writer
