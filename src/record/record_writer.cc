#include "record/record_writer.h"

#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/crc32c_short.h"

namespace stepline::record {
namespace {

void write_header(char* to, std::uint64_t payload_bytes) {
  store_le(to, payload_bytes);
  store_le(to + 8, mask_crc(crc32c_short({to, 8})));
}

}  // namespace

void append_record(std::string& out, std::string_view payload) {
  char head[kHeaderBytes];
  write_header(head, payload.size());
  char foot[kFooterBytes];
  store_le(foot, masked_crc32c(payload));
  out.append(head, kHeaderBytes).append(payload).append(foot, kFooterBytes);
}

std::string header(std::uint64_t payload_bytes) {
  char head[kHeaderBytes];
  write_header(head, payload_bytes);
  return std::string(head, kHeaderBytes);
}

std::string footer(std::uint32_t payload_crc) {
  std::string foot;
  append_le(foot, mask_crc(payload_crc));
  return foot;
}

}  // namespace stepline::record
