#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/fair_shared_mutex.h"
#include "reader/kind.h"
#include "stepline/reader_options.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/memory_store.h"
#include "store/summary_names.h"
#include "store/warnings.h"

namespace stepline::store {

// What a SummaryReader stands on: a loaded store, its names, and somebody to
// warn. It finds what is asked for; the reader's own methods only give it the
// form of the public types.
//
// Everything but open() and reload() needs reading(), held.
class SummarySource {
 public:
  using Place = SummaryNames::Place;
  using Kind = reader::Kind;

  // `files` must outlive it.
  static Result<std::unique_ptr<SummarySource>> open(
      storage::FileSystem& files, const std::vector<std::string>& paths,
      ReaderOptions options);
  Result<void> reload();

  std::shared_lock<FairSharedMutex> reading() const {
    return std::shared_lock(mutex_);
  }

  storage::FileSystem& files() const { return files_; }
  const MemoryStore& store() const { return *store_; }
  const SummaryNames& names() const { return names_; }

  void warn(const std::string& warning) const { warnings_->add(warning); }

  // Warns when there is no such run; only for names that are not empty.
  std::optional<RunId> find_run(std::string_view run) const;
  // In the run, or in the first that has it; warns where that is not clear.
  std::optional<Place> find(Kind kind, std::string_view name,
                            std::string_view run) const;
  // The same, for what the reader itself keeps by run.
  std::optional<RunId> choose_run(const std::string& what,
                                  const std::vector<RunId>& runs,
                                  std::string_view run) const;

  // Points [begin, end) of a curve, those that a selection means.
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  Result<Range> select_points(SeriesId series,
                              const Selection& selection) const;

  // Reads the values that the selection means and gives each to `take`. What
  // cannot be read, or `take` refuses, is a warning.
  using Take = std::function<Result<void>(const BlobInfo&, reader::Datum&)>;
  void for_each_value(Kind kind, std::string_view name,
                      const Selection& selection, const Take& take) const;
  void for_each_value(const Place& place, const std::string& what,
                      const Selection& selection, const Take& take) const;

  // "scalar "loss" of run "a"": for warnings.
  std::string describe(Kind kind, std::string_view name, RunId run) const;
  void warn_of_nothing(const std::string& what,
                       const Selection& selection) const;

 private:
  SummarySource(storage::FileSystem& files, std::unique_ptr<MemoryStore> store,
                ReaderOptions options);

  void take_changes();
  void report(const std::vector<reader::Problem>& problems) const;
  std::string other_kinds_of(Kind kind, std::string_view name) const;
  Result<std::uint64_t> count_points(SeriesId series,
                                     std::optional<std::uint32_t> branch) const;

  storage::FileSystem& files_;
  const std::unique_ptr<Warnings> warnings_;
  const std::function<void(const LogProblem&)> on_problem_;

  mutable FairSharedMutex mutex_;  // Alone for reload(), shared for the rest.
  std::unique_ptr<MemoryStore> store_;
  SummaryNames names_;
  std::uint64_t cursor_ = 0;  // Of the store's changes.
};

LogProblem public_problem(const reader::Problem& problem);

}  // namespace stepline::store
