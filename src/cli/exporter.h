#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/export_names.h"
#include "cli/command.h"
#include "cli/file_writer.h"
#include "cli/series_reading.h"
#include "reader/datum.h"
#include "reader/projector.h"
#include "store/store.h"

namespace stepline::cli {

struct ExportOptions {
  std::string directory;
  bool csv = true;  // Of scalars and histograms; at least one of the two.
  bool jsonl = false;
  bool npy = true;  // Of tensors; what one cannot hold goes to the other.
  bool safetensors = false;
  bool overwrite = false;
  ValueRange range;
};

// Writes series to files in a tree of runs, kinds and tags:
//
//   <directory>/<run>/scalars/<tag>.csv
//   <directory>/<run>/images/<tag>/<step>.png
//   <directory>/<run>/graphs/<tag>.pb     what a run has only one of
//   <directory>/<run>/embeddings/<tag>/points.npy, metadata.tsv, sprite.png
//   <directory>/index.jsonl      each file with its run, tag, kind and step
//
// The run "." has no folder of its own. Names are made safe by ExportNames; the
// index has them as they were. Steps have leading zeros, so that files sort.
// One value is in memory at a time. Not thread-safe.
class Exporter {
 public:
  Exporter(Context& context, const store::Store& store, ExportOptions options);

  // An error is the output's; values that cannot be read are complained of,
  // and left out.
  Result<void> write(std::string_view run, const store::SeriesInfo& series);
  // What the projector shows: its points, and the files beside them as they
  // are.
  Result<void> write_embedding(std::string_view run,
                               const reader::Projector& projector,
                               const event::ProjectorEmbedding& embedding);
  Result<void> finish();

  std::uint64_t files() const { return files_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  // The series being written.
  struct Place {
    std::string run;
    std::string_view kind;  // For the index.
    store::SeriesInfo series;
    std::string directory;  // Of the run and the kind, below the output's.
    std::size_t step_digits = 1;
  };

  struct Rows;  // Lines of one series, in both formats.

  Result<FileWriter> create(const std::string& path);
  Result<void> finish_file(FileWriter& file, const std::string& path,
                           std::optional<std::int64_t> step);
  // Of the value at `step`, or of its part of this number.
  Result<void> write_file(std::string_view extension, std::int64_t step,
                          std::optional<std::size_t> part,
                          std::string_view bytes, std::string_view more = {});
  std::string path_of(std::string_view extension, std::int64_t step,
                      std::optional<std::size_t> part);

  Result<void> write_scalars();
  Result<void> write_histograms();
  Result<void> write_values();
  Result<void> write_datum_files(const store::BlobInfo& blob,
                                 const reader::Datum& datum);
  Result<void> write_array(const store::BlobInfo& blob,
                           const event::Array& array);
  Result<void> write_json(const store::BlobInfo& blob,
                          const reader::Datum& datum);
  Result<void> write_points(const event::Array& points);
  Result<void> write_content(std::string_view name, std::string_view extension,
                             std::string_view bytes,
                             std::string_view more = {});
  // An asset of the projector's; `extension` empty: by what is in it.
  Result<void> copy_asset(const reader::Projector& projector,
                          const std::string& relative, std::string_view name,
                          std::string_view extension);

  Context& context_;
  const store::Store& store_;
  const ExportOptions options_;
  ExportNames names_;
  Place place_;
  std::optional<FileWriter> index_;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace stepline::cli
