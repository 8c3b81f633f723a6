#include "store/rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepline::store {
namespace {

struct Ranked {
  RowCandidate candidate;
  std::optional<double> value;
};

std::optional<double> value_of(const RowCandidate& candidate,
                               Statistic statistic) {
  if (candidate.curve == nullptr) return std::nullopt;
  const Statistics all = quick_statistics(candidate.curve->live);
  const std::optional<Point>& point = statistic == Statistic::Last  ? all.last
                                      : statistic == Statistic::Min ? all.min
                                                                    : all.max;
  if (!point) return std::nullopt;
  return point->value;
}

bool passes(const Ranked& row, const RowsQuery& query) {
  if (query.at_least && !(row.value && *row.value >= *query.at_least)) {
    return false;
  }
  if (query.at_most && !(row.value && *row.value <= *query.at_most)) {
    return false;
  }
  return true;
}

bool has_rank(const Ranked& row) {
  return row.value && !std::isnan(*row.value);
}

}  // namespace

Rows choose_rows(std::vector<RowCandidate> candidates, const RowsQuery& query) {
  const auto is_cancelled = [&] {
    return query.is_cancelled && query.is_cancelled();
  };
  std::vector<Ranked> rows;
  for (RowCandidate& candidate : candidates) {
    if (is_cancelled()) return {};
    Ranked row{std::move(candidate), std::nullopt};
    row.value = value_of(row.candidate, query.statistic);
    if (passes(row, query)) rows.push_back(std::move(row));
  }
  if (query.order == RowsQuery::Order::Start) {
    std::ranges::stable_sort(
        rows, {}, [](const Ranked& row) { return row.candidate.start_secs; });
  }
  auto ranked_end = rows.end();
  if (query.order == RowsQuery::Order::Value) {
    ranked_end = std::ranges::stable_partition(rows, has_rank).begin();
    std::stable_sort(
        rows.begin(), ranked_end, [&](const Ranked& a, const Ranked& b) {
          return query.descending ? *a.value > *b.value : *a.value < *b.value;
        });
  } else if (query.descending) {
    std::ranges::reverse(rows);
  }
  Rows answer;
  answer.total = rows.size();
  const std::size_t begin = std::min<std::size_t>(query.offset, rows.size());
  const std::size_t end =
      begin + std::min<std::size_t>(query.limit, rows.size() - begin);
  for (std::size_t i = begin; i < end && !is_cancelled(); ++i) {
    Row row{
        rows[i].candidate.run, rows[i].candidate.start_secs, rows[i].value, {}};
    if (query.sparkline > 0 && rows[i].candidate.curve != nullptr) {
      row.sparkline = sparkline(rows[i].candidate.curve->live, query.sparkline);
    }
    answer.rows.push_back(std::move(row));
  }
  return answer;
}

}  // namespace stepline::store
