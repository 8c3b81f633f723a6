#include "cli/projector_check.h"

#include <utility>

#include "reader/projector.h"

namespace stepline::cli {
namespace {

class Check {
 public:
  Check(storage::FileSystem& files, const reader::Projector& projector)
      : files_(files), projector_(projector) {}

  void look_at(const event::ProjectorEmbedding& embedding) {
    name_ = embedding.tensor_name;
    if (!embedding.tensor_path.empty()) {
      const auto points = reader::read_embedding(files_, projector_, embedding);
      if (!points) add("points", points.error());
    }
    if (!embedding.metadata_path.empty())
      look_for("labels", embedding.metadata_path);
    if (embedding.sprite) look_for("sprite", embedding.sprite->image_path);
    if (!embedding.bookmarks_path.empty()) {
      look_for("bookmarks", embedding.bookmarks_path);
    }
  }

  std::vector<std::string> take_problems() { return std::move(problems_); }

 private:
  void look_for(const char* what, const std::string& relative) {
    const auto path = reader::asset_path(files_, projector_, relative);
    if (!path) return add(what, path.error());
    const auto opened = files_.open(*path);
    if (!opened) add(what, opened.error());
  }

  void add(const char* what, const Error& error) {
    problems_.push_back(std::string(what) + " of embedding \"" + name_ +
                        "\": " + error.message);
  }

  storage::FileSystem& files_;
  const reader::Projector& projector_;
  std::string name_;
  std::vector<std::string> problems_;
};

}  // namespace

Result<std::vector<std::string>> check_projector(
    storage::FileSystem& files, const std::string& config_path) {
  const auto projector = reader::read_projector(files, config_path);
  if (!projector) {
    if (projector.error().code != ErrorCode::Corrupt) return projector.error();
    return std::vector{projector.error().message};
  }
  Check check(files, *projector);
  for (const auto& embedding : projector->config.embeddings) {
    check.look_at(embedding);
  }
  return check.take_problems();
}

}  // namespace stepline::cli
