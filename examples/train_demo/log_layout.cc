#include "log_kinds.h"

namespace demo {

void log_layout(RunLog& log) {
  using stepline::MarginChart;
  using stepline::MultilineChart;
  log.wrote(
      "chart layouts",
      log.writer.add_custom_scalars(
          {{{"Does it learn?",
             {MultilineChart{"loss", {"train/loss", "validation/loss"}},
              MarginChart{"accuracy on validation, 95 % interval",
                          {{"validation/accuracy", "validation/accuracy_low",
                            "validation/accuracy_high"}}}}},
            {"Is it healthy?",
             {MultilineChart{"share of units awake", {"awake/.*"}},
              MultilineChart{"gradient norm",
                             {"gradient_norm/.*/weight"}}}}}}));
}

}  // namespace demo
