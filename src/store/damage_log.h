#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/file_part.h"

namespace stepline::store {

// Counts the damage of a part and keeps the first problems. The part and the
// path must outlive it.
class DamageLog {
 public:
  DamageLog(FilePart& part, std::string_view path) : part_(part), path_(path) {}

  // `what` without the place: "malformed Event of 3 bytes".
  void add(std::uint64_t offset, std::string_view what) {
    ++part_.damaged_records;
    if (part_.problems.size() >= kMaxProblems) return;
    std::string message(what);
    message += ", at byte " + std::to_string(offset) + " of \"";
    message.append(path_) += '"';
    part_.problems.push_back({.what = reader::Problem::What::Damage,
                              .path = std::string(path_),
                              .offset = offset,
                              .message = std::move(message)});
  }

 private:
  FilePart& part_;
  const std::string_view path_;
};

}  // namespace stepline::store
