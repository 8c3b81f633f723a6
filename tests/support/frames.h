#pragma once

#include <iostream>
#include <optional>
#include <string>

namespace stepline {

// Messages between a program and the Python test that judges it, over stdin and
// stdout: a little-endian uint32 length and the bytes.

inline std::optional<std::string> read_frame() {
  unsigned char header[4];
  if (!std::cin.read(reinterpret_cast<char*>(header), 4)) return std::nullopt;
  std::size_t length = 0;
  for (int i = 3; i >= 0; --i) length = length << 8 | header[i];
  std::string frame(length, '\0');
  if (!std::cin.read(frame.data(), std::streamsize(length))) {
    return std::nullopt;
  }
  return frame;
}

inline void write_frame(const std::string& frame) {
  for (int shift = 0; shift < 32; shift += 8) {
    std::cout.put(static_cast<char>(frame.size() >> shift));
  }
  std::cout << frame;
}

}  // namespace stepline
