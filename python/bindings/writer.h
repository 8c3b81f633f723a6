#pragma once

#include <cstddef>
#include <memory>

#include "stepline/summary_writer.h"

namespace stepline::python {

// A SummaryWriter that several Python objects share. Whoever lets go of it last
// waits for its end, without Python's lock.
struct Writer {
  std::shared_ptr<SummaryWriter> shared;
};

}  // namespace stepline::python
