#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "stepline/result.h"
#include "store/store.h"

namespace stepline::server {

// The runs that a request is about: "3,5-9,12", or "all".
//
// It costs what its text is long, however wide the ranges are: they are never
// counted out.
class RunSet {
 public:
  RunSet() = default;  // Every run.

  static Result<RunSet> parse(std::string_view text);

  bool is_all() const { return all_; }
  bool contains(store::RunId run) const;

  // Those of the store's runs that are in the set, in natural order.
  std::vector<store::RunId> of(const store::Store& store) const;

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };

  void merge();

  bool all_ = true;
  std::vector<Range> ranges_;  // In order; they do not touch.
};

}  // namespace stepline::server
