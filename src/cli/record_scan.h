#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "record/record_reader.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::cli {

// A stretch of a file that holds no record one could use.
struct Damage {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // Up to the next record, or to the end.
  std::string message;      // As in Error, but without the place.
};

struct ScanVisitor {
  // A record whose checksums are right. An error it returns is kept as damage
  // if it is Corrupt (the payload is not what the file should hold), and ends
  // the scan if not.
  std::function<Result<void>(const record::Reader::Record&)> record;
  std::function<void(const Damage&)> damage = {};  // In the order of the file.
  // Where the scan has come to; called often.
  std::function<void(std::uint64_t offset)> progress = {};
  // Goes on at whole records inside the half one at the end: somebody may have
  // appended to a file that another had left so. It is damage then.
  bool search_tail = false;
};

struct ScanEnd {
  std::uint64_t bytes = 0;  // That there were when the scan began.
  // Half a record at the end: what a writer has not finished, or never will.
  std::uint64_t tail_offset = 0;
  std::uint64_t tail_bytes = 0;
  // Whole records lie inside it. It may hold them as its content, or they were
  // appended to it: only what comes behind them will tell.
  bool tail_holds_records = false;
};

// Reads a file of records to its end, going on behind damage. What damage is,
// and what half a record at the end, is the rule of the store
// (docs/reading.md), unless the visitor searches the tail. Memory does not grow
// with the file, but with its largest record. What is appended meanwhile is not
// looked at. An error means that the file could not be read, or is the
// visitor's.
Result<ScanEnd> scan_records(storage::ReadFile& file,
                             const ScanVisitor& visitor);
// The same for the first `bytes` bytes.
Result<ScanEnd> scan_records(storage::ReadFile& file, std::uint64_t bytes,
                             const ScanVisitor& visitor);

}  // namespace stepline::cli
