#include <cstddef>
#include <string>
#include <vector>

#include "log_kinds.h"

namespace demo {

void log_pr_curves(RunLog& log, const Shapes& shapes,
                   const Evaluation& evaluation, std::int64_t step) {
  for (int c = 0; c < kClasses; ++c) {
    std::vector<int> labels;
    std::vector<float> predictions;
    for (int i = 0; i < shapes.count(); ++i) {
      labels.push_back(shapes.classes[std::size_t(i)] == c ? 1 : 0);
      predictions.push_back(evaluation.probabilities.row(i)[c]);
    }
    const std::string tag = "pr/" + std::string(kClassNames[std::size_t(c)]);
    log.wrote("PR curves",
              log.writer.add_pr_curve(tag, labels, predictions, step));
  }
}

}  // namespace demo
