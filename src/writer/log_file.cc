#include "writer/log_file.h"

#include <cstring>
#include <utility>

#include "record/record_writer.h"

namespace stepline::writer {
namespace {

std::size_t record_bytes(std::string_view records) {
  std::uint64_t length;
  std::memcpy(&length, records.data(), sizeof length);
  return record::kHeaderBytes + length + record::kFooterBytes;
}

// Where the last record that begins at or before `position` begins.
std::size_t record_start(std::string_view records, std::size_t position) {
  std::size_t start = 0;
  while (start < records.size()) {
    const std::size_t next = start + record_bytes(records.substr(start));
    if (next > position) break;
    start = next;
  }
  return start;
}

std::uint64_t count_records(std::string_view records) {
  std::uint64_t count = 0;
  for (; !records.empty(); ++count)
    records.remove_prefix(record_bytes(records));
  return count;
}

}  // namespace

void LogFile::append_blob(Buffer blob, std::size_t begin, std::size_t end) {
  keep_buffer();
  Chunk chunk;
  chunk.blob = std::move(blob);
  chunk.begin = begin;
  chunk.end = end;
  waiting_bytes_ += end - begin;
  waiting_.push_back(std::move(chunk));
}

Result<void> LogFile::open() {
  wanted_ = true;
  if (!is_open()) {
    auto created = create_();
    if (!created) return created.error();
    file_ = std::move(created->file);
    path_ = std::move(created->path);
    size_ = 0;
    if (preamble_.empty()) preamble_ = std::move(created->preamble);
  }
  auto sent = send(preamble_, preamble_sent_);
  if (!sent) return sent;
  preamble_.clear();
  preamble_sent_ = 0;
  wanted_ = false;
  return {};
}

Result<void> LogFile::write_out() {
  check_linked();
  if (!is_open() && !wanted_ && pending_bytes() == 0) return {};
  auto written = open();
  if (written) written = write_waiting();
  if (!written) keep_buffer();
  return written;
}

Result<void> LogFile::write_waiting() {
  while (!waiting_.empty()) {
    const std::size_t before = sent_;
    auto sent = send(waiting_.front().view(), sent_);
    waiting_bytes_ -= sent_ - before;
    if (!sent) return sent;
    waiting_.pop_front();
    sent_ = 0;
  }
  if (buffer_.size() == 0) return {};
  auto sent = send(buffer_.sealed(), sent_);
  if (!sent) {
    const std::size_t in_file = sent_;
    keep_buffer();
    waiting_bytes_ -= in_file;
    return sent;
  }
  sent_ = 0;
  buffer_.clear();
  buffer_.shrink();
  return {};
}

// The buffer's records join what waits, so that new ones follow them.
void LogFile::keep_buffer() {
  if (buffer_.size() == 0) return;
  Chunk chunk;
  chunk.bytes = buffer_.sealed();
  chunk.end = chunk.bytes.size();
  waiting_bytes_ += chunk.end;
  waiting_.push_back(std::move(chunk));
  buffer_.clear();
}

Result<void> LogFile::send(std::string_view bytes, std::size_t& sent) {
  while (sent < bytes.size()) {
    const auto taken = file_->append(bytes.substr(sent));
    if (!taken) return taken.error();
    sent += *taken;
    size_ += *taken;
  }
  return {};
}

void LogFile::check_linked() {
  if (!is_open() || file_->linked()) return;
  on_deleted_(path_);
  forget_file();
}

// A record that was only partly in the file is whole again in the next one.
void LogFile::forget_file() {
  if (sent_ > 0) {
    Chunk& first = waiting_.front();
    const std::size_t start = record_start(first.view(), sent_);
    first.begin += start;
    waiting_bytes_ += sent_ - start;
    sent_ = 0;
  }
  preamble_sent_ = 0;
  file_.reset();
  path_.clear();
  size_ = 0;
  synced_size_ = 0;
  ++generation_;
}

std::uint64_t LogFile::close() {
  std::uint64_t lost = 0;
  if (!write_out()) {
    cut_to_whole_records();
    for (const Chunk& chunk : waiting_) lost += count_records(chunk.view());
    waiting_.clear();
    waiting_bytes_ = 0;
    sent_ = 0;
  }
  wanted_ = false;
  if (is_open()) forget_file();
  return lost;
}

void LogFile::cut_to_whole_records() {
  if (!is_open()) return;
  std::size_t part = preamble_sent_ - record_start(preamble_, preamble_sent_);
  if (sent_ > 0) {
    const std::size_t whole = record_start(waiting_.front().view(), sent_);
    waiting_.front().begin += whole;
    part = sent_ - whole;
  }
  if (part > 0) (void)file_->truncate(size_ - part);
}

Result<void> LogFile::sync() {
  if (!is_open() || synced_size_ == size_) return {};
  auto synced = file_->sync();
  synced_size_ = size_;
  return synced;
}

void LogFile::release() {
  if (is_open()) file_->release();
}

}  // namespace stepline::writer
