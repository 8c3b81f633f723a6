#include "server/api/run_set.h"

#include <algorithm>
#include <optional>
#include <string>

#include "server/text.h"

namespace stepline::server {
namespace {

Error not_runs(std::string_view got) {
  return {ErrorCode::InvalidArgument,
          "\"" + std::string(got) +
              "\" is no set of runs, want numbers and ranges as in \"3,5-9\", "
              "or \"all\""};
}

}  // namespace

Result<RunSet> RunSet::parse(std::string_view text) {
  RunSet set;
  if (text.empty()) return set;
  set.all_ = false;
  bool all = false;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t dash = item.find('-');
    const auto first = parsed_number<std::uint32_t>(item.substr(0, dash));
    const auto last = dash == std::string_view::npos
                          ? first
                          : parsed_number<std::uint32_t>(item.substr(dash + 1));
    if (item == "all") {
      all = true;
    } else if (!first || !last || *last < *first) {
      return not_runs(item);
    } else {
      set.ranges_.push_back({*first, *last});
    }
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  if (all) return RunSet();
  set.merge();
  return set;
}

void RunSet::merge() {
  std::ranges::sort(ranges_, {}, &Range::first);
  std::vector<Range> merged;
  for (const Range& range : ranges_) {
    if (!merged.empty() && range.first <= merged.back().last) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  ranges_ = std::move(merged);
}

bool RunSet::contains(store::RunId run) const {
  if (all_) return true;
  const auto number = std::uint32_t(run);
  const auto behind =
      std::ranges::upper_bound(ranges_, number, {}, &Range::first);
  return behind != ranges_.begin() && number <= std::prev(behind)->last;
}

std::vector<store::RunId> RunSet::of(const store::Store& store) const {
  std::vector<store::RunId> ids = store.run_ids();
  if (!all_) {
    std::erase_if(ids, [&](store::RunId id) { return !contains(id); });
  }
  return ids;
}

}  // namespace stepline::server
