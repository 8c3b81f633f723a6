#include "store/file_loader.h"

#include <new>
#include <string>
#include <unordered_map>

#include "store/damage_log.h"
#include "store/event_loader.h"
#include "store/part_builder.h"
#include "store/record_scanner.h"
#include "store/scalar_path.h"
#include "store/tensor_loader.h"

namespace stepline::store {
namespace {

// Counts what has been read, and says whether to go on.
class Course {
 public:
  explicit Course(const LoadRequest& request)
      : request_(request), counted_(request.begin) {}

  bool goes_on(std::uint64_t offset) {
    if (request_.bytes_done != nullptr && offset > counted_ &&
        offset != kNowhere) {
      request_.bytes_done->fetch_add(offset - counted_,
                                     std::memory_order_relaxed);
      counted_ = offset;
    }
    return request_.cancelled == nullptr ||
           !request_.cancelled->load(std::memory_order_relaxed);
  }

 private:
  // Where a stretch without an end is left in which no start was found.
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  const LoadRequest& request_;
  std::uint64_t counted_;
};

// `take_all` takes what the scanner has in its buffer.
template <class TakeAll>
Result<void> load_records(RecordScanner& scanner, Course& course,
                          TakeAll take_all) {
  while (course.goes_on(scanner.offset())) {
    const auto more = scanner.advance();
    if (!more) return more.error();
    if (!*more) break;
    take_all();
  }
  course.goes_on(scanner.offset());
  return {};
}

Result<FilePart> load(const LoadRequest& request) {
  FilePart part;
  part.begin = part.end = request.begin;
  part.footing = request.footing;
  const KnownMetadata nothing_known;
  PartBuilder builder(
      part, request.find_start ? nothing_known : request.known_metadata);
  if (request.begin >= request.end) return part;

  DamageLog damage(part, request.file->name());
  RecordScanner scanner(*request.file,
                        {.begin = request.begin,
                         .end = request.end,
                         .find_start = request.find_start,
                         .checksum = request.checksum,
                         .footing = request.footing,
                         .cancelled = request.cancelled},
                        damage);
  Course course(request);
  Result<void> loaded;
  if (request.kind == reader::LogFile::Kind::Tensors) {
    TensorLoader loader(part, builder, damage);
    loaded = load_records(scanner, course, [&] {
      std::string_view payload;
      while (scanner.take(payload)) {
        loader.take(payload, scanner.offset_of_payload(payload));
      }
    });
  } else {
    EventLoader loader(part, builder, damage, request.find_start);
    ScalarPath path(part, builder, loader);
    loaded = load_records(scanner, course, [&] { path.take_all(scanner); });
  }
  if (!loaded) return loaded.error();
  builder.finish();
  part.begin = scanner.begin();
  part.end = scanner.offset();
  part.footing = scanner.footing();
  return part;
}

bool agrees(const Assumption::Kinds& kinds, const event::Metadata* metadata) {
  for (std::size_t form = 0; form < kinds.size(); ++form) {
    if (kinds[form] &&
        *kinds[form] !=
            reader::classify(static_cast<event::ValueForm>(form), metadata)) {
      return false;
    }
  }
  return true;
}

using MetadataByTag =
    std::unordered_map<std::string_view, const event::Metadata*>;

MetadataByTag metadata_of(const FilePart& part) {
  MetadataByTag by_tag;
  for (const FilePart::Section& section : part.sections) {
    for (const FilePart::Series& series : section.series) {
      if (series.metadata) by_tag.emplace(series.tag, series.metadata.get());
    }
  }
  return by_tag;
}

}  // namespace

Result<FilePart> load_part(const LoadRequest& request) {
  try {
    return load(request);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::Io, "out of memory while loading \"" +
                                    std::string(request.file->name()) + "\""};
  }
}

bool continues(const FilePart& earlier, const FilePart& later,
               const KnownMetadata& known_metadata) {
  if (later.begin != earlier.end || earlier.footing != Footing::Record) {
    return false;
  }
  if (later.assumptions.empty()) return true;
  MetadataByTag by_tag;
  if (!known_metadata) {
    if (earlier.begin != 0) return false;
    by_tag = metadata_of(earlier);
  }
  for (const Assumption& assumption : later.assumptions) {
    const event::Metadata* metadata = nullptr;
    if (known_metadata) {
      metadata = known_metadata(assumption.tag);
    } else if (const auto found = by_tag.find(assumption.tag);
               found != by_tag.end()) {
      metadata = found->second;
    }
    if (!agrees(assumption.without_metadata, metadata)) return false;
    if (metadata != nullptr &&
        !agrees(assumption.by_first_metadata, metadata)) {
      return false;
    }
  }
  return true;
}

}  // namespace stepline::store
