#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stepline {
class SummaryWriter;
}

namespace stepline::bench {

// Keeps the compiler from leaving out the work behind `value`.
template <class T>
void keep(const T& value) {
  __asm__ volatile("" : : "r"(&value) : "memory");
}

// Of a clock that never goes back.
std::uint64_t now_nanos();

// The mean nanoseconds of one of `calls` calls made in a row, function(i) for
// the i-th. The time is taken once around all of them.
template <class Function>
double nanos_per_call(std::size_t calls, Function function) {
  const std::uint64_t begin = now_nanos();
  for (std::size_t i = 0; i < calls; ++i) function(i);
  return static_cast<double>(now_nanos() - begin) / static_cast<double>(calls);
}

// The value that the given share of all values does not exceed. Sorts in part;
// there must be a value.
double percentile(std::span<double> values, double share);

// What was measured, by name. A series of repetitions is reported by its
// median, its 10 % and its 90 % percentile.
class Report {
 public:
  void add(const std::string& name, std::vector<double> repetitions);
  void add(const std::string& name, double value) {
    add(name, std::vector{value});
  }

  // One line: {"name": {"median": 1, "low": 1, "high": 1}, ...}.
  std::string to_json() const;

 private:
  struct Figure {
    std::string name;
    double median, low, high;
  };
  std::vector<Figure> figures_;
};

// A directory that is gone, with all in it, at the end of its life.
class ScratchDirectory {
 public:
  explicit ScratchDirectory(const std::string& parent);
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Ends the program with a message: a figure of something that went wrong is
// worth nothing.
void require(bool holds, const std::string& what);

// Flushes; nothing may have failed, and nothing may have been dropped.
void flush(SummaryWriter& writer);

}  // namespace stepline::bench
