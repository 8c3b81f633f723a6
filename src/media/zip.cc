#include "media/zip.h"

#include <algorithm>
#include <ctime>
#include <limits>

namespace stepline::media {
namespace {

constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMax16 = std::numeric_limits<std::uint16_t>::max();
// Deflate makes nothing larger than this, and a little.
constexpr std::uint64_t kRoom = 64 << 20;

constexpr unsigned kVersion = 20;
constexpr unsigned kLargeVersion = 45;
constexpr unsigned kUnix = 3 << 8;
constexpr unsigned kSizesFollow = 1 << 3;
constexpr unsigned kUtf8 = 1 << 11;
constexpr unsigned kStored = 0;
constexpr unsigned kDeflated = 8;
constexpr std::uint32_t kPlainFile = 0100644u << 16;

void put16(std::string& out, unsigned value) {
  out += static_cast<char>(value);
  out += static_cast<char>(value >> 8);
}
void put32(std::string& out, std::uint64_t value) {
  put16(out, static_cast<unsigned>(value & kMax16));
  put16(out, static_cast<unsigned>(value >> 16 & kMax16));
}
void put64(std::string& out, std::uint64_t value) {
  put32(out, value & kMax32);
  put32(out, value >> 32);
}

std::uint32_t dos_time(double secs) {
  const auto time = static_cast<std::time_t>(std::clamp(secs, 3.2e8, 4.3e9));
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  const auto of = [](int value) { return static_cast<std::uint32_t>(value); };
  return of(parts.tm_year - 80) << 25 | of(parts.tm_mon + 1) << 21 |
         of(parts.tm_mday) << 16 | of(parts.tm_hour) << 11 |
         of(parts.tm_min) << 5 | of(parts.tm_sec / 2);
}

}  // namespace

ZipWriter::ZipWriter(double modified_secs)
    : modified_(dos_time(modified_secs)) {}

void ZipWriter::put_header(const Entry& entry, std::string& out) const {
  put32(out, 0x04034b50);
  put16(out, entry.large ? kLargeVersion : kVersion);
  put16(out, kUtf8 | (entry.streamed ? kSizesFollow : 0));
  put16(out, entry.compressed ? kDeflated : kStored);
  put32(out, modified_);
  put32(out, entry.checksum);
  put32(out, entry.large ? kMax32 : entry.packed_bytes);
  put32(out, entry.large ? kMax32 : entry.bytes);
  put16(out, static_cast<unsigned>(entry.name.size()));
  put16(out, entry.large ? 20 : 0);
  out += entry.name;
  if (!entry.large) return;
  put16(out, 1);
  put16(out, 16);
  put64(out, entry.bytes);
  put64(out, entry.packed_bytes);
}

void ZipWriter::add(const std::string& name, std::string_view content,
                    std::string& out) {
  const std::size_t before = out.size();
  Entry& entry = entries_.emplace_back();
  entry.name = name.substr(0, kMax16);
  entry.large = content.size() >= kMax32;
  entry.checksum = crc32(content);
  entry.packed_bytes = entry.bytes = content.size();
  entry.offset = written_;
  put_header(entry, out);
  out += content;
  written_ += out.size() - before;
}

void ZipWriter::begin(const std::string& name, std::uint64_t at_most,
                      std::string& out) {
  const std::size_t before = out.size();
  Entry& entry = entries_.emplace_back();
  entry.name = name.substr(0, kMax16);
  entry.compressed = true;
  entry.streamed = true;
  entry.large = at_most >= kMax32 - kRoom;
  entry.offset = written_;
  put_header(entry, out);
  deflater_.emplace(Deflater::Format::Raw);
  written_ += out.size() - before;
}

void ZipWriter::write(std::string_view content, std::string& out) {
  const std::size_t before = out.size();
  Entry& entry = entries_.back();
  entry.checksum = crc32(content, entry.checksum);
  entry.bytes += content.size();
  deflater_->write(content, /*last=*/false, out);
  entry.packed_bytes += out.size() - before;
  written_ += out.size() - before;
}

void ZipWriter::end(std::string& out) {
  const std::size_t before = out.size();
  Entry& entry = entries_.back();
  deflater_->write({}, /*last=*/true, out);
  deflater_.reset();
  entry.packed_bytes += out.size() - before;
  put32(out, 0x08074b50);
  put32(out, entry.checksum);
  if (entry.large) {
    put64(out, entry.packed_bytes);
    put64(out, entry.bytes);
  } else {
    put32(out, entry.packed_bytes);
    put32(out, entry.bytes);
  }
  written_ += out.size() - before;
}

void ZipWriter::put_contents(const Entry& entry, std::string& out) const {
  const bool large = entry.large || entry.offset >= kMax32;
  put32(out, 0x02014b50);
  put16(out, kUnix | kLargeVersion);
  put16(out, large ? kLargeVersion : kVersion);
  put16(out, kUtf8 | (entry.streamed ? kSizesFollow : 0));
  put16(out, entry.compressed ? kDeflated : kStored);
  put32(out, modified_);
  put32(out, entry.checksum);
  put32(out, large ? kMax32 : entry.packed_bytes);
  put32(out, large ? kMax32 : entry.bytes);
  put16(out, static_cast<unsigned>(entry.name.size()));
  put16(out, large ? 28 : 0);
  put16(out, 0);  // No comment,
  put16(out, 0);  // on the first disk,
  put16(out, 0);  // and binary.
  put32(out, kPlainFile);
  put32(out, large ? kMax32 : entry.offset);
  out += entry.name;
  if (!large) return;
  put16(out, 1);
  put16(out, 24);
  put64(out, entry.bytes);
  put64(out, entry.packed_bytes);
  put64(out, entry.offset);
}

void ZipWriter::finish(std::string& out) {
  const std::uint64_t begin = written_;
  const std::size_t before = out.size();
  for (const Entry& entry : entries_) put_contents(entry, out);
  const std::uint64_t size = out.size() - before;
  const std::uint64_t count = entries_.size();
  if (count >= kMax16 || begin >= kMax32 || size >= kMax32) {
    put32(out, 0x06064b50);
    put64(out, 44);
    put16(out, kUnix | kLargeVersion);
    put16(out, kLargeVersion);
    put32(out, 0);
    put32(out, 0);
    put64(out, count);
    put64(out, count);
    put64(out, size);
    put64(out, begin);
    put32(out, 0x07064b50);
    put32(out, 0);
    put64(out, begin + size);
    put32(out, 1);
  }
  put32(out, 0x06054b50);
  put16(out, 0);
  put16(out, 0);
  put16(out, static_cast<unsigned>(std::min(count, kMax16)));
  put16(out, static_cast<unsigned>(std::min(count, kMax16)));
  put32(out, std::min(size, kMax32));
  put32(out, std::min(begin, kMax32));
  put16(out, 0);
  written_ += out.size() - before;
}

}  // namespace stepline::media
