#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/compose.h"
#include "store/store.h"

namespace stepline::store {

// A run as RowsQuery sees it.
struct RowCandidate {
  RunId run{};
  std::string name;
  double start_secs = 0;
  std::shared_ptr<const Composition> curve;  // Null: it has not got the tag.
};

// `candidates` in natural order of names; those that the query accepts.
Rows choose_rows(std::vector<RowCandidate> candidates, const RowsQuery& query);

}  // namespace stepline::store
