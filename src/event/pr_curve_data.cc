#include "event/pr_curve_data.h"

#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {
namespace {

enum class PrCurveField : std::uint32_t { Version = 1, NumThresholds = 2 };

}  // namespace

static void write(FieldWriter& out, const PrCurveData& data) {
  out.number(PrCurveField::Version, data.version);
  out.number(PrCurveField::NumThresholds, data.num_thresholds);
}

static void merge(FieldReader in, PrCurveData& data) {
  while (in.next()) {
    switch (PrCurveField(in.number())) {
      case PrCurveField::Version:
        in.read(data.version);
        break;
      case PrCurveField::NumThresholds:
        in.read(data.num_thresholds);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_pr_curve_data(const PrCurveData& data) {
  return encode_message(data);
}

Result<PrCurveData> decode_pr_curve_data(std::string_view bytes) {
  return decode_message<PrCurveData>("PrCurvePluginData", bytes);
}

}  // namespace stepline::event
