#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "stepline/summary_reader.h"
#include "stepline/summary_writer.h"
#include "storage/temporary_directory.h"

namespace stepline {

// A log directory on disk, filled by real writers, and readers whose warnings
// and problems are kept.
class SummaryReaderTest : public testing::Test {
 protected:
  SummaryWriter writer(const std::string& run = "",
                       WriterOptions options = {}) {
    return SummaryWriter(run.empty() ? path() : directory_ / run,
                         std::move(options));
  }

  const std::string& path() const { return directory_.path(); }
  std::string path(const std::string& name) const { return directory_ / name; }

  ReaderOptions options() {
    ReaderOptions options;
    options.threads = 2;
    options.on_warning = [this](const std::string& warning) {
      const std::lock_guard lock(mutex_);
      warnings_.push_back(warning);
    };
    options.on_problem = [this](const LogProblem& problem) {
      problems_.push_back(problem);
    };
    return options;
  }
  SummaryReader open() { return open(path()); }
  SummaryReader open(const std::string& from) {
    return must(SummaryReader::open(from, options()));
  }
  static SummaryReader must(Result<SummaryReader> reader) {
    if (!reader) throw std::runtime_error(reader.error().message);
    return std::move(*reader);
  }

  // Those since the last call.
  std::vector<std::string> warnings() { return std::exchange(warnings_, {}); }
  std::vector<LogProblem> problems() { return std::exchange(problems_, {}); }

  // The only event file of a run.
  std::string event_file(const std::string& run = "") {
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator(
             run.empty() ? path() : path(run))) {
      if (entry.path().string().find("tfevents") == std::string::npos) continue;
      EXPECT_EQ(found, "") << "more than one event file";
      found = entry.path().string();
    }
    return found;
  }

 private:
  storage::TemporaryDirectory directory_;
  std::mutex mutex_;
  std::vector<std::string> warnings_;
  std::vector<LogProblem> problems_;
};

}  // namespace stepline
