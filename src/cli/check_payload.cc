#include "cli/check_payload.h"

#include "reader/tensor_blob.h"

namespace stepline::cli {

Result<void> check_payload(reader::LogFile::Kind kind, std::string_view payload,
                           AnyEvent& scratch) {
  if (kind != reader::LogFile::Kind::Tensors) return scratch.parse(payload);
  const auto blob = reader::decode_tensor_blob(payload);
  if (!blob) return blob.error();
  return {};
}

}  // namespace stepline::cli
