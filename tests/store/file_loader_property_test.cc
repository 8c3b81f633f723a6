#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "storage/memory_file_system.h"
#include "store/file_loader.h"
#include "store/loaded_file.h"
#include "store/random_log.h"

namespace stepline::store {
namespace {

constexpr char kPath[] = "events.out.tfevents.1";

// Any way to load a file gives what the plain reader gives. Streams are random,
// by the seed that a failure names.
class FileLoaderProperty : public ::testing::TestWithParam<int> {
 protected:
  std::string random_file(std::size_t records) {
    std::string file = log_.file(records);
    if (log_.below(3) == 0) file = log_.damaged(file);
    if (log_.below(3) == 0) file.resize(log_.below(file.size() + 1));
    return file;
  }

  void write(const std::string& bytes) {
    ASSERT_TRUE(files_.replace(kPath, bytes));
    file_ = std::move(files_.open(kPath).value());
  }

  std::string plainly() { return LoadedFile::read_plainly(*file_).text(); }

  FilePart load(LoadRequest request) {
    request.file = file_.get();
    auto part = load_part(request);
    EXPECT_TRUE(part) << part.error().message;
    return part ? std::move(*part) : FilePart();
  }

  RandomLog log_{static_cast<std::uint64_t>(GetParam())};
  storage::MemoryFileSystem files_;
  std::unique_ptr<storage::ReadFile> file_;
};

TEST_P(FileLoaderProperty, LoadsAWholeFile) {
  const std::string bytes = random_file(log_.below(1500));
  write(bytes);
  LoadedFile loaded;
  loaded.append(load({.end = bytes.size()}));
  EXPECT_EQ(loaded.text(), plainly());
}

TEST_P(FileLoaderProperty, LoadsManyTags) {
  constexpr std::uint64_t kStrays[] = {0, 5, 300, 1000};
  const std::string bytes =
      log_.file_of_tags(20 + log_.below(700), 6, kStrays[log_.below(4)]);
  write(bytes);
  LoadedFile loaded;
  loaded.append(load({.end = bytes.size()}));
  EXPECT_EQ(loaded.text(), plainly());
}

TEST_P(FileLoaderProperty, LoadsAFileInParts) {
  const std::string bytes = random_file(log_.below(800));
  write(bytes);
  std::vector<std::uint64_t> cuts = {bytes.size()};
  for (std::size_t i = 0; i < 1 + log_.below(4); ++i) {
    cuts.push_back(log_.below(bytes.size() + 1));
  }
  std::sort(cuts.begin(), cuts.end());
  LoadedFile loaded;
  FilePart earlier = load({.end = cuts[0]});
  loaded.append(earlier);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    FilePart later =
        load({.begin = cuts[i], .end = cuts[i + 1], .find_start = true});
    if (!continues(earlier, later, loaded.known_metadata())) {
      later = load({.begin = earlier.end,
                    .end = cuts[i + 1],
                    .footing = earlier.footing,
                    .known_metadata = loaded.known_metadata()});
    }
    loaded.append(later);
    earlier = std::move(later);
  }
  EXPECT_EQ(loaded.text(), plainly());
}

TEST_P(FileLoaderProperty, JoinsTheSecondPartToTheFirstAlone) {
  const std::string bytes = random_file(log_.below(800));
  write(bytes);
  const std::uint64_t cut = log_.below(bytes.size() + 1);
  const FilePart first = load({.end = cut});
  LoadedFile loaded;
  loaded.append(first);
  FilePart second =
      load({.begin = cut, .end = bytes.size(), .find_start = true});
  if (!continues(first, second)) {
    second = load({.begin = first.end,
                   .end = bytes.size(),
                   .footing = first.footing,
                   .known_metadata = loaded.known_metadata()});
  }
  loaded.append(second);
  EXPECT_EQ(loaded.text(), plainly());
}

TEST_P(FileLoaderProperty, LoadsAFileThatGrows) {
  const std::string bytes = random_file(log_.below(400));
  ASSERT_TRUE(files_.replace(kPath, ""));
  LoadedFile loaded;
  Footing footing = Footing::Record;
  const std::size_t longest = 1 + log_.below(log_.one_in(2) ? 40 : 5000);
  for (std::size_t size = 0; size < bytes.size();) {
    size = std::min(bytes.size(), size + 1 + log_.below(longest));
    write(bytes.substr(0, size));
    const FilePart part = load({.begin = loaded.end(),
                                .end = size,
                                .footing = footing,
                                .known_metadata = loaded.known_metadata()});
    loaded.append(part);
    footing = part.footing;
  }
  write(bytes);
  EXPECT_EQ(loaded.text(), plainly());
}

INSTANTIATE_TEST_SUITE_P(Seeds, FileLoaderProperty, ::testing::Range(0, 60));

}  // namespace
}  // namespace stepline::store
