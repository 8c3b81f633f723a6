#pragma once

#include <memory>

#include "stepline/summary_writer.h"
#include "writer/core.h"

namespace stepline::writer {

// The way for tests and benchmarks to a writer over another file system or
// clock.
struct Access {
  static SummaryWriter make(WriterOptions options, Environment environment) {
    return SummaryWriter(
        std::make_shared<Core>(std::move(options), environment));
  }
};

}  // namespace stepline::writer
