#include "cli/record_scan.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace stepline::cli {
namespace {

// A file as long as it was.
class Snapshot final : public storage::ByteSource {
 public:
  Snapshot(storage::ReadFile& file, std::uint64_t bytes)
      : file_(file), bytes_(bytes) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    if (offset >= bytes_) return std::size_t{0};
    return file_.read(
        offset, to.first(std::min<std::uint64_t>(to.size(), bytes_ - offset)));
  }
  std::string_view name() const override { return file_.name(); }

 private:
  storage::ReadFile& file_;
  const std::uint64_t bytes_;
};

std::string without_place(const std::string& message) {
  return message.substr(0, message.rfind(", at byte "));
}

class Scan {
 public:
  Scan(storage::ByteSource& source, std::uint64_t bytes,
       const ScanVisitor& visitor)
      : source_(source), bytes_(bytes), visitor_(visitor), reader_(source) {}

  Result<ScanEnd> run() {
    while (true) {
      const auto record = reader_->next();
      if (!record) {
        const auto resumed = pass_damage(record.error());
        if (!resumed) return resumed.error();
        if (!*resumed) return ScanEnd{bytes_, bytes_};
        continue;
      }
      if (!*record) {
        const std::uint64_t at = std::min(reader_->offset(), bytes_);
        const auto inside = record_inside(at);
        if (!inside) return inside.error();
        if (!*inside || !visitor_.search_tail) {
          return ScanEnd{bytes_, at, bytes_ - at, inside->has_value()};
        }
        tell({at, **inside - at, "half a record, with whole ones inside"});
        reader_.emplace(source_, **inside);
        continue;
      }
      if (auto visited = visit(**record); !visited) return visited.error();
    }
  }

 private:
  Result<void> visit(const record::Reader::Record& record) {
    const auto taken = visitor_.record(record);
    if (!taken) {
      if (taken.error().code != ErrorCode::Corrupt) return taken;
      tell({record.offset, reader_->offset() - record.offset,
            taken.error().message});
    }
    if (visitor_.progress) visitor_.progress(reader_->offset());
    return {};
  }

  // Where a whole record begins inside the half one at `tail`. What only looks
  // like a header is tried a few times, not at any length.
  Result<std::optional<std::uint64_t>> record_inside(std::uint64_t tail) {
    constexpr int kTries = 64;
    std::optional<std::uint64_t> found;
    std::uint64_t from = tail + 1;
    for (int i = 0; i < kTries && from < bytes_; ++i) {
      record::Reader probe(source_, from, bytes_ - from);
      const auto header = probe.resynchronise();
      if (!header) return header.error();
      if (!*header) return found;
      const std::uint64_t at = probe.offset();
      const auto record = probe.next();
      if (!record && record.error().code != ErrorCode::Corrupt) {
        return record.error();
      }
      if (record && *record) found = at;
      if (found) return found;
      from = at + 1;
    }
    return found;
  }

  // False when nothing comes after it.
  Result<bool> pass_damage(const Error& error) {
    if (error.code != ErrorCode::Corrupt) return error;
    const std::uint64_t from = reader_->offset();
    const auto resumed = reader_->resynchronise();
    if (!resumed) return resumed;
    const std::uint64_t to = *resumed ? reader_->offset() : bytes_;
    tell({from, to - from, without_place(error.message)});
    return resumed;
  }

  void tell(const Damage& damage) {
    if (visitor_.damage) visitor_.damage(damage);
  }

  storage::ByteSource& source_;
  const std::uint64_t bytes_;
  const ScanVisitor& visitor_;
  std::optional<record::Reader> reader_;
};

}  // namespace

Result<ScanEnd> scan_records(storage::ReadFile& file,
                             const ScanVisitor& visitor) {
  const auto status = file.status();
  if (!status) return status.error();
  return scan_records(file, status->bytes, visitor);
}

Result<ScanEnd> scan_records(storage::ReadFile& file, std::uint64_t bytes,
                             const ScanVisitor& visitor) {
  Snapshot snapshot(file, bytes);
  return Scan(snapshot, bytes, visitor).run();
}

}  // namespace stepline::cli
