#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/exporter.h"
#include "cli/format.h"
#include "cli/log_arguments.h"
#include "cli/progress.h"
#include "cli/selection.h"

namespace stepline::cli {
namespace {

class Export final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "export",
        .summary = "Write values to files that other programs read",
        .description =
            "Writes a tree of files, by run, kind and tag: scalars and "
            "histograms as csv or jsonl, a file for each series; images, "
            "audio, texts (.md), tensors, PR curves and meshes (.npy or "
            ".safetensors), graphs (.pb, a GraphDef), hyperparameters and "
            "chart "
            "layouts (.json) as a file for each value, named by its step; of "
            "each embedding its points (.npy or .safetensors), and its labels, "
            "sprite and bookmarks as they are. "
            "index.jsonl lists every file with its run, tag, kind and step.\n\n"
            "Names that are no file names are changed: what is not allowed "
            "becomes %XX, what is too long is cut. Nothing is written outside "
            "the output directory, which must be empty or new unless "
            "--overwrite is given.",
        .problem = "Nothing matched what was asked for.",
        .examples = {
            {"stepline export runs -o out", "Everything."},
            {"stepline export runs -o out --kind image --last 1",
             "The last pictures of each tag."},
            {"stepline export runs -o out --kind scalar --format jsonl",
             "Scalars as JSON Lines."}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options);
    Option& output = options.add("-o,--output", "DIR",
                                 "Where to write; made if missing.", output_);
    output.required = true;
    output.completes = Option::Completes::Directories;
    selection_.declare_run(options);
    selection_.declare_tag(options);
    selection_.declare_kind(options, "all", kEmbedding);
    range_.declare(options);
    options
        .add("-f,--format", "FORMAT",
             "csv or jsonl for scalars and histograms, npy or safetensors for "
             "tensors; may be given several times, for both of a pair. A dtype "
             "that npy lacks (bfloat16, float8) goes to "
             "safetensors, and one that safetensors lacks (complex) to npy. "
             "Default: csv and npy.",
             formats_)
        .choices = {"csv", "jsonl", "npy", "safetensors"};
    options.flag("--overwrite",
                 "Write into a directory that is not empty, and replace files "
                 "of the same names.",
                 overwrite_);
  }

  ExitStatus run(Context& context) override {
    if (const auto checked = range_.check(); !checked) {
      return complain(context, checked.error(),
                      "see \"stepline export --help\"");
    }
    if (!overwrite_) {
      const auto entries = context.files.list(output_);
      if (entries && !entries->empty()) {
        return complain(context, "the output directory is not empty",
                        output_ + "; --overwrite writes there all the same",
                        ExitStatus::CouldNotRun);
      }
    }
    auto loaded = load_selected(context, logs_, selection_);
    if (!loaded) return complain(context, loaded.error(), "");
    const auto kept =
        keep_inside(*loaded->store, range_, Life::Live, loaded->runs);
    if (!kept) return complain(context, kept.error(), "");
    const auto embeddings = find_embeddings(context, *loaded->store);
    if (!embeddings) return complain(context, embeddings.error(), "");
    if (!loaded->has_series() && embeddings->empty()) {
      return nothing_matches(context, logs_,
                             selection_.describe() + range_.describe());
    }
    return write(context, *loaded, *embeddings);
  }

 private:
  static constexpr std::string_view kEmbedding = "embedding";

  struct Embedding {
    std::string run;
    reader::Projector projector;
    event::ProjectorEmbedding embedding;
  };

  // Those that were asked for. They have no step, and so are in no range.
  Result<std::vector<Embedding>> find_embeddings(
      Context& context, const store::Store& store) const {
    std::vector<Embedding> found;
    if (!selection_.takes_kind(kEmbedding) || range_.from || range_.to) {
      return found;
    }
    const auto selection = Selection::make(selection_);
    if (!selection) return selection.error();
    for (const store::RunInfo& run : store.runs()) {
      if (!selection->takes_run(run.name)) continue;
      const auto projectors = store.projectors(run.id);
      if (!projectors) {
        complain(context, projectors.error(), "");
        continue;
      }
      for (const reader::Projector& projector : *projectors) {
        for (const auto& embedding : projector.config.embeddings) {
          if (!selection->takes_tag(embedding.tensor_name)) continue;
          found.push_back({run.name, projector, embedding});
        }
      }
    }
    return found;
  }

  bool asked(const char* format) const {
    for (const std::string& given : formats_) {
      if (given == format) return true;
    }
    return false;
  }

  ExportOptions options() const {
    ExportOptions options;
    options.directory = output_;
    options.jsonl = asked("jsonl");
    options.csv = asked("csv") || !options.jsonl;
    options.safetensors = asked("safetensors");
    options.npy = asked("npy") || !options.safetensors;
    options.overwrite = overwrite_;
    options.range = range_;
    return options;
  }

  ExitStatus write(Context& context, const Loaded& loaded,
                   const std::vector<Embedding>& embeddings) const {
    Exporter exporter(context, *loaded.store, options());
    {
      Progress bar(context.err, "writing");
      for (const SelectedRun& run : loaded.runs) {
        for (const store::SeriesInfo& series : run.series) {
          const auto written = exporter.write(run.info.name, series);
          if (!written) {
            bar.finish();
            return complain(context, written.error(), "");
          }
          bar.update(exporter.bytes(), 0);
        }
      }
      for (const auto& [run, projector, embedding] : embeddings) {
        const auto written =
            exporter.write_embedding(run, projector, embedding);
        if (!written) {
          bar.finish();
          return complain(context, written.error(), "");
        }
        bar.update(exporter.bytes(), 0);
      }
    }
    const auto finished = exporter.finish();
    if (!finished) return complain(context, finished.error(), "");
    context.out << format_counted(exporter.files(), "file") << ", "
                << format_bytes(exporter.bytes()) << "\n";
    return ExitStatus::Well;
  }

  LogArguments logs_;
  SelectionArguments selection_;
  ValueRange range_;
  std::string output_;
  std::vector<std::string> formats_;
  bool overwrite_ = false;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace stepline::cli
