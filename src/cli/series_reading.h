#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/selection.h"
#include "cli/value_lines.h"
#include "store/store.h"

namespace stepline::cli {

// Which values of a series: steps from and to, both included, and of those the
// last so many.
struct ValueRange {
  std::optional<std::int64_t> from;
  std::optional<std::int64_t> to;
  std::optional<std::int64_t> last;

  void declare(Options& options);
  // InvalidArgument where no step can be inside.
  Result<void> check() const;
  // " --from 10 --to 20", as given: for messages.
  std::string describe() const;
};

// Which life of a series: what it shows, or what restarts superseded.
enum class Life { Live, Superseded };

// Leaves out the series that have no value from `range.from` to `range.to` in
// this life, and the runs that have no other.
Result<void> keep_inside(const store::Store& store, const ValueRange& range,
                         Life life, std::vector<SelectedRun>& runs);

// The scalars of a range, in order, in pieces, so that a long series needs no
// more memory than a short one; of a superseded branch, where one is given.
Result<void> read_points(const store::Store& store, store::SeriesId id,
                         const ValueRange& range,
                         const std::function<void(const store::Points&)>& take,
                         std::optional<std::uint32_t> branch = {});

// Values of any other kind, one at a time. One that cannot be read is a line on
// standard error, and the next one is read.
Result<void> read_data(Context& context, const store::Store& store,
                       store::SeriesId id, const ValueRange& range,
                       const std::function<void(const store::BlobInfo&,
                                                const reader::Datum&)>& take,
                       std::optional<std::uint32_t> branch = {});

// Either, as lines. Of the superseded life that is one branch after another.
Result<void> write_series(Context& context, const store::Store& store,
                          std::string_view run, const store::SeriesInfo& series,
                          const ValueRange& range, Life life,
                          ValueLines& lines);

}  // namespace stepline::cli
