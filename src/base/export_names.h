#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepline {

// One component of a path made of any bytes: never empty, never "." or "..",
// never hidden, at most `max_bytes` long, and a name on every file system. What
// is not (control characters, \ : * ? " < > |, a "%", what is not UTF-8, a dot
// at the beginning, a dot or space at the end, the C of CON) becomes %XX, so
// that different names stay different; an empty one becomes "%". A long one is
// cut and gets
// "~" and a checksum of the whole.
std::string safe_component(std::string_view name, std::size_t max_bytes = 200);

// Gives every exported file a path of its own.
//
// A name ("train/loss") becomes directories and a file by safe_component(), and
// so it stays below the output directory whatever it holds. Where two names ask
// for the same path (a run "a/scalars" and a tag "scalars/b" of the run "a", or
// a file where another name needs a directory) the later one gets "~2". Not
// thread-safe.
class ExportNames {
 public:
  // A directory below `parent` ("" for the top), the same for the same name.
  std::string directory(const std::string& parent, std::string_view name);

  // A file below `parent`; `name` may have directories of its own. Each call
  // gives another path.
  std::string file(const std::string& parent, std::string_view name,
                   std::string_view extension);

 private:
  enum class Taken { File, Directory };

  std::string component(const std::string& parent, std::string_view raw);

  std::map<std::string, Taken> taken_;
  // By parent and raw component: the directory that it became.
  std::map<std::pair<std::string, std::string>, std::string> directories_;
};

}  // namespace stepline
