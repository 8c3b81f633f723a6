#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace demo {

// Says on standard output how far the trainings are: on a terminal in one line
// that changes, elsewhere in a line for each quarter of each training. Many
// threads may use it.
class Progress {
 public:
  explicit Progress(std::vector<std::string> names);

  // `fraction` from 0 to 1; `state` is what is known of it by then.
  void update(std::size_t training, double fraction, std::string state);

 private:
  struct Training {
    std::string name;
    double fraction = 0;
    std::string state = {};
  };

  void rewrite_line() const;

  std::mutex mutex_;
  std::vector<Training> trainings_;
  bool terminal_;
};

}  // namespace demo
