#pragma once

#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "stepline/result.h"
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

// A pattern that is no regular expression is InvalidArgument.
Result<std::regex> compile(const std::string& pattern);

// `candidates` in natural order of names.
Rows choose_rows(std::vector<RowCandidate> candidates,
                 const std::regex& pattern, const RowsQuery& query);

}  // namespace stepline::store
