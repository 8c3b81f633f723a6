#include "media/wav.h"

#include <bit>
#include <cassert>
#include <cstddef>

namespace stepline::media {
namespace {

void put_u16(std::string& out, std::uint32_t value) {
  out.push_back(static_cast<char>(value));
  out.push_back(static_cast<char>(value >> 8));
}

void put_u32(std::string& out, std::uint32_t value) {
  put_u16(out, value & 0xffff);
  put_u16(out, value >> 16);
}

}  // namespace

std::string encode_wav(std::span<const std::int16_t> interleaved, int channels,
                       std::uint32_t sample_rate) {
  constexpr std::uint32_t kHeaderBytes = 44;
  constexpr std::uint32_t kPcm = 1;
  assert(channels > 0 && channels < 32768 && "a frame has 1 to 32767 samples");
  const auto frame_samples = static_cast<std::size_t>(channels);
  interleaved =
      interleaved.first(interleaved.size() / frame_samples * frame_samples);
  const auto data_bytes = static_cast<std::uint32_t>(interleaved.size_bytes());
  const auto frame_bytes = static_cast<std::uint32_t>(channels) * 2;

  std::string out;
  out.reserve(kHeaderBytes + interleaved.size_bytes());
  out.append("RIFF");
  put_u32(out, kHeaderBytes - 8 + data_bytes);
  out.append("WAVEfmt ");
  put_u32(out, 16);
  put_u16(out, kPcm);
  put_u16(out, static_cast<std::uint32_t>(channels));
  put_u32(out, sample_rate);
  put_u32(out, sample_rate * frame_bytes);
  put_u16(out, frame_bytes);
  put_u16(out, 16);
  out.append("data");
  put_u32(out, data_bytes);
  if constexpr (std::endian::native == std::endian::little) {
    out.append(reinterpret_cast<const char*>(interleaved.data()),
               interleaved.size_bytes());
  } else {
    for (const std::int16_t sample : interleaved) {
      put_u16(out, static_cast<std::uint16_t>(sample));
    }
  }
  return out;
}

}  // namespace stepline::media
