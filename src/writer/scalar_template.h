#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
               double value) const;

 private:
  // Framing, wall time, step, value, and slack for copying in whole blocks.
  static constexpr std::size_t kFixedRoom = 12 + 9 + 11 + 8 + 4 + 32;

  std::string constant_;  // From the summary's field number to the value.
  std::size_t constant_bytes_;
  Form form_;
};

}  // namespace stepline::writer
