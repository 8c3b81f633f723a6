// The C++ side of test_event_oracle.py; messages travel as frames.h says.
//
//   event_oracle recode KIND            decode each message, write its encoding
//   event_oracle make KIND SEED COUNT   write random models, encoded
//   event_oracle check KIND SEED COUNT  read what must decode to those models

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "event/message_kinds.h"
#include "event/random_models.h"
#include "support/frames.h"

namespace stepline::event {
namespace {

int complain(std::size_t index, const std::string& problem) {
  std::cerr << "message " << index << ": " << problem << "\n";
  return 1;
}

template <class Model>
int recode(const MessageKind<Model>& kind) {
  for (std::size_t i = 0; const auto frame = read_frame(); ++i) {
    const auto model = kind.decode(*frame);
    if (!model) return complain(i, model.error().message);
    write_frame(kind.encode(*model));
  }
  return 0;
}

template <class Model>
int make(const MessageKind<Model>& kind, RandomModels random, int count) {
  for (int i = 0; i < count; ++i) {
    Model model{};
    random.fill(model);
    write_frame(kind.encode(model));
  }
  return 0;
}

template <class Model>
int check(const MessageKind<Model>& kind, RandomModels random, int count) {
  for (int i = 0; i < count; ++i) {
    Model model{};
    random.fill(model);
    const auto frame = read_frame();
    if (!frame) return complain(std::size_t(i), "is not there");
    const auto decoded = kind.decode(*frame);
    if (!decoded) return complain(std::size_t(i), decoded.error().message);
    if (*decoded != model) return complain(std::size_t(i), "differs");
  }
  return 0;
}

int run(const std::vector<std::string>& args) {
  const std::string verb = args.size() > 1 ? args[1] : "";
  const bool seeded = args.size() == 5 && (verb == "make" || verb == "check");
  if (!seeded && !(args.size() == 3 && verb == "recode")) {
    std::cerr << "usage: event_oracle recode|make|check KIND [SEED COUNT]\n";
    return 2;
  }
  const RandomModels random(seeded ? std::stoull(args[3]) : 0);
  const int count = seeded ? std::stoi(args[4]) : 0;
  int status = 2;
  std::apply(
      [&](const auto&... kinds) {
        const auto try_kind = [&](const auto& kind) {
          if (kind.name != args[2]) return;
          status = verb == "recode" ? recode(kind)
                   : verb == "make" ? make(kind, random, count)
                                    : check(kind, random, count);
        };
        (try_kind(kinds), ...);
      },
      kMessageKinds);
  return status;
}

}  // namespace
}  // namespace stepline::event

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return stepline::event::run({argv, argv + argc});
}
