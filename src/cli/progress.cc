#include "cli/progress.h"

#include <algorithm>

#include "cli/format.h"

namespace stepline::cli {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr int kBarColumns = 20;

}  // namespace

Progress::Progress(Output& err, std::string_view what,
                   std::chrono::milliseconds patience)
    : err_(err), what_(what), begin_(Clock::now()), next_(begin_ + patience) {}

void Progress::update(std::uint64_t bytes_done, std::uint64_t bytes_total) {
  if (!err_.terminal().is_terminal) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  draw(bytes_done, bytes_total, now);
}

void Progress::draw(std::uint64_t done, std::uint64_t total,
                    Clock::time_point now) {
  const double secs = std::chrono::duration<double>(now - begin_).count();
  std::string line = what_ + "  ";
  if (total > 0) {
    const double part =
        std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const int full = static_cast<int>(part * kBarColumns);
    line += "[" + std::string(full, '#') +
            std::string(kBarColumns - full, '-') + "]  " +
            std::to_string(static_cast<int>(part * 100)) + "%  ";
  }
  line += format_bytes(done);
  if (total > 0) line += " of " + format_bytes(total);
  line += "  " +
          format_bytes(
              static_cast<std::uint64_t>(static_cast<double>(done) / secs)) +
          "/s";
  const auto columns = static_cast<std::size_t>(err_.terminal().columns);
  err_.write("\r\x1b[K" +
             shortened(line, std::max<std::size_t>(columns, 2) - 1));
  err_.flush();
  shown_ = true;
}

void Progress::finish() {
  if (!shown_) return;
  shown_ = false;
  err_.write("\r\x1b[K");
  err_.flush();
}

}  // namespace stepline::cli
