#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/natural_order.h"
#include "reader/kind.h"
#include "store/store.h"

namespace stepline::store {

// Which runs have which names, of a store at one moment: for asking by name
// without going through all series each time.
class SummaryNames {
 public:
  // The series of a name in a run. A mesh is its vertices' series. Text has the
  // name that it was written with: the tag without the "/text_summary" that
  // most writers append, unless both are there.
  struct Place {
    RunId run{};
    SeriesId series{};
    std::optional<SeriesId> faces;
    std::optional<SeriesId> colors;
  };
  using Places = std::vector<Place>;  // In the natural order of runs.

  SummaryNames() = default;
  explicit SummaryNames(const Store& store);

  std::optional<RunId> find_run(std::string_view name) const;
  const std::vector<std::string>& runs() const { return runs_; }
  const std::string& name_of(RunId run) const { return run_names_.at(run); }

  using ByName = std::map<std::string, Places, NaturalLess>;
  const ByName& of(reader::Kind kind) const {
    return by_kind_[static_cast<std::size_t>(kind)];
  }
  // Null when no run has it.
  const Places* find(reader::Kind kind, std::string_view name) const;

 private:
  void add_text(const SeriesInfo& info);
  void add_mesh(const SeriesInfo& info, const event::Metadata& metadata);
  void drop_meshes_without_vertices();

  std::vector<std::string> runs_;
  std::map<std::string, RunId, std::less<>> run_ids_;
  std::unordered_map<RunId, std::string> run_names_;
  std::array<ByName, static_cast<std::size_t>(reader::Kind::Other) + 1>
      by_kind_;
};

}  // namespace stepline::store
