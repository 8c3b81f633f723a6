#include <set>
#include <string>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

// Each value once, in order.
template <class T>
std::vector<stepline::HParamValue> domain(T (*pick)(const ClassifierConfig&)) {
  std::set<T> values;
  for (const ClassifierConfig& c : classifier_configs()) {
    values.insert(pick(c));
  }
  return {values.begin(), values.end()};
}

double learning_rate(const ClassifierConfig& c) { return c.learning_rate; }
double hidden_units(const ClassifierConfig& c) { return c.hidden; }
std::string optimizer(const ClassifierConfig& c) { return c.optimizer; }

}  // namespace

void log_hparams(RunLog& log, const ClassifierConfig& config) {
  log.wrote(
      "hparams",
      log.writer.add_hparams(
          {{"learning_rate", learning_rate(config), domain(learning_rate)},
           {"hidden_units", hidden_units(config), domain(hidden_units)},
           {"optimizer", config.optimizer, domain(optimizer)}},
          {{.tag = "validation/accuracy", .display_name = "accuracy"},
           {.tag = "validation/loss", .display_name = "loss"}}));
}

}  // namespace demo
