// What a store answers about everything but scalars.

#include "store/blob_reader.h"
#include "store/catalog.h"
#include "store/not_found.h"
#include "store/querying_store.h"

namespace stepline::store {

Result<std::vector<BlobInfo>> QueryingStore::blobs(SeriesId id,
                                                   BranchNumber branch) const {
  using Answer = Result<std::vector<BlobInfo>>;
  return catalog_.read([&](const Catalog& catalog) -> Answer {
    const Series* const series = catalog.series(id);
    if (series == nullptr) return no_series(id);
    const auto all = catalog.composed_blobs(*series);
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
  });
}

Result<reader::Datum> QueryingStore::read_blob(SeriesId id, std::uint64_t index,
                                               BranchNumber branch) const {
  struct Found {
    BlobRef blob;
    reader::LogFile file;
    const event::Metadata* metadata;  // Never moves, never goes.
  };
  const auto found =
      catalog_.read([&](const Catalog& catalog) -> Result<Found> {
        const Series* const series = catalog.series(id);
        if (series == nullptr) return no_series(id);
        const auto blob = catalog.blob_at(*series, index, branch);
        if (!blob) {
          return Error{ErrorCode::NotFound,
                       "no value " + std::to_string(index) + " of \"" +
                           catalog.tag(*series) + "\""};
        }
        return Found{*blob, catalog.file(blob->file)->file,
                     catalog.metadata(blob->metadata)};
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
