#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "record/record_writer.h"

namespace stepline::writer {

// The bytes of a scalar's event that are the same every time, so that writing
// one is copying them and patching wall time, step and value (docs/format.md,
// "Scalars").
class ScalarTemplate {
 public:
  enum class Form {
    Float,   // Summary.Value.simple_value.
    Double,  // A rank-0 tensor of DT_DOUBLE.
  };

  ScalarTemplate(std::string_view tag, Form form);

  // Room that append() may write to, which can be more than it returns.
  std::size_t room() const { return kFixedRoom + constant_.size(); }

  // Writes the framed record at `out`, checksums left open (record/seal.h),
  // and returns its end.
  char* append(char* out, double wall_secs, std::int64_t step,
               double value) const {
    char* const payload = out + record::kHeaderBytes;
    char* at = payload;
    *at++ = kWallTime;
    std::memcpy(at, &wall_secs, 8);
    at += 8;
    if (step != 0) {
      *at++ = kStep;
      at = write_varint(at, static_cast<std::uint64_t>(step));
    }
    for (std::size_t i = 0; i < constant_bytes_; i += kBlock)
      std::memcpy(at + i, constant_.data() + i, kBlock);
    at += constant_bytes_;
    if (form_ == Form::Float) {
      const auto narrow = static_cast<float>(value);
      std::memcpy(at, &narrow, 4);
      at += 4;
    } else {
      std::memcpy(at, &value, 8);
      at += 8;
    }
    const auto length = static_cast<std::uint64_t>(at - payload);
    std::memcpy(out, &length, 8);
    return at + record::kFooterBytes;
  }

 private:
  // Field numbers and wire types, as bytes on the wire.
  static constexpr char kWallTime = 0x09;  // Event.wall_time, 64 bits.
  static constexpr char kStep = 0x10;      // Event.step, varint.

  static constexpr std::size_t kBlock = 32;  // Copied at once.
  // Framing, wall time, step, value, and slack for copying in whole blocks.
  static constexpr std::size_t kFixedRoom = 12 + 9 + 11 + 8 + 4 + kBlock;

  std::string constant_;  // From the summary's field number to the value.
  std::size_t constant_bytes_;
  Form form_;
};

}  // namespace stepline::writer
