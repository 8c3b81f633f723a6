#pragma once

#include <cstdint>
#include <string_view>

#include "stepline/tensor_view.h"

namespace stepline {

class SummaryWriter;

// Makes a writer and a step known to everything the calling thread does until
// the end of the scope, so that a layer deep inside a model can log without
// being handed the writer:
//
//   for (std::int64_t step = 0; step < steps; ++step) {
//     stepline::StepScope scope(writer, step, 100);
//     train_one(batch);  // calls stepline::summarize_scalar("grad_norm", n)
//   }
//
// Scopes nest; the innermost counts. The writer must outlive the scope.
class StepScope {
 public:
  // Summaries are taken at steps divisible by `log_interval` (at least 1).
  StepScope(SummaryWriter& writer, std::int64_t step,
            std::int64_t log_interval = 1);
  StepScope(const StepScope&) = delete;
  StepScope& operator=(const StepScope&) = delete;
  ~StepScope();

  // Whether a summary taken now in this thread would be written: for skipping
  // the work of computing it.
  static bool active();

 private:
  friend void summarize_scalar(std::string_view, double);
  friend void summarize_tensor(std::string_view, const TensorView&);

  SummaryWriter& writer_;
  std::int64_t step_;
  bool logging_;
  StepScope* outer_;
};

// Logs at the step of the innermost scope of this thread. Outside any scope
// nothing is written, and standard error says so once for each name.
void summarize_scalar(std::string_view name, double value);
void summarize_tensor(std::string_view name, const TensorView& tensor);

}  // namespace stepline
