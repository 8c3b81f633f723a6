#include <string>
#include <vector>

#include "log_kinds.h"

namespace demo {

void log_hparams(RunLog& log, const ClassifierConfig& config) {
  std::vector<stepline::HParamValue> rates, widths, optimizers;
  for (const ClassifierConfig& c : classifier_configs()) {
    rates.emplace_back(double{c.learning_rate});
    widths.emplace_back(double(c.hidden));
    optimizers.emplace_back(c.optimizer);
  }
  log.wrote("hparams",
            log.writer.add_hparams(
                {{"learning_rate", double{config.learning_rate}, rates},
                 {"hidden_units", double(config.hidden), widths},
                 {"optimizer", config.optimizer, optimizers}},
                {{.tag = "validation/accuracy", .display_name = "accuracy"},
                 {.tag = "validation/loss", .display_name = "loss"}}));
}

}  // namespace demo
