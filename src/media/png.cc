#include "media/png.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace stepline::media {
namespace {

constexpr std::size_t kBandBytes = 256 * 1024;
constexpr std::size_t kChunkBytes = kBandBytes + 4096;
constexpr std::size_t kStoredBlockBytes = 65535;
constexpr std::uint8_t kFilterUp = 2;

void put_u32(std::string& out, std::uint32_t value) {
  const char bytes[] = {
      static_cast<char>(value >> 24), static_cast<char>(value >> 16),
      static_cast<char>(value >> 8), static_cast<char>(value)};
  out.append(bytes, 4);
}

void put_chunk(std::string& out, std::string_view type, std::string_view data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  out.append(type).append(data);
  put_u32(out,
          crc32_gzip_refl(0, reinterpret_cast<const std::uint8_t*>(&out[start]),
                          out.size() - start));
}

void put_signature_and_header(std::string& out, const Bitmap& bitmap) {
  constexpr std::array<char, 5> kColourTypes = {0, 0, 4, 2, 6};
  out.append("\x89PNG\r\n\x1a\n", 8);
  std::string header;
  put_u32(header, static_cast<std::uint32_t>(bitmap.width));
  put_u32(header, static_cast<std::uint32_t>(bitmap.height));
  header.push_back(static_cast<char>(bitmap.bits));
  header.push_back(kColourTypes[static_cast<std::size_t>(bitmap.channels)]);
  header.append(3, '\0');  // Deflate, adaptive filters, not interlaced.
  put_chunk(out, "IHDR", header);
}

// Filter type byte and filtered bytes of row y. The differences are taken byte
// by byte, so 16-bit samples may be brought to network order afterwards.
void filter_row(const Bitmap& bitmap, int y, std::uint8_t* filtered) {
  const std::size_t size = bitmap.row_bytes();
  const std::uint8_t* row = bitmap.row(y);
  *filtered++ = kFilterUp;
  if (y == 0) {
    std::copy_n(row, size, filtered);
  } else {
    const std::uint8_t* above = row - size;
    for (std::size_t i = 0; i < size; ++i) {
      filtered[i] = static_cast<std::uint8_t>(row[i] - above[i]);
    }
  }
  if (bitmap.bits == 16 && std::endian::native == std::endian::little) {
    for (std::size_t i = 0; i + 1 < size; i += 2) {
      std::swap(filtered[i], filtered[i + 1]);
    }
  }
}

}  // namespace

struct PngEncoder::Scratch {
  isal_zstream stream;
  std::vector<std::uint8_t> level_buffer;
  std::vector<std::uint8_t> band;   // Filtered rows.
  std::vector<std::uint8_t> chunk;  // Deflated bytes.

  bool put_deflated(std::string& out, const Bitmap& bitmap);
  void put_stored(std::string& out, const Bitmap& bitmap);

 private:
  template <class Consume>
  bool for_each_band(const Bitmap& bitmap, Consume consume);
  bool deflate_band(std::string& out, std::size_t size, bool last);
  void put_filled(std::string& out);
};

// Calls consume(bytes in band, whether it is the last) until it returns false.
template <class Consume>
bool PngEncoder::Scratch::for_each_band(const Bitmap& bitmap, Consume consume) {
  const std::size_t row_size = bitmap.row_bytes() + 1;
  const auto total = static_cast<std::size_t>(bitmap.height);
  const std::size_t rows =
      std::clamp<std::size_t>(kBandBytes / row_size, 1, total);
  if (band.size() < rows * row_size) band.resize(rows * row_size);
  for (std::size_t y = 0; y < total;) {
    const std::size_t end = std::min(y + rows, total);
    std::uint8_t* filtered = band.data();
    for (; y < end; ++y, filtered += row_size) {
      filter_row(bitmap, static_cast<int>(y), filtered);
    }
    const auto size = static_cast<std::size_t>(filtered - band.data());
    if (!consume(size, y == total)) return false;
  }
  return true;
}

void PngEncoder::Scratch::put_filled(std::string& out) {
  const std::size_t filled = chunk.size() - stream.avail_out;
  if (filled > 0) {
    put_chunk(out, "IDAT",
              {reinterpret_cast<const char*>(chunk.data()), filled});
  }
  stream.next_out = chunk.data();
  stream.avail_out = static_cast<std::uint32_t>(chunk.size());
}

bool PngEncoder::Scratch::deflate_band(std::string& out, std::size_t size,
                                       bool last) {
  stream.next_in = band.data();
  stream.avail_in = static_cast<std::uint32_t>(size);
  stream.end_of_stream = last;
  // Each band is flushed: igzip stores incompressible data as they are only
  // while the whole block still lies in its input. Unflushed, noise takes 1.7
  // times as long.
  stream.flush = last ? NO_FLUSH : SYNC_FLUSH;
  for (;;) {
    if (isal_deflate(&stream) != COMP_OK) return false;
    if (stream.avail_out > 0) break;
    put_filled(out);
  }
  return stream.avail_in == 0 &&
         (!last || stream.internal_state.state == ZSTATE_END);
}

bool PngEncoder::Scratch::put_deflated(std::string& out, const Bitmap& bitmap) {
  constexpr std::size_t kMaxRowBytes =
      std::numeric_limits<std::uint32_t>::max();
  if (bitmap.row_bytes() >= kMaxRowBytes) return false;
  if (chunk.empty()) {
    level_buffer.resize(ISAL_DEF_LVL1_DEFAULT);
    chunk.resize(kChunkBytes);
  }
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = level_buffer.data();
  stream.level_buf_size = static_cast<std::uint32_t>(level_buffer.size());
  stream.gzip_flag = IGZIP_ZLIB;
  stream.next_out = chunk.data();
  stream.avail_out = static_cast<std::uint32_t>(chunk.size());
  const bool done = for_each_band(bitmap, [&](std::size_t size, bool last) {
    return deflate_band(out, size, last);
  });
  if (done) put_filled(out);
  return done;
}

void PngEncoder::Scratch::put_stored(std::string& out, const Bitmap& bitmap) {
  std::string data("\x78\x01", 2);
  std::uint32_t adler = 1;
  for_each_band(bitmap, [&](std::size_t size, bool last) {
    adler = isal_adler32(adler, band.data(), size);
    for (std::size_t start = 0; start < size; start += kStoredBlockBytes) {
      const std::size_t n = std::min(kStoredBlockBytes, size - start);
      const bool final = last && start + n == size;
      data.push_back(final ? 1 : 0);
      data.push_back(static_cast<char>(n));
      data.push_back(static_cast<char>(n >> 8));
      data.push_back(static_cast<char>(~n));
      data.push_back(static_cast<char>(~n >> 8));
      data.append(reinterpret_cast<const char*>(band.data()) + start, n);
      if (final) put_u32(data, adler);
      put_chunk(out, "IDAT", data);
      data.clear();
    }
    return true;
  });
}

PngEncoder::PngEncoder() = default;
PngEncoder::~PngEncoder() = default;
PngEncoder::PngEncoder(PngEncoder&&) noexcept = default;
PngEncoder& PngEncoder::operator=(PngEncoder&&) noexcept = default;

std::string PngEncoder::encode(const Bitmap& bitmap, Compression compression) {
  std::string out;
  if (!bitmap.is_valid()) return out;
  if (!scratch_) scratch_ = std::make_unique<Scratch>();
  put_signature_and_header(out, bitmap);
  const std::size_t header_size = out.size();
  if (compression == Compression::Stored ||
      !scratch_->put_deflated(out, bitmap)) {
    out.resize(header_size);
    scratch_->put_stored(out, bitmap);
  }
  put_chunk(out, "IEND", {});
  return out;
}

std::string encode_png(const Bitmap& bitmap) {
  thread_local PngEncoder encoder;
  return encoder.encode(bitmap);
}

}  // namespace stepline::media
