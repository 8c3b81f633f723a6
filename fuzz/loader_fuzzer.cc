// A file of events, good and damaged, by a script that the bytes are taken for
// (record_script.h). However it is loaded, at once, in two parts, or before and
// after it has grown, it must give what the plain reader finds.
//
// Two bytes say where the file is cut; the rest is the script.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "record_script.h"
#include "storage/memory_file_system.h"
#include "store/file_loader.h"
#include "store/loaded_file.h"

namespace stepline::store {
namespace {

constexpr char kPath[] = "events.out.tfevents.1";

class Loads {
 public:
  Loads(const std::string& bytes, std::uint64_t cut)
      : bytes_(bytes), cut_(cut) {
    open(bytes);
  }

  LoadedFile plainly() { return LoadedFile::read_plainly(*file_); }

  std::string at_once() {
    LoadedFile loaded;
    loaded.append(load({.end = bytes_.size()}));
    return loaded.text();
  }

  std::string in_parts() {
    LoadedFile loaded;
    const FilePart first = load({.end = cut_});
    loaded.append(first);
    FilePart second =
        load({.begin = cut_, .end = ~std::uint64_t{0}, .find_start = true});
    if (!continues(first, second)) {
      second = load({.begin = first.end,
                     .end = ~std::uint64_t{0},
                     .footing = first.footing,
                     .known_metadata = loaded.known_metadata()});
    }
    loaded.append(second);
    return loaded.text();
  }

  std::string as_it_grows() {
    LoadedFile loaded;
    open(bytes_.substr(0, cut_));
    const FilePart first = load({.end = cut_});
    loaded.append(first);
    open(bytes_);
    loaded.append(load({.begin = first.end,
                        .end = bytes_.size(),
                        .footing = first.footing,
                        .known_metadata = loaded.known_metadata()}));
    return loaded.text();
  }

 private:
  void open(const std::string& bytes) {
    if (!files_.replace(kPath, bytes)) std::abort();
    file_ = std::move(files_.open(kPath).value());
  }

  FilePart load(LoadRequest request) {
    request.file = file_.get();
    auto part = load_part(request);
    if (!part) std::abort();
    return std::move(*part);
  }

  const std::string& bytes_;
  const std::uint64_t cut_;
  storage::MemoryFileSystem files_;
  std::unique_ptr<storage::ReadFile> file_;
};

void check(std::string_view data) {
  record::Script script(data);
  std::size_t cut = script.byte();
  cut += script.byte() * std::size_t{256};
  record::File file;
  while (!script.done()) run_step(script, file);

  Loads loads(file.bytes, cut % (file.bytes.size() + 1));
  const LoadedFile plain = loads.plainly();
  if (plain.damaged_records() > kMaxProblems) return;
  const std::string want = plain.text();
  if (loads.at_once() != want) std::abort();
  if (loads.in_parts() != want) std::abort();
  if (loads.as_it_grows() != want) std::abort();
}

}  // namespace
}  // namespace stepline::store

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  stepline::store::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
