#pragma once

#include <string>
#include <string_view>

#include "storage/temporary_directory.h"

namespace stepline::reader {

// A log directory on disk, and the ways in which it changes.
class LogDirectory {
 public:
  std::string path(const std::string& name = "") const {
    return name.empty() ? directory_.path() : directory_ / name;
  }

  void make_directory(const std::string& name) const;
  // With its parents; appends when it exists.
  void write(const std::string& name, std::string_view bytes = "x") const;
  void truncate(const std::string& name) const;
  void rename(const std::string& from, const std::string& to) const;
  // With everything below it.
  void remove(const std::string& name) const;
  // `target` as it is read from the link's directory, or absolute.
  void link(const std::string& name, const std::string& target) const;
  void make_pipe(const std::string& name) const;
  void make_socket(const std::string& name) const;

 private:
  storage::TemporaryDirectory directory_;
};

}  // namespace stepline::reader
