// Any bytes as projector_config.pbtxt and as a file of points: no crash. What
// was decoded must survive being written and read again, and no asset that it
// names may lie outside its directory.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "event/projector_config.h"
#include "reader/projector.h"
#include "reader/tsv.h"
#include "storage/memory_file_system.h"

namespace stepline {
namespace {

void check_path(storage::FileSystem& files, const std::string& relative) {
  const auto path = reader::asset_path(files, {"run", {}}, relative);
  if (path && !path->starts_with("run/")) std::abort();
  if (!path && path.error().message.empty()) std::abort();
}

void check_config(std::string_view text) {
  const auto config = event::decode_projector_config(text);
  if (!config) return;
  const std::string settled = encode_projector_config(*config);
  const auto again = event::decode_projector_config(settled);
  if (!again || *again != *config) std::abort();
  storage::MemoryFileSystem files;
  files.make_directories("run/inside");
  files.replace("run/inside/points", "1");
  files.replace("secret", "1");
  for (const event::ProjectorEmbedding& embedding : config->embeddings) {
    check_path(files, embedding.tensor_path);
    check_path(files, embedding.metadata_path);
  }
}

void check_points(std::string_view text) {
  const auto matrix = reader::parse_matrix(text);
  if (!matrix) return;
  const auto size = static_cast<std::size_t>(matrix->size());
  if (matrix->bytes.size() != size * sizeof(float)) std::abort();
}

}  // namespace
}  // namespace stepline

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  stepline::check_config(text);
  stepline::check_points(text);
  return 0;
}
