#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reader/kind.h"
#include "server/api/parameters.h"
#include "server/api/pattern.h"
#include "server/api/run_set.h"
#include "store/query.h"

namespace stepline::server {

// Takes parameters for what they must be. The first that is not is kept as the
// error, and what was asked for then is some value that must not be used: a
// handler asks for all it needs and looks at error() once.
//
// An empty parameter is a missing one. The parameters must outlive this.
class Arguments {
 public:
  explicit Arguments(const Parameters& parameters) : parameters_(parameters) {}

  const std::optional<std::string>& error() const { return error_; }
  void fail(std::string what) {
    if (!error_) error_ = std::move(what);
  }

  std::optional<std::string> text(std::string_view name);
  std::string required_text(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  // At least one.
  std::vector<std::string> required_texts(std::string_view name);

  bool flag(std::string_view name);  // "true" or "false"; false if missing.
  std::uint64_t whole(std::string_view name, std::uint64_t low,
                      std::uint64_t high, std::uint64_t otherwise);
  std::optional<std::uint64_t> whole(std::string_view name, std::uint64_t low,
                                     std::uint64_t high);
  std::uint64_t required_whole(std::string_view name, std::uint64_t low,
                               std::uint64_t high);
  std::optional<double> number(std::string_view name);  // Not NaN.
  // "0.1,0.5,0.9"
  std::vector<double> numbers(std::string_view name, double low, double high,
                              std::size_t max_count);

  template <class Choice>
  Choice choice(
      std::string_view name,
      const std::vector<std::pair<std::string_view, Choice>>& choices) {
    const auto got = value(name);
    if (!got) return choices.front().second;
    for (const auto& [word, meaning] : choices) {
      if (*got == word) return meaning;
    }
    std::string want;
    for (const auto& [word, meaning] : choices) {
      want += (want.empty() ? "" : ", ") + std::string(word);
    }
    wrong(name, *got, "one of " + want);
    return choices.front().second;
  }

  RunSet runs(std::string_view name = "runs");
  std::vector<RunSet> all_runs(std::string_view name, std::size_t max_count);
  std::optional<reader::Kind> kind(std::string_view name = "kind");
  std::vector<reader::Kind> kinds(std::string_view name = "kind");
  std::optional<Pattern> pattern(std::string_view name = "pattern");
  store::Window window();  // axis, from, to.
  // smoothing, weight, window.
  struct Smoothing {
    std::optional<double> weight;
    std::optional<store::WindowSmoothing> window;
  };
  Smoothing smoothing();

 private:
  std::optional<std::string_view> value(std::string_view name) const;
  void wrong(std::string_view name, std::string_view got,
             const std::string& want);
  RunSet runs_of(std::string_view name, std::string_view text);
  std::optional<reader::Kind> kind_of(std::string_view name,
                                      std::string_view text);

  const Parameters& parameters_;
  std::optional<std::string> error_;
};

}  // namespace stepline::server
