#pragma once

#include <chrono>
#include <vector>

#include "random.h"

namespace demo {

// How far a training is: by its steps, or by its time where that is the less.
// The clock starts with the construction.
class Schedule {
 public:
  Schedule(int steps, double seconds) : steps_(steps), seconds_(seconds) {}

  // 0 at the start, 1 at the end.
  double progress(int step) const;
  // Falls from `initial` to almost 0, along a cosine.
  float learning_rate(double initial, int step) const;

 private:
  int steps_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

// Deals all samples out in random order, again and again.
class Batches {
 public:
  Batches(int samples, int batch_size, std::uint64_t seed);
  std::vector<int> next();

 private:
  std::vector<int> order_;
  std::size_t next_;
  std::size_t batch_size_;
  Random random_;
};

}  // namespace demo
