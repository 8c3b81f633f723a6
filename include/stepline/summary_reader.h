#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/custom_scalars.h"
#include "stepline/graph.h"
#include "stepline/reader_options.h"
#include "stepline/result.h"
#include "stepline/summary_values.h"

namespace stepline {

namespace store {
class SummarySource;
}

// Reads event files and the tensor files beside them: one file, the directory
// of a run, or a whole log directory. Every point is there; scalars are in
// memory, everything else is read from the files when asked for.
// docs/reading.md has an example of each.
//
// # Names and runs
// A name is what the writer called a tag. A run is a directory, named by its
// path below the one that was opened, "." for that itself. Where a call takes a
// `run`, an empty one means the run that has the name; if several do it is the
// first of them in natural order (run2 before run10), and a warning says so.
//
// # What is not there
// A name, a step, a run or a branch that does not exist is a warning and an
// empty answer, never an error: ReaderOptions::on_warning. So is a value that
// cannot be read, because its file is damaged or gone; the others of its name
// are answered.
//
// # Restarts
// A job that was resumed from a checkpoint repeats steps. The later values are
// the answer; what they superseded is a branch, which Selection::branch asks
// for. Several values at one step, without a restart, are all there, in the
// order of writing; where one is asked for it is the last.
//
// # Live use
// A reader shows the files as they were at open() or the last reload(), and
// runs no threads between calls. A half-written record at the end of a file is
// not there yet.
//
// # Threads and lifetime
// All const methods may be called by many threads at once; a reload() waits for
// those that are going on. Answers own their memory and outlive the reader. One
// that was moved from may only be destroyed or assigned to.
class SummaryReader {
 public:
  // Returns when everything is loaded. The path may have a name before it,
  // `name:path`, which then begins the names of its runs. A path that does not
  // exist or cannot be read is an error; a directory without event files is
  // not.
  static Result<SummaryReader> open(std::string_view path,
                                    ReaderOptions options = {});
  // Several at once; without a name of its own each gets its last component.
  static Result<SummaryReader> open_all(const std::vector<std::string>& paths,
                                        ReaderOptions options = {});
  SummaryReader(SummaryReader&&) noexcept;
  SummaryReader& operator=(SummaryReader&&) noexcept;
  ~SummaryReader();

  // Takes in what has been written since, files and runs that are new, and
  // forgets what was deleted. Costs a look at each file, and reads only what is
  // new. After an error everything is as it was.
  Result<void> reload();

  // --- What there is -------------------------------------------------------

  std::vector<std::string> runs() const;  // In natural order.
  std::vector<RunDescription> describe_runs() const;

  // In natural order, each once; of all runs when `run` is empty. Meshes have
  // one name each, though they are up to three tags, and text has the name it
  // was written with, though its tag may end in "/text_summary".
  std::vector<std::string> names(SummaryKind kind,
                                 std::string_view run = {}) const;
  std::vector<std::string> scalar_names(std::string_view run = {}) const;
  std::vector<std::string> tensor_names(std::string_view run = {}) const;

  // By run, then by name. Here names are the tags, as the files have them.
  std::vector<SeriesDescription> describe_series(
      std::string_view run = {}) const;

  // Of the scalars of this name, oldest restart first.
  std::vector<BranchDescription> branches(std::string_view name,
                                          std::string_view run = {}) const;

  // What cannot be read, as of the last reload. Of a file the first thousand
  // places are listed, and one more problem says how many follow.
  std::vector<LogProblem> problems() const;

  // --- Numbers -------------------------------------------------------------

  ScalarSeries read_scalars(std::string_view name,
                            const Selection& selection = {}) const;
  std::optional<ScalarPoint> read_scalar(std::string_view name,
                                         std::int64_t step,
                                         std::string_view run = {}) const;
  // All curves that the selection allows, over all runs.
  ScalarTable read_scalar_table(const TableSelection& selection = {}) const;

  std::vector<HistogramSummary> read_histograms(
      std::string_view name, const Selection& selection = {}) const;
  std::vector<PrCurveSummary> read_pr_curves(
      std::string_view name, const Selection& selection = {}) const;

  std::vector<TensorDescriptor> read_tensors(
      std::string_view name, const Selection& selection = {}) const;
  // The latest at that step, with a warning when there are several.
  std::optional<TensorDescriptor> read_tensor(std::string_view name,
                                              std::int64_t step,
                                              std::string_view run = {}) const;

  // --- Media ---------------------------------------------------------------

  std::vector<ImageSummary> read_images(std::string_view name,
                                        const Selection& selection = {}) const;
  std::vector<AudioSummary> read_audio(std::string_view name,
                                       const Selection& selection = {}) const;
  std::vector<TextSummary> read_texts(std::string_view name,
                                      const Selection& selection = {}) const;
  std::vector<MeshSummary> read_meshes(std::string_view name,
                                       const Selection& selection = {}) const;

  // --- The model and the experiment ----------------------------------------

  // The last one that the run's event files hold (for others see
  // read_messages); attributes without a place in GraphNode are left out.
  std::optional<Graph> read_graph(std::string_view run = {}) const;

  // Every run with hyperparameters, or the one that is named.
  std::vector<HParamsSession> read_hparams(std::string_view run = {}) const;

  std::optional<ChartLayout> read_custom_scalars(
      std::string_view run = {}) const;

  std::vector<std::string> embedding_names(std::string_view run = {}) const;
  std::optional<EmbeddingSummary> read_embedding(
      std::string_view name, std::string_view run = {}) const;

  // Values of the kinds that MessageSummary names, as they are in the file.
  std::vector<MessageSummary> read_messages(
      SummaryKind kind, std::string_view name,
      const Selection& selection = {}) const;

 private:
  explicit SummaryReader(std::unique_ptr<store::SummarySource> source);

  std::unique_ptr<store::SummarySource> source_;
};

}  // namespace stepline
