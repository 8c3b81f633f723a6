#include <chrono>
#include <string>
#include <thread>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/demo_log.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

constexpr std::int64_t kSteps = 1000;

class Demo final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "demo",
        .summary = "Write a small log to try the other commands on",
        .description =
            "Writes three short invented trainings with every kind of summary: "
            "\"careful\" and \"quick\", which learn, and \"reckless\", which "
            "diverges and ends in NaN. Takes a moment. The directory must be "
            "empty or new. With --follow it goes on with ten steps a second, "
            "for \"stepline tail\" and \"stepline plot --follow\" in another "
            "terminal.",
        .problem = "",
        .examples = {{"stepline demo runs && stepline plot runs --tag loss",
                      "Curves at once."},
                     {"stepline demo runs --follow 60 & stepline tail runs",
                      "A log that grows."}}};
    return kManual;
  }

  void declare(Options& options) override {
    options
        .add("", "DIR", "Where to write. Default: stepline-demo.", directory_)
        .completes = Option::Completes::Directories;
    options.add("--follow", "SECS",
                "Go on writing for so many seconds. Default: 0.", follow_secs_);
  }

  ExitStatus run(Context& context) override {
    const auto entries = context.files.list(directory_);
    if (entries && !entries->empty()) {
      return complain(context, "the directory is not empty", directory_,
                      ExitStatus::CouldNotRun);
    }
    if (const auto made = context.files.make_directories(directory_); !made) {
      return complain(context, made.error(), "");
    }
    const CatchInterrupts catching;
    DemoLog log(directory_, kSteps, system_clock().wall_secs());
    const auto written = log.write_history();
    if (!written) return complain(context, written.error(), "");
    const std::string name = printable(directory_);
    context.out << "Wrote three runs of " << std::to_string(kSteps)
                << " steps. Now try:\n"
                << "  stepline serve " << name << "\n"
                << "  stepline ls " << name << "\n"
                << "  stepline plot " << name << " --tag loss\n"
                << "  stepline read " << name << " --tag accuracy --last 3\n";
    context.out.flush();
    return follow(context, log);
  }

 private:
  ExitStatus follow(Context& context, DemoLog& log) const {
    using Clock = std::chrono::steady_clock;
    const auto step = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(DemoLog::kSecsAStep));
    const auto begin = Clock::now();
    for (auto next = begin + step;
         !interrupted() &&
         std::chrono::duration<double>(next - begin).count() <= follow_secs_;
         next += step) {
      std::this_thread::sleep_until(next);
      log.add_step();
    }
    const auto flushed = log.flush();
    return flushed ? ExitStatus::Well : complain(context, flushed.error(), "");
  }

  std::string directory_ = "stepline-demo";
  double follow_secs_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_demo() { return std::make_unique<Demo>(); }

}  // namespace stepline::cli
