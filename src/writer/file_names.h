#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::writer {

// `runs/<Mon##_HH-MM-SS>_<host><comment>`, by local time.
std::string default_directory(double wall_secs, std::string_view comment);

// The names of one run's event files:
// `events.out.tfevents.<10-digit time>.<host>.<pid>.<n><suffix>`.
// Readers take a run's files in the order of their names, so each name is
// greater than the one before: the time is moved on where the clock has not.
class FileNames {
 public:
  // A "/" or NUL in the suffix becomes "_".
  explicit FileNames(std::string_view suffix);

  // Another name at each call; `n` counts over the process.
  std::string next(double wall_secs);
  // For a name that was taken: the same time, the next `n`.
  std::string again();

 private:
  std::string make() const;

  std::string suffix_;
  std::int64_t secs_ = 0;
};

// The tensor file of an event file: the same name, with another word for
// "tfevents", because every file that contains that word is TensorBoard's.
std::string tensor_file_path(std::string_view event_file_path);

}  // namespace stepline::writer
