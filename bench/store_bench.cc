#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "measure.h"
#include "store/arena.h"
#include "store/axis_map.h"
#include "store/block.h"
#include "store/column.h"
#include "store/curve.h"
#include "store/query.h"
#include "store/smoothed_extremes.h"

namespace stepline::bench {
namespace {

constexpr std::uint32_t kPixels = 2000;
constexpr int kWindows = 60;

// Exactly: statm's figure may be some megabytes behind.
std::size_t resident_bytes() {
  std::FILE* const file = std::fopen("/proc/self/smaps_rollup", "r");
  require(file != nullptr, "/proc/self/smaps_rollup cannot be read");
  char line[256];
  unsigned long kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    if (std::sscanf(line, "Rss: %lu", &kilobytes) == 1) break;
  }
  std::fclose(file);
  require(kilobytes > 0, "/proc/self/smaps_rollup is not as expected");
  return kilobytes * 1024;
}

struct Shape {
  const char* name;
  std::int64_t stride;  // 0: irregular, up to `largest_stride`.
  unsigned largest_stride;
  double interval_secs;
  double jitter;  // Standard deviation, as a share of the interval.
};

constexpr Shape kShapes[] = {
    {"regular", 1, 0, 0.01, 0},
    {"jitter", 1, 0, 0.01, 0.1},
    {"slow_jitter", 100, 0, 10, 0.05},
    {"irregular", 0, 200, 1, 0.1},
    {"very_irregular", 0, 100'000, 60, 1},
};

// Packs points one block after another, as a loader does.
class ColumnBuilder {
 public:
  ColumnBuilder() : scratch_(std::make_unique<store::SealScratch>()) {}

  void add(std::int64_t step, double wall_secs, float value) {
    steps_[used_] = step;
    walls_[used_] = wall_secs;
    values_[used_] = value;
    if (++used_ == store::kBlockPoints) finish();
  }
  void finish() {
    if (used_ == 0) return;
    column_.append(store::seal_block(
                       arena_, std::span(steps_).first(used_),
                       std::span(walls_).first(used_),
                       std::span<const float>(values_).first(used_), *scratch_),
                   arena_);
    used_ = 0;
  }

  store::Curve curve() {
    finish();
    store::Curve curve;
    curve.parts.push_back({column_.view(), 0, column_.size()});
    return curve;
  }
  std::size_t bytes() const {
    return arena_.used_bytes() + column_.heap_bytes() + sizeof(column_);
  }

 private:
  std::unique_ptr<store::SealScratch> scratch_;
  std::int64_t steps_[store::kBlockPoints];
  double walls_[store::kBlockPoints];
  float values_[store::kBlockPoints];
  std::size_t used_ = 0;
  store::Arena arena_;
  store::Column column_;
};

void measure_shape(const Shape& shape, std::size_t count, Report& report) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<std::int64_t> steps(count);
  std::vector<double> walls(count);
  std::vector<float> values(count);
  std::int64_t step = 0;
  double wall = 1.7e9;
  float value = 1;
  for (std::size_t i = 0; i < count; ++i) {
    steps[i] = step;
    walls[i] = wall;
    values[i] = value;
    step +=
        shape.stride != 0
            ? shape.stride
            : 1 + static_cast<std::int64_t>(random() % shape.largest_stride);
    const double noise = shape.jitter > 0 ? shape.jitter * normal(random) : 0;
    wall += std::max(1e-6, shape.interval_secs * (1 + noise));
    value = value * 0.999f + 0.01f * static_cast<float>(normal(random));
  }
  std::vector<double> nanos;
  std::vector<double> bytes;
  std::vector<double> resident;
  for (int repetition = 0; repetition < 4; ++repetition) {
    const std::size_t before = resident_bytes();
    ColumnBuilder builder;
    const double time = nanos_per_call(count, [&](std::size_t i) {
      builder.add(steps[i], walls[i], values[i]);
    });
    builder.finish();
    // The first touches memory that the machine has not used lately.
    if (repetition == 0) continue;
    const auto points = static_cast<double>(count);
    nanos.push_back(time);
    bytes.push_back(static_cast<double>(builder.bytes()) / points);
    resident.push_back(static_cast<double>(resident_bytes() - before) / points);
  }
  const std::string name = shape.name;
  report.add("store_" + name + "_point_bytes", bytes);
  report.add("store_" + name + "_resident_point_bytes", resident);
  report.add("store_" + name + "_append_ns", nanos);
}

void measure_tiny(std::size_t columns, Report& report) {
  const std::size_t before = resident_bytes();
  store::Arena arena;
  auto scratch = std::make_unique<store::SealScratch>();
  std::vector<store::Column> all(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    std::int64_t steps[10];
    double walls[10];
    float values[10];
    for (int k = 0; k < 10; ++k) {
      steps[k] = k;
      walls[k] =
          1.7e9 + static_cast<double>(i) * 0.001 + k * 1.37 +
          static_cast<double>(i * static_cast<std::size_t>(k) % 7) * 0.01;
      values[k] = static_cast<float>(k);
    }
    all[i].append(store::seal_block(arena, steps, walls,
                                    std::span<const float>(values), *scratch),
                  arena);
  }
  const auto count = static_cast<double>(columns);
  report.add("store_tiny_series_bytes",
             static_cast<double>(arena.used_bytes()) / count +
                 static_cast<double>(sizeof(store::Column)));
  report.add("store_tiny_resident_series_bytes",
             static_cast<double>(resident_bytes() - before) / count);
}

void fill_long(ColumnBuilder& builder, std::size_t count) {
  std::uint32_t random = 1;
  float value = 0;
  double wall = 1.7e9;
  for (std::size_t i = 0; i < count; ++i) {
    random = random * 1664525u + 1013904223u;
    value =
        value * 0.999f +
        static_cast<float>(static_cast<std::int32_t>(random >> 8) - (1 << 23)) *
            1e-9f;
    wall += 0.01 + (random >> 16) * 1e-8;
    builder.add(static_cast<std::int64_t>(i) * 10, wall, value);
  }
}

void measure_zoom(const store::Curve& curve, std::size_t count,
                  std::size_t span, store::Axis axis, const std::string& name,
                  Report& report) {
  std::mt19937_64 random(1);
  std::vector<double> millis;
  for (int i = 0; i < kWindows; ++i) {
    const std::size_t first = span == count ? 0 : random() % (count - span);
    store::ReduceOptions options;
    options.pixels = kPixels;
    options.window.axis = axis;
    const auto x = [&](std::size_t at) {
      const store::Point point = curve.at(at);
      return axis == store::Axis::Step ? static_cast<double>(point.step)
                                       : point.wall_secs;
    };
    options.window.from = x(first);
    options.window.to = x(first + span - 1);
    const std::uint64_t begin = now_nanos();
    const store::Reduced reduced = store::reduce(curve, options);
    millis.push_back(static_cast<double>(now_nanos() - begin) * 1e-6);
    require(reduced.points_in_window == span, "the window has other points");
    keep(reduced);
  }
  report.add(name, millis);
}

void measure_smoothing(const store::Curve& curve, Report& report) {
  const store::CurveScan scan(curve);
  const store::AxisMap axis(curve, scan, store::Axis::Step);
  const store::Bounds bounds{store::Window{}};
  const store::Stretch all = store::points_inside(scan, axis, bounds);
  const store::PixelGrid grid(bounds, axis.x(scan.at(std::uint64_t{0})),
                              axis.x(scan.at(scan.size() - 1)), kPixels);
  const auto pixels = store::pixel_bounds(scan, axis, all, grid);
  for (const int weight : {600, 990, 999}) {
    const std::string name = "store_smooth_" + std::to_string(weight);
    for (const unsigned threads : {1u, 2u}) {
      std::vector<double> millis;
      for (int i = 0; i < 5; ++i) {
        const std::uint64_t begin = now_nanos();
        keep(store::find_smoothed_extremes(scan, pixels, weight / 1000.0,
                                           threads));
        millis.push_back(static_cast<double>(now_nanos() - begin) * 1e-6);
      }
      report.add(name + "_" + std::to_string(threads) + "_threads_ms", millis);
    }
    std::vector<double> millis;
    for (int i = 0; i < 5; ++i) {
      store::ReduceOptions options;
      options.pixels = kPixels;
      options.smoothing = weight / 1000.0;
      const std::uint64_t begin = now_nanos();
      keep(store::reduce(curve, options));
      millis.push_back(static_cast<double>(now_nanos() - begin) * 1e-6);
    }
    report.add(name + "_reduce_ms", millis);
  }
}

void measure_long(std::size_t count, Report& report) {
  const std::size_t before = resident_bytes();
  auto builder = std::make_unique<ColumnBuilder>();
  const double nanos =
      nanos_per_call(1, [&](std::size_t) { fill_long(*builder, count); });
  const store::Curve curve = builder->curve();
  const auto points = static_cast<double>(count);
  report.add("store_long_fill_ns", nanos / points);
  report.add("store_long_point_bytes",
             static_cast<double>(builder->bytes()) / points);
  report.add("store_long_resident_point_bytes",
             static_cast<double>(resident_bytes() - before) / points);
  for (const std::size_t part : {1, 10, 1000}) {
    measure_zoom(curve, count, count / part, store::Axis::Step,
                 "store_zoom_1_of_" + std::to_string(part) + "_ms", report);
  }
  measure_zoom(curve, count, count / 10, store::Axis::WallTime,
               "store_zoom_wall_1_of_10_ms", report);
  measure_smoothing(curve, report);
}

void measure_nans(std::size_t count, Report& report) {
  auto builder = std::make_unique<ColumnBuilder>();
  for (std::size_t i = 0; i < count; ++i) {
    builder->add(static_cast<std::int64_t>(i), 1.7e9 + static_cast<double>(i),
                 std::nanf(""));
  }
  const store::Curve curve = builder->curve();
  measure_zoom(curve, count, count, store::Axis::Step, "store_nan_zoom_ms",
               report);
}

int main(int argc, char** argv) {
  bool smoke = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--smoke") != 0) {
      std::fputs(
          "usage: store_bench [--smoke]\n"
          "Measures the columns of the store and its queries, and prints one "
          "line of JSON.\n"
          "  --smoke  a hundredth of the points, to see that it works\n",
          stderr);
      return 2;
    }
    smoke = true;
  }
  const std::size_t scale = smoke ? 100 : 1;
  Report report;
  for (const Shape& shape : kShapes) {
    measure_shape(shape, 5'000'000 / scale, report);
  }
  measure_tiny(100'000 / scale, report);
  measure_long(100'000'000 / scale, report);
  measure_nans(100'000'000 / scale, report);
  std::puts(report.to_json().c_str());
  return 0;
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) { return stepline::bench::main(argc, argv); }
