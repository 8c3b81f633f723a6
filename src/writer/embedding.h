#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/projector_config.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"
#include "writer/layout.h"

namespace stepline::writer {

// The projector reads files, not events: the points, their labels and their
// pictures beside the event file, and one configuration that lists them.

struct EmbeddingFile {
  std::string path;  // Below the run's directory, with "/".
  std::string bytes;
};

struct EmbeddingFiles {
  std::vector<EmbeddingFile> files;
  event::ProjectorEmbedding entry;
};

// A [N, D] matrix; N rows of labels, of one length that is the header's; N
// pictures that fit into a square sprite sheet of at most 8192 by 8192. The
// layout is that of the pictures, where there are any.
Result<std::optional<Layout>> check_embedding(const TensorView& matrix,
                                              const EmbeddingOptions& options);

// Needs arguments that passed check_embedding(), which gave `images_layout`;
// options.images_layout is not looked at. The paths are
// `<step, five digits>/<tag, as a directory's name>/tensors.tsv` and so on, as
// torch.utils.tensorboard has them.
Result<EmbeddingFiles> make_embedding_files(
    const TensorView& matrix, std::int64_t step,
    const EmbeddingOptions& options,
    const std::optional<Layout>& images_layout);

// `existing`, the text of projector_config.pbtxt (empty: no file yet), with the
// entry added, or in the place of the one of the same name. Corrupt: `existing`
// is no such file; it had better be left alone.
inline constexpr char kProjectorConfigFile[] = "projector_config.pbtxt";
Result<std::string> merge_projector_config(
    std::string_view existing, const event::ProjectorEmbedding& entry);

// The tag as the name of one directory: percent signs, slashes, backslashes and
// control characters as %xx, "." and ".." too, and a hash in place of what goes
// beyond the 255 bytes that a name may have.
std::string directory_name(std::string_view tag);

}  // namespace stepline::writer
