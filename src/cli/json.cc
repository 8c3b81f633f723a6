#include "cli/json.h"

#include "base/json_text.h"

namespace stepline::cli {
namespace {

template <class Value>
std::string text_of(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

}  // namespace

std::string json_string(std::string_view text) { return text_of(text); }

Json& Json::key(std::string_view name) {
  raw(json_string(name) + ":");
  after_key_ = true;
  return *this;
}

void Json::value(std::string_view text) { raw(text_of(text)); }
void Json::value(bool truth) { raw(text_of(truth)); }
void Json::value(std::int64_t number) { raw(text_of(number)); }
void Json::value(std::uint64_t number) { raw(text_of(number)); }
void Json::value(double number) { raw(text_of(number)); }
void Json::value(float number) { raw(text_of(number)); }
void Json::null() { raw("null"); }

void Json::open(char bracket) {
  raw({&bracket, 1});
  filled_.push_back(false);
}

void Json::close(char bracket) {
  filled_.pop_back();
  out_.write({&bracket, 1});
}

void Json::raw(std::string_view text) {
  separate();
  out_.write(text);
}

void Json::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (filled_.empty()) return;
  if (filled_.back()) out_.write(",");
  filled_.back() = true;
}

}  // namespace stepline::cli
