#include <cmath>

#include "log_kinds.h"

namespace demo {

void log_weights(RunLog& log, Network& network, std::int64_t step) {
  for (const Parameter* p : network.parameters()) {
    log.wrote("histograms",
              log.writer.add_histogram("values/" + p->name, p->value, step));
    log.wrote("histograms", log.writer.add_histogram("gradients/" + p->name,
                                                     p->gradient, step));
    double squares = 0;
    for (const float g : p->gradient) squares += double{g} * g;
    log.scalar("gradient_norm/" + p->name, std::sqrt(squares), step);
  }
}

}  // namespace demo
