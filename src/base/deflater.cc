#include "base/deflater.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepline {
namespace {

constexpr std::size_t kMaxPiece = std::numeric_limits<std::uint32_t>::max() / 2;

std::uint8_t* bytes_of(const char* text) {
  return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text));
}

}  // namespace

struct Deflater::State {
  isal_zstream stream;
  std::vector<std::uint8_t> level_buffer;
};

Deflater::Deflater(Format format) : state_(std::make_unique<State>()) {
  isal_zstream& stream = state_->stream;
  state_->level_buffer.resize(ISAL_DEF_LVL1_DEFAULT);
  isal_deflate_init(&stream);
  stream.gzip_flag = format == Format::Gzip ? IGZIP_GZIP : IGZIP_DEFLATE;
  stream.level = 1;
  stream.level_buf = state_->level_buffer.data();
  stream.level_buf_size =
      static_cast<std::uint32_t>(state_->level_buffer.size());
}

Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;
Deflater& Deflater::operator=(Deflater&&) noexcept = default;

void Deflater::write(std::string_view data, bool last, std::string& out) {
  isal_zstream& stream = state_->stream;
  do {
    const std::size_t piece = std::min(data.size(), kMaxPiece);
    stream.next_in = bytes_of(data.data());
    stream.avail_in = static_cast<std::uint32_t>(piece);
    stream.end_of_stream = last && piece == data.size();
    data.remove_prefix(piece);
    do {
      const std::size_t filled = out.size();
      out.resize(filled + piece / 2 + 4096);
      stream.next_out = bytes_of(out.data() + filled);
      stream.avail_out = static_cast<std::uint32_t>(out.size() - filled);
      isal_deflate(&stream);
      out.resize(out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!data.empty());
}

std::uint32_t crc32(std::string_view data, std::uint32_t before) {
  return crc32_gzip_refl(before, bytes_of(data.data()), data.size());
}

}  // namespace stepline
