#pragma once

#include <cstdint>
#include <string>

#include "storage/temporary_directory.h"

namespace stepline::support {

// A real file system of a few hundred kilobytes, mounted in a temporary
// directory and unmounted at the end. Mounting takes privileges that not every
// machine grants: `mounted()` says whether it went well.
class SmallDisk {
 public:
  enum class Kind { Tmpfs, Loop };  // Memory, or ext2 in a file.
  explicit SmallDisk(Kind kind);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();

  bool mounted() const { return mounted_; }
  std::string path() const { return directory_ / "mount"; }

  // Takes and frees room with a file that is nobody's.
  void fill_up();
  void free_all();

 private:
  storage::TemporaryDirectory directory_;
  bool mounted_ = false;
};

}  // namespace stepline::support
