#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "log_shapes.h"
#include "measure.h"
#include "storage/file_system.h"
#include "store/file_loader.h"

namespace stepline::bench {
namespace {

constexpr const char* kUsage =
    "usage: loader_bench [--points N] [--repetitions N] [--directory DIR]\n"
    "                    [--unchecked] [SHAPE...]\n"
    "Loads one file of each SHAPE (all by default) and prints a line of JSON\n"
    "for each.\n"
    "  --points N       scalars a file (default: 5000000)\n"
    "  --repetitions N  of which the best counts (default: 5)\n"
    "  --directory DIR  where to write the files (default: $TMPDIR or /tmp)\n"
    "  --unchecked      leave the checksums of payloads out\n"
    "Shapes:\n";

constexpr char kAppend[] = "append";

struct Options {
  std::uint64_t points = 5'000'000;
  int repetitions = 5;
  bool checksum = true;
  std::string directory = "/tmp";
  std::vector<std::string> shapes;
};

// A line of /proc/self/status, in bytes.
double status_bytes(const char* name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen("/proc/self/status", "r"), &std::fclose);
  char line[256];
  double kilobytes = 0;
  while (file && std::fgets(line, sizeof line, file.get()) != nullptr) {
    if (std::strncmp(line, name, std::strlen(name)) == 0) {
      std::sscanf(line + std::strlen(name), ": %lf", &kilobytes);
    }
  }
  return 1024 * kilobytes;
}

void reset_peak() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen("/proc/self/clear_refs", "w"), &std::fclose);
  if (file) std::fputs("5", file.get());
}

// Of all threads of this program, by the processor.
double processor_nanos() {
  return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC);
}

struct Loading {
  double nanos = 0;
  double processor_nanos = 0;
  std::uint64_t points = 0;
  std::uint64_t series = 0;
  std::uint64_t packed_bytes = 0;
};

// One part a thread, each joined to the one before.
Loading load(const std::string& path, std::uint64_t bytes, unsigned threads,
             bool checksum) {
  std::vector<store::FilePart> parts(threads);
  const auto load_part = [&](unsigned i) {
    const auto file = storage::local_file_system().open(path);
    require(file.has_value(), "cannot open " + path);
    auto part = store::load_part({.file = file->get(),
                                  .begin = bytes * i / threads,
                                  .end = bytes * (i + 1) / threads,
                                  .find_start = i > 0,
                                  .checksum = checksum});
    require(part.has_value(), "cannot load " + path);
    parts[i] = std::move(*part);
  };
  Loading loading;
  const std::uint64_t begin = now_nanos();
  const double processor_begin = processor_nanos();
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(load_part, i);
  load_part(0);
  for (std::thread& other : others) other.join();
  for (unsigned i = 1; i < threads; ++i) {
    require(continues(parts[i - 1], parts[i]), "the parts do not meet");
  }
  loading.nanos = static_cast<double>(now_nanos() - begin);
  loading.processor_nanos = processor_nanos() - processor_begin;
  loading.series = parts[0].sections[0].series.size();
  for (const store::FilePart& part : parts) {
    require(part.damaged_records == 0, "damage in " + path);
    loading.points += part.points;
    loading.packed_bytes += part.arena->used_bytes();
  }
  return loading;
}

void measure(const std::string& shape, const Options& options) {
  const ScratchDirectory directory(options.directory);
  const std::string path = directory.path() + "/events.out.tfevents.1";
  write_log(path, shape, options.points);
  const std::uint64_t bytes = storage::local_file_system().status(path)->bytes;
  const double before = status_bytes("VmRSS");
  reset_peak();
  Loading loading = load(path, bytes, 1, options.checksum);
  const double peak = status_bytes("VmHWM") - before;
  const auto points = static_cast<double>(loading.points);
  double best[2];
  double processor = std::numeric_limits<double>::infinity();
  for (unsigned threads : {1u, 2u}) {
    std::vector<double> nanos;
    for (int i = 0; i < options.repetitions; ++i) {
      const Loading again = load(path, bytes, threads, options.checksum);
      nanos.push_back(again.nanos);
      if (threads == 1) processor = std::min(processor, again.processor_nanos);
    }
    best[threads - 1] = *std::min_element(nanos.begin(), nanos.end());
  }
  std::printf(
      "{\"shape\": \"%s\", \"points\": %llu, \"series\": %llu, "
      "\"file_bytes\": %llu, \"nanos_per_point\": %.2f, "
      "\"nanos_per_point_2_threads\": %.2f, "
      "\"processor_nanos_per_point\": %.2f, \"gigabytes_per_second\": %.2f, "
      "\"gigabytes_per_second_2_threads\": %.2f, "
      "\"packed_bytes_per_point\": %.2f, \"peak_bytes_per_point\": %.2f}\n",
      shape.c_str(), static_cast<unsigned long long>(loading.points),
      static_cast<unsigned long long>(loading.series),
      static_cast<unsigned long long>(bytes), best[0] / points,
      best[1] / points, processor / points,
      static_cast<double>(bytes) / best[0],
      static_cast<double>(bytes) / best[1],
      static_cast<double>(loading.packed_bytes) / points, peak / points);
  std::fflush(stdout);
}

// What one new point in a file costs, the file being open.
void measure_append(const Options& options) {
  constexpr std::size_t kAppends = 2000;
  const ScratchDirectory directory(options.directory);
  const std::string path = directory.path() + "/events.out.tfevents.1";
  write_log(path, "simple", 1000);
  const auto file = storage::local_file_system().open(path);
  require(file.has_value(), "cannot open " + path);
  const std::uint64_t bytes = (*file)->status()->bytes;
  const auto load = [&](std::uint64_t begin, std::uint64_t end) {
    auto part = store::load_part(
        {.file = file->get(), .begin = begin, .end = end, .checksum = true});
    require(part && part->points > 0, "nothing in " + path);
    return part->end;
  };
  constexpr std::uint64_t kRecordBytes = 53;  // No less than the last record.
  const std::uint64_t begin = load(0, bytes - kRecordBytes);
  std::vector<double> nanos;
  for (int i = 0; i < options.repetitions; ++i) {
    nanos.push_back(nanos_per_call(
        kAppends, [&](std::size_t) { keep(load(begin, bytes)); }));
  }
  std::printf("{\"shape\": \"append\", \"nanos_per_part\": %.0f}\n",
              *std::min_element(nanos.begin(), nanos.end()));
}

int usage() {
  std::fputs(kUsage, stderr);
  for (const LogShape& shape : log_shapes()) {
    std::fprintf(stderr, "  %-12s %s\n", shape.name, shape.description);
  }
  std::fprintf(stderr, "  %-12s %s\n", kAppend, "one new point in a file");
  return 2;
}

bool is_shape(const std::string& name) {
  return name == kAppend ||
         std::ranges::any_of(log_shapes(), [&](const LogShape& shape) {
           return shape.name == name;
         });
}

int main(int argc, char** argv) {
  Options options;
  if (const char* temporary = std::getenv("TMPDIR")) {
    options.directory = temporary;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--unchecked") {
      options.checksum = false;
    } else if (is_shape(argument)) {
      options.shapes.push_back(argument);
    } else if (i + 1 == argc) {
      return usage();
    } else if (argument == "--points") {
      options.points = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument == "--repetitions") {
      options.repetitions = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--directory") {
      options.directory = argv[++i];
    } else {
      return usage();
    }
  }
  if (options.shapes.empty()) {
    for (const LogShape& shape : log_shapes()) {
      options.shapes.push_back(shape.name);
    }
    options.shapes.push_back(kAppend);
  }
  for (const std::string& shape : options.shapes) {
    if (shape == kAppend) {
      measure_append(options);
    } else {
      measure(shape, options);
    }
  }
  return 0;
}

}  // namespace
}  // namespace stepline::bench

int main(int argc, char** argv) { return stepline::bench::main(argc, argv); }
