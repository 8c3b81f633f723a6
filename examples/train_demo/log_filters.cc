#include "log_kinds.h"

namespace demo {

Pictures filter_pictures(Network& network) {
  const Parameter& weight = *network.parameters()[0];
  return framed(enlarge(in_colours(weight.value, kFilterSize), 12));
}

void log_filters(RunLog& log, const Pictures& filters, std::int64_t step) {
  log.wrote("images",
            log.writer.add_images("filters/conv1", filters.view(), step));
}

}  // namespace demo
