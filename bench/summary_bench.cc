#include "arrays.h"
#include "sections.h"
#include "stepline/summary_writer.h"

namespace stepline::bench {
namespace {

// add() is one add_*; each is followed by a flush, so that the queue is empty
// and the writer's buffers are free at the next one.
template <class Add>
void measure(const std::string& name, const Setup& setup, Report& report,
             Add add) {
  const ScratchDirectory directory(setup.directory);
  SummaryWriter writer(directory.path());
  std::vector<double> caller, with_flush;
  for (int i = -3; i < (setup.smoke ? 2 : 60); ++i) {
    const std::uint64_t begin = now_nanos();
    require(bool(add(writer, i)), name + " failed");
    const std::uint64_t returned = now_nanos();
    flush(writer);
    const std::uint64_t end = now_nanos();
    if (i < 0) continue;
    caller.push_back(static_cast<double>(returned - begin) / 1e6);
    with_flush.push_back(static_cast<double>(end - begin) / 1e6);
  }
  report.add(name + "_caller_ms", std::move(caller));
  report.add(name + "_flushed_ms", std::move(with_flush));
}

template <class T>
void measure_picture(const std::string& name, const std::vector<T>& pixels,
                     const Setup& setup, Report& report) {
  const TensorView view(pixels.data(), {3, kSide, kSide});
  measure(name, setup, report, [&](SummaryWriter& writer, int step) {
    return writer.add_image("picture", view, step);
  });
}

}  // namespace

void measure_histogram(const Setup& setup, Report& report) {
  const std::vector<float> values = normal_floats(1'000'000);
  measure("histogram", setup, report, [&](SummaryWriter& writer, int step) {
    return writer.add_histogram("weights", values, step);
  });
}

void measure_image(const Setup& setup, Report& report) {
  measure_picture("image_noise", noise_bytes(), setup, report);
  measure_picture("image_float_noise", noise_floats(), setup, report);
  measure_picture("image_photo", photo_bytes(), setup, report);
}

}  // namespace stepline::bench
