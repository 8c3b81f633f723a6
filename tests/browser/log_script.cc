// log_script DIR: writes what it is told, line by line, on standard input, into
// runs below DIR, so that the browser tests can log while a page is looking.
// Fields are parted by tabs; \n, \t and \\ stand for themselves.
//
//   run NAME                                  what follows goes there
//   scalar TAG STEP VALUE [WALL_TIME]
//   curve TAG FIRST_STEP COUNT FROM TO        a noisy decay, one point a step
//   image TAG STEP WIDTH HEIGHT RED GREEN BLUE
//   histogram TAG STEP MEAN DEVIATION
//   audio TAG STEP HERTZ SECONDS
//   text TAG STEP TEXT
//   hparam NAME VALUE                         until the next other line
//   event HEX                                 a serialised event, as it is
//   close                                     the run's writer: what follows is
//                                             a restart
//   flush                                     everything; answers "ok"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/summary_writer.h"

namespace stepline {
namespace {

std::string unescape(std::string_view field) {
  std::string plain;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      plain += field[i];
      continue;
    }
    const char escaped = field[++i];
    plain += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  return plain;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = line.find('\t', begin);
    fields.push_back(
        unescape(std::string_view(line).substr(begin, end - begin)));
    if (end == std::string::npos) return fields;
    begin = end + 1;
  }
}

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "log_script: " << what << "\n";
  std::exit(1);
}

void require(const Result<void>& result) {
  if (!result) fail(result.error().message);
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

class Script {
 public:
  explicit Script(std::string directory) : directory_(std::move(directory)) {}

  void take(const std::string& line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields[0] != "hparam") log_hparams();
    if (fields[0] == "run") {
      run_ = text(fields, 1);
    } else if (fields[0] == "flush") {
      for (auto& [name, writer] : writers_) require(writer.flush());
      std::cout << "ok" << std::endl;
    } else if (fields[0] == "close") {
      require(writer().close());
      writers_.erase(run_);
    } else if (fields[0] == "event") {
      require(writer().add_event(from_hex(text(fields, 1))));
    } else if (fields[0] == "hparam") {
      hparams_.push_back({text(fields, 1), text(fields, 2)});
    } else {
      log(fields);
    }
  }

 private:
  static const std::string& text(const std::vector<std::string>& fields,
                                 std::size_t i) {
    if (i >= fields.size()) fail("too few fields: " + fields[0]);
    return fields[i];
  }
  static double number(const std::vector<std::string>& fields, std::size_t i) {
    return std::strtod(text(fields, i).c_str(), nullptr);
  }

  SummaryWriter& writer() {
    const auto found = writers_.find(run_);
    if (found != writers_.end()) return found->second;
    const std::string directory =
        run_ == "." ? directory_ : directory_ + "/" + run_;
    return writers_.emplace(run_, SummaryWriter(directory)).first->second;
  }

  void log_hparams() {
    if (hparams_.empty()) return;
    std::vector<HParam> hparams;
    for (const auto& [name, value] : hparams_) {
      char* end = nullptr;
      const double as_number = std::strtod(value.c_str(), &end);
      if (end != value.c_str() && *end == '\0') {
        hparams.push_back({name, as_number});
      } else {
        hparams.push_back({name, value});
      }
    }
    hparams_.clear();
    require(writer().add_hparams(std::move(hparams), {}));
  }

  void log(const std::vector<std::string>& fields) {
    const std::string& what = fields[0];
    const std::string& tag = text(fields, 1);
    const auto step = static_cast<std::int64_t>(number(fields, 2));
    if (what == "scalar") {
      fields.size() > 4
          ? writer().add_scalar(tag, number(fields, 3), step, number(fields, 4))
          : writer().add_scalar(tag, number(fields, 3), step);
    } else if (what == "curve") {
      log_curve(tag, step, fields);
    } else if (what == "image") {
      log_image(tag, step, fields);
    } else if (what == "histogram") {
      log_histogram(tag, step, fields);
    } else if (what == "audio") {
      log_audio(tag, step, fields);
    } else if (what == "text") {
      require(writer().add_text(tag, text(fields, 3), step));
    } else {
      fail("cannot " + what);
    }
  }

  void log_curve(const std::string& tag, std::int64_t first,
                 const std::vector<std::string>& fields) {
    const auto count = static_cast<std::int64_t>(number(fields, 3));
    const double from = number(fields, 4);
    const double to = number(fields, 5);
    std::normal_distribution<double> noise(0, 0.02 * std::abs(from - to));
    const Scalar scalar = writer().scalar(tag);
    for (std::int64_t i = 0; i < count; ++i) {
      const double along = static_cast<double>(i) / static_cast<double>(count);
      scalar.add(first + i,
                 to + (from - to) * std::exp(-4 * along) + noise(random_));
    }
  }

  void log_image(const std::string& tag, std::int64_t step,
                 const std::vector<std::string>& fields) {
    const auto width = static_cast<std::int64_t>(number(fields, 3));
    const auto height = static_cast<std::int64_t>(number(fields, 4));
    std::vector<std::uint8_t> pixels;
    for (std::int64_t i = 0; i < width * height; ++i) {
      for (std::size_t channel = 5; channel < 8; ++channel) {
        pixels.push_back(static_cast<std::uint8_t>(number(fields, channel)));
      }
    }
    require(writer().add_image(tag,
                               TensorView(pixels.data(), {height, width, 3}),
                               step, {.layout = "HWC"}));
  }

  void log_histogram(const std::string& tag, std::int64_t step,
                     const std::vector<std::string>& fields) {
    std::normal_distribution<float> values(
        static_cast<float>(number(fields, 3)),
        static_cast<float>(number(fields, 4)));
    std::vector<float> sample(1000);
    for (float& value : sample) value = values(random_);
    require(writer().add_histogram(tag, sample, step));
  }

  void log_audio(const std::string& tag, std::int64_t step,
                 const std::vector<std::string>& fields) {
    constexpr double kRate = 16000;
    std::vector<float> samples(
        static_cast<std::size_t>(kRate * number(fields, 4)));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i] = static_cast<float>(
          0.5 * std::sin(6.283185307179586 * number(fields, 3) *
                         static_cast<double>(i) / kRate));
    }
    require(writer().add_audio(tag, samples, step, {.sample_rate = 16000}));
  }

  std::string directory_;
  std::string run_ = ".";
  std::map<std::string, SummaryWriter> writers_;
  std::vector<std::pair<std::string, std::string>> hparams_;
  std::mt19937 random_{1};
};

}  // namespace
}  // namespace stepline

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: log_script DIR\n", stderr);
    return 2;
  }
  stepline::Script script(argv[1]);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!line.empty()) script.take(line);
  }
  return 0;
}
