#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stepline/summary_writer.h"
#include "tally.h"

namespace demo {

// The writer of one run, with the tally that all runs share.
struct RunLog {
  stepline::SummaryWriter writer;
  Tally& tally;

  RunLog(const std::string& directory, Tally& shared_tally)
      : writer(directory), tally(shared_tally) {}

  void scalar(std::string_view tag, double value, std::int64_t step) {
    writer.add_scalar(tag, value, step);
    tally.count("scalars");
  }

  // log.wrote("texts", log.writer.add_text(...));
  void wrote(std::string_view kind, const stepline::Result<void>& result) {
    tally.check(kind, result);
  }
};

}  // namespace demo
