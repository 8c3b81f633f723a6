#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace stepline::media {

// A WAV file of 16-bit PCM. `interleaved` holds whole frames (one sample per
// channel, in turn); an incomplete last frame is dropped. There is at least one
// channel, and the samples take less than 4 GiB, the most a WAV file holds.
std::string encode_wav(std::span<const std::int16_t> interleaved, int channels,
                       std::uint32_t sample_rate);

}  // namespace stepline::media
