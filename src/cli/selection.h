#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "reader/kind.h"
#include "stepline/result.h"
#include "store/store.h"

namespace stepline::cli {

// --run, --tag and --kind: which series a command is about.
struct SelectionArguments {
  std::optional<std::string> run;
  std::optional<std::string> tag;
  std::vector<std::string> kinds;

  void declare_run(Options& options);
  void declare_tag(Options& options);
  // `also`: another kind that the command knows, of things that are no series.
  void declare_kind(Options& options, std::string_view when_absent,
                    std::string_view also = {});

  // Whether things of this kind were asked for, by name or with all others.
  bool takes_kind(std::string_view name) const;

  bool any() const { return run || tag || !kinds.empty(); }
  // "--run RE --tag RE --kind K", as given: for messages.
  std::string describe() const;
};

struct SelectedRun {
  store::RunInfo info;
  std::vector<store::SeriesInfo> series;  // Those that were asked for.
};

// Runs and series in the store's order. A run without any series asked for is
// there too, with none, unless a tag or a kind was asked for.
//
// Patterns are ECMAScript's and may match anywhere in a name; only its first
// 4,096 bytes are looked at, since std::regex recurses for each. A wrong
// pattern, or one of more than 1,000 bytes, is InvalidArgument.
Result<std::vector<SelectedRun>> select(const store::Store& store,
                                        const SelectionArguments& arguments);

// The same by one series or run at a time, for those that come later.
class Selection {
 public:
  static Result<Selection> make(const SelectionArguments& arguments);
  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;
  ~Selection();

  bool takes_run(std::string_view name) const;
  // Of a run that was taken.
  bool takes(const store::SeriesInfo& series) const;
  bool takes_tag(const std::string& tag) const;

 private:
  struct Patterns;
  explicit Selection(std::unique_ptr<Patterns> patterns);

  std::unique_ptr<Patterns> patterns_;
};

}  // namespace stepline::cli
