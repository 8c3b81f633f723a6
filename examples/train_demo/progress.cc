#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace demo {

Progress::Progress(std::vector<std::string> names)
    : terminal_(::isatty(STDOUT_FILENO) == 1) {
  for (std::string& name : names) trainings_.push_back({std::move(name)});
}

void Progress::update(std::size_t training, double fraction,
                      std::string state) {
  const std::lock_guard lock(mutex_);
  Training& t = trainings_[training];
  const bool quarter =
      static_cast<int>(4 * fraction) > static_cast<int>(4 * t.fraction);
  t.fraction = fraction;
  t.state = std::move(state);
  if (terminal_) {
    rewrite_line();
  } else if (quarter) {
    std::printf("%s: %.0f %%, %s\n", t.name.c_str(), 100 * fraction,
                t.state.c_str());
    std::fflush(stdout);
  }
}

void Progress::rewrite_line() const {
  std::size_t done = 0;
  std::string line;
  for (const Training& t : trainings_) {
    if (t.fraction >= 1) {
      ++done;
    } else if (t.fraction > 0) {
      const int percent = static_cast<int>(100 * t.fraction);
      line += " | " + t.name + " " + std::to_string(percent) + " % " + t.state;
    }
  }
  constexpr const char* kClearToTheEnd = "\x1b[K";
  std::printf("\r%zu of %zu done%s%s", done, trainings_.size(), line.c_str(),
              kClearToTheEnd);
  if (done == trainings_.size()) std::printf("\n");
  std::fflush(stdout);
}

}  // namespace demo
