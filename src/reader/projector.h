#pragma once

#include <string>
#include <vector>

#include "event/array.h"
#include "event/projector_config.h"
#include "reader/problem.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::reader {

// A projector configuration and where its assets lie.
struct Projector {
  std::string directory;  // Of the configuration; asset paths start there.
  event::ProjectorConfig config;
};

// The file name, and the folder below a run where it may lie instead.
inline constexpr char kProjectorConfigName[] = "projector_config.pbtxt";
inline constexpr char kProjectorFolder[] =
    "plugins/org_tensorflow_tensorboard_projector";

Result<Projector> read_projector(storage::FileSystem& files,
                                 const std::string& config_path);

// The path of an asset without links, which must lie in the configuration's
// directory: absolute paths, "..", and links that lead out are InvalidArgument.
Result<std::string> asset_path(storage::FileSystem& files,
                               const Projector& projector,
                               const std::string& relative);

// The points, [rows, columns] float32: from text with a point on each line,
// tabs between the numbers, or from raw little-endian float32 (which needs
// tensor_shape), told apart by their bytes. NotFound for an embedding without
// tensor_path, which is in a checkpoint; those are not read here.
Result<event::Array> read_embedding(storage::FileSystem& files,
                                    const Projector& projector,
                                    const event::ProjectorEmbedding& embedding);

// Labels: the header line's columns where there is more than one column, and a
// row for each point. Blank lines are left out, and so they are by TensorBoard.
struct EmbeddingMetadata {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};
Result<EmbeddingMetadata> read_embedding_metadata(
    storage::FileSystem& files, const Projector& projector,
    const event::ProjectorEmbedding& embedding);

}  // namespace stepline::reader
