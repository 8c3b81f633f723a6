#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "cli/command.h"
#include "cli/selection.h"
#include "store/store.h"

namespace stepline::cli {

// Tells what could not be read, once for as long as that lasts: ten lines, then
// how many more, and how many in runs that `selection` does not take (null: it
// takes all). Damage is no failure here: everything that could be read was, and
// `stepline verify` is there to judge.
//
// The context and the selection must outlive it.
class ProblemReport {
 public:
  explicit ProblemReport(Context& context, const Selection* selection = nullptr)
      : context_(context), selection_(selection) {}

  // What came since the last time, wherever in the store's list it stands.
  void tell(const store::Store& store);
  // The same, but says nothing.
  void pass_over(const store::Store& store);

 private:
  std::vector<reader::Problem> take_new(const store::Store& store);

  Context& context_;
  const Selection* const selection_;
  std::unordered_set<std::size_t> known_;  // Hashes of those there are.
};

}  // namespace stepline::cli
