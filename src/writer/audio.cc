#include "writer/audio.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "media/wav.h"
#include "writer/check.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

constexpr std::int64_t kMostSamples = (std::int64_t{1} << 31) - 64;

bool is_floating(DType dtype) {
  switch (dtype) {
    case DType::Float16:
    case DType::BFloat16:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
    case DType::Float32:
    case DType::Float64:
      return true;
    default:
      return false;
  }
}

template <class T>
std::int16_t sample_of(T value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::int16_t>(std::clamp<T>(value, -1, 1) * T{32767});
}

std::int16_t clipped(double value) {
  return static_cast<std::int16_t>(std::clamp(value, -32768.0, 32767.0));
}

template <class T, class Sample>
std::vector<std::int16_t> convert(const TensorView& samples, Sample sample) {
  std::vector<T> values(static_cast<std::size_t>(samples.size()));
  if constexpr (std::is_same_v<T, float>) {
    to_floats(samples, values);
  } else {
    to_doubles(samples, values);
  }
  std::vector<std::int16_t> out(values.size());
  std::ranges::transform(values, out.begin(), sample);
  return out;
}

// The samples as [L, C]. Of two dimensions the shorter one is the channels'; a
// square is read as [L, C].
TensorView as_frames(const TensorView& samples) {
  if (samples.rank() == 1) return permuted(samples, std::array{0, -1});
  if (samples.rank() == 2 && samples.dim(0) < samples.dim(1))
    return permuted(samples, std::array{1, 0});
  return samples;
}

std::vector<std::int16_t> samples_of(const TensorView& samples) {
  if (samples.dtype() == DType::Int16) {
    std::vector<std::int16_t> out(static_cast<std::size_t>(samples.size()));
    copy_contiguous(samples, out.data());
    return out;
  }
  if (!is_floating(samples.dtype())) return convert<double>(samples, clipped);
  // Multiplied in the precision that they come in, so that they are truncated
  // as they are elsewhere.
  if (fits_float(samples.dtype())) {
    return convert<float>(samples, sample_of<float>);
  }
  return convert<double>(samples, sample_of<double>);
}

}  // namespace

Result<void> check_audio(std::string_view tag, const TensorView& samples,
                         const AudioOptions& options) {
  if (auto ok = check_elements("audio", tag, samples); !ok) return ok;
  const TensorView frames = as_frames(samples);
  if (frames.rank() != 2 || frames.dim(1) > 2) {
    return invalid(
        "audio", tag,
        "the samples must be [L], or [L, C] or [C, L] with 1 or 2 channels",
        samples);
  }
  if (samples.size() > kMostSamples) {
    return invalid("audio", tag, "a WAV file holds less than 4 GiB", samples);
  }
  if (options.sample_rate < 1 ||
      options.sample_rate > std::numeric_limits<std::int32_t>::max()) {
    return invalid("audio", tag,
                   "the sample rate must be from 1 to 2^31 - 1, got " +
                       std::to_string(options.sample_rate));
  }
  return check_wall_time("audio", tag, options.wall_time);
}

event::Value make_audio(std::string_view tag, const TensorView& samples,
                        std::int64_t sample_rate) {
  const TensorView frames = as_frames(samples);
  const auto channels = static_cast<int>(frames.dim(1));
  event::Audio audio;
  audio.sample_rate = static_cast<float>(sample_rate);
  audio.num_channels = channels;
  audio.length_frames = frames.dim(0);
  audio.encoded = media::encode_wav(samples_of(frames), channels,
                                    static_cast<std::uint32_t>(sample_rate));
  audio.content_type = "audio/wav";
  event::Value value;
  value.tag = event::Tag(tag);
  value.value = std::move(audio);
  return value;
}

}  // namespace stepline::writer
