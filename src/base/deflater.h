#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stepline {

// Compresses a stream, piece by piece, quickly rather than small. Not
// thread-safe.
class Deflater {
 public:
  enum class Format { Raw, Gzip };

  explicit Deflater(Format format);
  ~Deflater();
  Deflater(Deflater&&) noexcept;
  Deflater& operator=(Deflater&&) noexcept;

  // Appends what is ready to `out`; after the last piece, all that is left.
  void write(std::string_view data, bool last, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// That of gzip and zip, continued from what came before.
std::uint32_t crc32(std::string_view data, std::uint32_t before = 0);

}  // namespace stepline
