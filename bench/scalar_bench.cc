#include <time.h>

#include <atomic>
#include <thread>

#include "sections.h"
#include "stepline/summary_writer.h"

namespace stepline::bench {
namespace {

// Fits the queue, so that nobody waits for the background thread.
constexpr std::size_t kBurst = 16'000;
// The ring's first round touches fresh memory.
constexpr int kWarmUps = 10;

std::vector<std::string> make_tags(std::size_t count) {
  std::vector<std::string> tags;
  for (std::size_t i = 0; i < count; ++i) {
    tags.push_back(count <= 10
                       ? "train/loss_" + std::to_string(i)
                       : "layer_" + std::to_string(i) + "/weights/norm");
  }
  return tags;
}

// Calls function(k, i) with k going round below `modulus`.
template <class Function>
double round_robin(std::size_t modulus, std::size_t calls, Function function) {
  std::size_t k = 0;
  return nanos_per_call(calls, [&](std::size_t i) {
    function(k, i);
    if (++k == modulus) k = 0;
  });
}

double clock_nanos(std::size_t calls) {
  return round_robin(10, calls, [](std::size_t k, std::size_t) {
    timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    keep(time);
    keep(k);
  });
}

double by_tag(SummaryWriter& writer, const std::vector<std::string>& tags,
              std::size_t calls) {
  return round_robin(tags.size(), calls, [&](std::size_t k, std::size_t i) {
    writer.add_scalar(tags[k], static_cast<double>(i),
                      static_cast<std::int64_t>(i));
  });
}

double by_handle(std::vector<Scalar>& scalars, std::size_t calls) {
  return round_robin(scalars.size(), calls, [&](std::size_t k, std::size_t i) {
    scalars[k].add(static_cast<std::int64_t>(i), static_cast<double>(i));
  });
}

std::vector<Scalar> handles(SummaryWriter& writer,
                            const std::vector<std::string>& tags) {
  std::vector<Scalar> scalars;
  for (const std::string& tag : tags) scalars.push_back(writer.scalar(tag));
  return scalars;
}

struct Series {
  std::vector<double> nanos;
  std::vector<double> clocks;

  void add(double call, double clock) {
    nanos.push_back(call);
    clocks.push_back(call / clock);
  }
  void report(const std::string& name, Report& report) {
    report.add(name + "_ns", std::move(nanos));
    report.add(name + "_clocks", std::move(clocks));
  }
};

void measure_one_thread(const Setup& setup, Report& report) {
  const ScratchDirectory directory(setup.directory);
  SummaryWriter writer(directory.path());
  const auto ten = make_tags(10);
  const auto thousand = make_tags(1000);
  std::vector<Scalar> scalars = handles(writer, ten);
  std::vector<double> clocks;
  Series tag, handle, many;
  const int repetitions = setup.smoke ? 3 : 300;
  for (int i = -kWarmUps; i < repetitions; ++i) {
    const double clock = clock_nanos(kBurst);
    const double tag_nanos = by_tag(writer, ten, kBurst);
    flush(writer);
    const double handle_nanos = by_handle(scalars, kBurst);
    flush(writer);
    const double many_nanos = by_tag(writer, thousand, kBurst);
    flush(writer);
    if (i < 0) continue;
    clocks.push_back(clock);
    tag.add(tag_nanos, clock);
    handle.add(handle_nanos, clock);
    many.add(many_nanos, clock);
  }
  report.add("clock_gettime_ns", std::move(clocks));
  tag.report("add_scalar_by_tag", report);
  handle.report("add_scalar_by_handle", report);
  many.report("add_scalar_by_1000_tags", report);
}

// Runs function() on so many threads at once and returns what each gave.
template <class Function>
std::vector<double> on_threads(std::size_t count, Function function) {
  std::vector<double> results(count);
  std::vector<std::thread> threads;
  std::atomic<std::size_t> ready{0};
  for (std::size_t t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      ready.fetch_add(1);
      while (ready.load() < count) std::this_thread::yield();
      results[t] = function();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

void measure_threads(const Setup& setup, std::size_t count, Report& report) {
  const ScratchDirectory directory(setup.directory);
  SummaryWriter writer(directory.path());
  const auto tags = make_tags(10);
  std::vector<double> by_tags, by_handles;
  const int repetitions = setup.smoke ? 3 : 100;
  const std::size_t warm_up = kBurst / count / 10;
  for (int i = -kWarmUps; i < repetitions; ++i) {
    const auto tag = on_threads(count, [&] {
      by_tag(writer, tags, warm_up);
      return by_tag(writer, tags, kBurst / count);
    });
    flush(writer);
    const auto handle = on_threads(count, [&] {
      std::vector<Scalar> scalars = handles(writer, tags);
      by_handle(scalars, warm_up);
      return by_handle(scalars, kBurst / count);
    });
    flush(writer);
    if (i < 0) continue;
    by_tags.insert(by_tags.end(), tag.begin(), tag.end());
    by_handles.insert(by_handles.end(), handle.begin(), handle.end());
  }
  const std::string suffix = "_" + std::to_string(count) + "_threads_ns";
  report.add("add_scalar_by_tag" + suffix, std::move(by_tags));
  report.add("add_scalar_by_handle" + suffix, std::move(by_handles));
}

}  // namespace

void measure_scalars(const Setup& setup, Report& report) {
  measure_one_thread(setup, report);
  measure_threads(setup, 2, report);
  measure_threads(setup, 4, report);
}

}  // namespace stepline::bench
