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
      : reader_(source), bytes_(bytes), visitor_(visitor) {}

  Result<ScanEnd> run() {
    while (true) {
      const auto record = reader_.next();
      if (!record) {
        const auto resumed = pass_damage(record.error());
        if (!resumed) return resumed.error();
        if (!*resumed) return ScanEnd{bytes_, bytes_, 0};
        continue;
      }
      if (!*record) {
        const std::uint64_t at = std::min(reader_.offset(), bytes_);
        return ScanEnd{bytes_, at, bytes_ - at};
      }
      if (auto visited = visit(**record); !visited) return visited.error();
    }
  }

 private:
  Result<void> visit(const record::Reader::Record& record) {
    const auto taken = visitor_.record(record);
    if (!taken) {
      if (taken.error().code != ErrorCode::Corrupt) return taken;
      tell({record.offset, reader_.offset() - record.offset,
            taken.error().message});
    }
    if (visitor_.progress) visitor_.progress(reader_.offset());
    return {};
  }

  // False when nothing comes after it.
  Result<bool> pass_damage(const Error& error) {
    if (error.code != ErrorCode::Corrupt) return error;
    const std::uint64_t from = reader_.offset();
    const auto resumed = reader_.resynchronise();
    if (!resumed) return resumed;
    const std::uint64_t to = *resumed ? reader_.offset() : bytes_;
    tell({from, to - from, without_place(error.message)});
    return resumed;
  }

  void tell(const Damage& damage) {
    if (visitor_.damage) visitor_.damage(damage);
  }

  record::Reader reader_;
  const std::uint64_t bytes_;
  const ScanVisitor& visitor_;
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
