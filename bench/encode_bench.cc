#include "arrays.h"
#include "media/png.h"
#include "sections.h"
#include "stepline/summary_options.h"
#include "writer/histogram.h"
#include "writer/record_buffer.h"
#include "writer/scalar_template.h"

namespace stepline::bench {
namespace {

constexpr std::size_t kWriteBytes = 256 << 10;

// The median of what function() takes, in nanoseconds for each of `parts`.
template <class Function>
void repeat(const std::string& name, int repetitions, double parts,
            Report& report, Function function) {
  function();
  std::vector<double> nanos;
  for (int i = 0; i < repetitions; ++i)
    nanos.push_back(nanos_per_call(1, [&](std::size_t) { function(); }) /
                    parts);
  report.add(name, std::move(nanos));
}

void measure_scalar(const std::string& name, const std::string& tag,
                    int repetitions, Report& report) {
  constexpr std::size_t kScalars = 100'000;
  std::vector<writer::ScalarTemplate> forms;
  for (int i = 0; i < 10; ++i) {
    forms.emplace_back(tag + std::to_string(i),
                       writer::ScalarTemplate::Form::Float);
  }
  writer::RecordBuffer buffer;
  repeat(name, repetitions, kScalars, report, [&] {
    std::size_t k = 0;
    for (std::size_t i = 0; i < kScalars; ++i) {
      const auto x = static_cast<double>(i);
      buffer.commit(forms[k].append(buffer.reserve(forms[k].room()), 1.7e9 + x,
                                    static_cast<std::int64_t>(i), x));
      if (++k == forms.size()) k = 0;
      if (buffer.size() < kWriteBytes) continue;
      keep(buffer.sealed());
      buffer.clear();
    }
  });
}

media::Bitmap bitmap_of(const std::vector<std::uint8_t>& planes) {
  auto bitmap = media::Bitmap::black(kSide, kSide, 3);
  const std::size_t plane = planes.size() / 3;
  for (std::size_t i = 0; i < planes.size(); ++i)
    bitmap.pixels[3 * (i % plane) + i / plane] = static_cast<char>(planes[i]);
  return bitmap;
}

}  // namespace

void measure_encode(const Setup& setup, Report& report) {
  const int repetitions = setup.smoke ? 3 : 100;
  measure_scalar("encode_scalar_ns", "train/loss_", repetitions, report);
  measure_scalar("encode_long_tag_scalar_ns",
                 "model/encoder/layers/attention/self/query_projection/w_norm_",
                 repetitions, report);
  for (const auto& [name, pixels] :
       {std::pair("png_noise_ms", noise_bytes()),
        std::pair("png_photo_ms", photo_bytes())}) {
    const media::Bitmap bitmap = bitmap_of(pixels);
    repeat(name, repetitions, 1e6, report,
           [&] { keep(media::encode_png(bitmap)); });
  }
  const std::vector<float> values = normal_floats(1'000'000);
  repeat("histogram_ns_per_value", repetitions,
         static_cast<double>(values.size()), report,
         [&] { keep(writer::make_histogram(values, HistogramOptions{})); });
}

}  // namespace stepline::bench
