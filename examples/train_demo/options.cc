#include "options.h"

#include <charconv>
#include <filesystem>
#include <string_view>

namespace demo {

const char* const kUsage =
    R"(train_demo: trains small models on pictures it draws itself, and logs it

  --logdir DIR   where the runs go; must be empty or not there yet
                 (a fresh runs/demo, runs/demo-2, ...)
  --seconds N    end the trainings early after about N seconds (60)
  --runs N       configurations of the classifier, 1 to 3 (3)
  --quick        a few seconds, on less data
  --help         this

Exit status: 0 the models learned, 1 they did not or the log is incomplete,
2 the arguments are wrong.
)";

namespace {

stepline::Error wrong(std::string message) {
  return {stepline::ErrorCode::InvalidArgument, std::move(message)};
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

stepline::Result<void> set(Options& options, std::string_view name,
                           std::string_view value) {
  if (name == "--logdir" && !value.empty()) {
    options.logdir = value;
  } else if (name == "--seconds") {
    if (!parse(value, options.seconds) || !(options.seconds > 0)) {
      return wrong("--seconds wants a number above 0, got \"" +
                   std::string(value) + "\"");
    }
  } else if (name == "--runs") {
    if (!parse(value, options.runs) || options.runs < 1 || options.runs > 3) {
      return wrong("--runs wants 1, 2 or 3, got \"" + std::string(value) +
                   "\"");
    }
  } else {
    return wrong("unknown option \"" + std::string(name) + "\"");
  }
  return {};
}

}  // namespace

stepline::Result<Options> parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i];
    if (name == "--help") {
      options.help = true;
    } else if (name == "--quick") {
      options.quick = true;
    } else {
      std::string_view value;
      if (const auto equals = name.find('='); equals != name.npos) {
        value = name.substr(equals + 1);
        name = name.substr(0, equals);
      } else if (i + 1 < argc) {
        value = argv[++i];
      }
      if (auto ok = set(options, name, value); !ok) return ok.error();
    }
  }
  std::error_code error;
  if (!options.logdir.empty() && std::filesystem::exists(options.logdir) &&
      !std::filesystem::is_empty(options.logdir, error)) {
    return wrong("want an empty directory for the log, got \"" +
                 options.logdir + "\"");
  }
  return options;
}

std::string fresh_logdir() {
  std::string directory = "runs/demo";
  for (int i = 2; std::filesystem::exists(directory); ++i) {
    directory = "runs/demo-" + std::to_string(i);
  }
  return directory;
}

}  // namespace demo
