#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "event/event.h"
#include "event/random_models.h"

namespace stepline::store {

// Event files as all kinds of programs write them, and as no program does. The
// same seed gives the same files.
class RandomLog {
 public:
  explicit RandomLog(std::uint64_t seed);

  // A file of about so many records.
  std::string file(std::size_t records);

  // A file of so many tags of scalars, in the same order again and again but
  // for `strays` in a thousand.
  std::string file_of_tags(std::size_t tags, std::size_t rounds,
                           std::uint64_t strays);

  // `file` with some bytes turned, cut out, put in, or written over.
  std::string damaged(std::string file);

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  // How a tag is written, mostly.
  enum class Style {
    Simple,
    Content,       // A float as tensor_content, metadata on each value, ...
    ContentFirst,  // ... or on the first one only.
    FloatVal,
    FloatValFirst,
    Double,
    Integer,
    Half,
    Histogram,
    HistogramTensor,
    Text,
    Image,
    Tensor,
    Nothing,
    kCount,
  };
  struct Tag {
    std::string name;  // Any bytes.
    Style style;
    bool begun = false;
  };

  std::string payload();
  std::string summary_event();
  std::string random_event();
  std::string pieces_event();
  std::string session_event();
  std::string other_event();
  std::string raw_event(const std::string& summary);
  std::string value_bytes(Tag& tag);
  event::Value value_of(Tag& tag);
  void fill_tensor(event::Value& value, Style style);
  double wall_secs();
  std::int64_t step();
  Tag& next_tag();

  std::mt19937_64 random_;
  event::RandomModels models_;
  std::vector<Tag> tags_;
  std::size_t at_ = 0;
  bool in_order_ = true;
  std::int64_t step_ = 0;
  double wall_secs_ = 1.7e9;
};

}  // namespace stepline::store
