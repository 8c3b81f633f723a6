#include "stepline/step_scope.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_set>

#include "stepline/summary_writer.h"

namespace stepline {
namespace {

thread_local StepScope* innermost = nullptr;

// Names differ without end in a program that builds them from numbers, so only
// so many are told apart.
constexpr std::size_t kMostWarnings = 1000;

void warn_once(std::string_view name) {
  static std::mutex mutex;
  static auto& warned = *new std::unordered_set<std::string>;
  {
    const std::lock_guard lock(mutex);
    if (warned.size() >= kMostWarnings) return;
    if (!warned.insert(std::string(name)).second) return;
  }
  std::fprintf(
      stderr, "stepline: \"%.*s\" is not logged: no StepScope around it\n",
      static_cast<int>(std::min<std::size_t>(name.size(), 200)), name.data());
}

}  // namespace

StepScope::StepScope(SummaryWriter& writer, std::int64_t step,
                     std::int64_t log_interval)
    : writer_(writer),
      step_(step),
      logging_(writer.enabled() &&
               step % std::max<std::int64_t>(log_interval, 1) == 0),
      outer_(innermost) {
  innermost = this;
}

StepScope::~StepScope() { innermost = outer_; }

bool StepScope::active() { return innermost != nullptr && innermost->logging_; }

void summarize_scalar(std::string_view name, double value) {
  if (innermost == nullptr) return warn_once(name);
  if (!innermost->logging_) return;
  innermost->writer_.add_scalar(name, value, innermost->step_);
}

void summarize_tensor(std::string_view name, const TensorView& tensor) {
  if (innermost == nullptr) return warn_once(name);
  if (!innermost->logging_) return;
  const auto added =
      innermost->writer_.add_tensor(name, tensor, innermost->step_);
  if (!added) {
    std::fprintf(stderr, "stepline: %s\n", added.error().message.c_str());
  }
}

}  // namespace stepline
