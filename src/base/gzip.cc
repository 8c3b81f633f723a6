#include "base/gzip.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace stepline {
namespace {

constexpr std::size_t kMaxPiece = std::numeric_limits<std::uint32_t>::max() / 2;

std::uint8_t* bytes_of(const char* text) {
  return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text));
}

}  // namespace

std::string gzip(std::string_view data) {
  std::vector<std::uint8_t> level_buffer(ISAL_DEF_LVL1_DEFAULT);
  const auto stream = std::make_unique<isal_zstream>();
  isal_deflate_init(stream.get());
  stream->gzip_flag = IGZIP_GZIP;
  stream->level = 1;
  stream->level_buf = level_buffer.data();
  stream->level_buf_size = static_cast<std::uint32_t>(level_buffer.size());
  std::string out;
  do {
    const std::size_t piece = std::min(data.size(), kMaxPiece);
    stream->next_in = bytes_of(data.data());
    stream->avail_in = static_cast<std::uint32_t>(piece);
    stream->end_of_stream = piece == data.size();
    data.remove_prefix(piece);
    do {
      const std::size_t filled = out.size();
      out.resize(filled + piece / 2 + 4096);
      stream->next_out = bytes_of(out.data() + filled);
      stream->avail_out = static_cast<std::uint32_t>(out.size() - filled);
      isal_deflate(stream.get());
      out.resize(out.size() - stream->avail_out);
    } while (stream->avail_out == 0);
  } while (!data.empty());
  return out;
}

}  // namespace stepline
