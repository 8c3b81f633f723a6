#pragma once

#include <isa-l/igzip_lib.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stepline {

// What was compressed; throws when that is not all there is, or is damaged.
inline std::string inflated(std::string_view data, std::uint32_t format) {
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  state->crc_flag = format;
  state->next_in =
      reinterpret_cast<std::uint8_t*>(const_cast<char*>(data.data()));
  state->avail_in = static_cast<std::uint32_t>(data.size());
  std::string out;
  do {
    const std::size_t filled = out.size();
    out.resize(filled + 65536);
    state->next_out = reinterpret_cast<std::uint8_t*>(out.data() + filled);
    state->avail_out = 65536;
    if (isal_inflate(state.get()) != ISAL_DECOMP_OK) {
      throw std::runtime_error("damaged");
    }
    out.resize(out.size() - state->avail_out);
  } while (state->block_state != ISAL_BLOCK_FINISH && state->avail_out == 0);
  if (state->block_state != ISAL_BLOCK_FINISH || state->avail_in != 0) {
    throw std::runtime_error("not one stream");
  }
  return out;
}
inline std::string gunzip(std::string_view data) {
  return inflated(data, ISAL_GZIP);
}
inline std::string inflate(std::string_view data) {
  return inflated(data, ISAL_DEFLATE);
}

}  // namespace stepline
