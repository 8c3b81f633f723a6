// What a store answers about everything but scalars.

#include <string>
#include <utility>
#include <variant>

#include "store/blob_reader.h"
#include "store/catalog.h"
#include "store/not_found.h"
#include "store/querying_store.h"

namespace stepline::store {

namespace {

Error no_value(std::uint64_t index, const std::string& tag) {
  return {ErrorCode::NotFound,
          "no value " + std::to_string(index) + " of \"" + tag + "\""};
}

}  // namespace

Result<std::vector<BlobInfo>> QueryingStore::blobs(SeriesId id,
                                                   BranchNumber branch) const {
  auto parts = catalog_.read([&](const Catalog& catalog) -> Result<BlobParts> {
    if (catalog.series(id) == nullptr) return no_series(id);
    return catalog.blob_parts(id);
  });
  if (!parts) return parts.error();
  const auto all = catalog_.compose(*std::move(parts));
  if (branch && *branch >= all->branches.size()) {
    return no_branch(*branch, all->branches.size());
  }
  std::vector<BlobInfo> infos;
  for (const BlobRef& blob :
       branch ? all->branches[*branch].blobs : all->live) {
    const BlobPlace& place = blob.place;
    infos.push_back({place.step, place.wall_secs, place.bytes});
  }
  return infos;
}

Result<BlobRef> QueryingStore::find_blob(SeriesId id, std::uint64_t index,
                                         BranchNumber branch) const {
  std::string tag;
  std::optional<BlobRef> plain;
  auto parts = catalog_.read([&](const Catalog& catalog) -> Result<BlobParts> {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    tag = catalog.tag(*series);
    if (branch || !catalog.is_plain(*series)) return catalog.blob_parts(id);
    const Segment& only = series->only;
    const auto* const places = std::get_if<BlobPlaces>(&only.data);
    if (places == nullptr || index >= places->size()) {
      return no_value(index, tag);
    }
    plain = {places->view()[index], only.file, only.metadata};
    return BlobParts{};
  });
  if (!parts) return parts.error();
  if (plain) return *plain;
  const auto all = catalog_.compose(*std::move(parts));
  if (branch && *branch >= all->branches.size()) return no_value(index, tag);
  const auto& blobs = branch ? all->branches[*branch].blobs : all->live;
  if (index >= blobs.size()) return no_value(index, tag);
  return blobs[index];
}

Result<reader::Datum> QueryingStore::read_blob(SeriesId id, std::uint64_t index,
                                               BranchNumber branch) const {
  struct Found {
    BlobRef blob;
    reader::LogFile file;
    const event::Metadata* metadata;  // Never moves, never goes.
  };
  const auto blob = find_blob(id, index, branch);
  if (!blob) return blob.error();
  const auto found =
      catalog_.read([&](const Catalog& catalog) -> Result<Found> {
        const LoadedFile& file = *catalog.file(blob->file);
        if (file.memory == nullptr) {
          return Error{ErrorCode::NotFound, "the value went with its file"};
        }
        return Found{*blob, file.file, catalog.metadata(blob->metadata)};
      });
  if (!found) return found.error();
  const BlobPlace& place = found->blob.place;
  const auto payload = cache_.get({found->blob.file, place.offset}, [&] {
    return read_payload(files_, found->file.path, place);
  });
  if (!payload) return payload.error();
  return decode_payload(**payload, place, found->file.kind, found->metadata);
}

Result<std::vector<reader::Projector>> QueryingStore::projectors(
    RunId id) const {
  using Paths = Result<std::vector<std::string>>;
  const auto paths = catalog_.read([&](const Catalog& catalog) -> Paths {
    const Run* const run = catalog.run(id);
    if (run == nullptr) return no_run(id);
    std::vector<std::string> configs;
    for (const auto& [key, id_of_file] : run->files) {
      const reader::LogFile& file = catalog.file(id_of_file)->file;
      if (file.kind == reader::LogFile::Kind::ProjectorConfig) {
        configs.push_back(file.path);
      }
    }
    return configs;
  });
  if (!paths) return paths.error();
  std::vector<reader::Projector> projectors;
  for (const std::string& path : *paths) {
    auto projector = reader::read_projector(files_, path);
    if (!projector) return projector.error();
    projectors.push_back(std::move(*projector));
  }
  return projectors;
}

}  // namespace stepline::store
