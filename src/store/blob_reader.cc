#include "store/blob_reader.h"

#include <utility>
#include <variant>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "event/wire.h"
#include "reader/tensor_blob.h"
#include "record/record_writer.h"

namespace stepline::store {
namespace {

Error changed(const std::string& path, const BlobPlace& place) {
  return {ErrorCode::Corrupt,
          "not the record that was there when it was loaded, at byte " +
              std::to_string(place.offset) + " of \"" + path + "\""};
}

reader::Datum tensor_datum(const reader::TensorBlob& blob) {
  reader::Datum datum;
  datum.kind = reader::Kind::Tensor;
  event::Array array;
  array.dtype = blob.dtype;
  array.shape = blob.shape;
  array.bytes = blob.elements;
  datum.content = std::move(array);
  return datum;
}

}  // namespace

Result<std::string> read_payload(storage::FileSystem& files,
                                 const std::string& path,
                                 const BlobPlace& place) {
  const std::size_t total =
      record::kHeaderBytes + place.bytes + record::kFooterBytes;
  auto bytes = files.read(path, place.offset, total);
  if (!bytes) return bytes.error();
  if (bytes->size() < total || !bytes->starts_with(record::header(place.bytes)))
    return changed(path, place);
  std::string payload = bytes->substr(record::kHeaderBytes, place.bytes);
  const char* const footer = bytes->data() + record::kHeaderBytes + place.bytes;
  if (load_le<std::uint32_t>(footer) != masked_crc32c(payload)) {
    return changed(path, place);
  }
  return payload;
}

Result<reader::Datum> decode_payload(std::string_view payload,
                                     const BlobPlace& place,
                                     reader::LogFile::Kind kind,
                                     const event::Metadata* metadata) {
  if (kind == reader::LogFile::Kind::Tensors) {
    const auto blob = reader::decode_tensor_blob(payload);
    if (!blob) return blob.error();
    return tensor_datum(*blob);
  }
  const auto event = event::decode_event(payload);
  if (!event) return event.error();
  const auto* const summary = std::get_if<event::Summary>(&event->what);
  if (summary == nullptr) return reader::upgrade_event(*event);
  if (place.value_index >= summary->values.size()) {
    return Error{ErrorCode::Corrupt,
                 "summary of " + std::to_string(summary->values.size()) +
                     " values, want more than " +
                     std::to_string(place.value_index)};
  }
  return reader::upgrade_value(summary->values[place.value_index], metadata);
}

}  // namespace stepline::store
