#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/json_value.h"

namespace stepline::server {

// An answer of columns, taken apart as docs/api.md says.
class ColumnReader {
 public:
  explicit ColumnReader(std::string body) : body_(std::move(body)) {
    if (body_.substr(0, 4) != "SLC1") throw std::runtime_error("no columns");
    std::uint32_t length = 0;
    std::memcpy(&length, body_.data() + 4, 4);
    data_ = 8 + std::size_t{length};
    if (data_ % 8 != 0 || data_ > body_.size()) {
      throw std::runtime_error("wrong length of the head");
    }
    head_ = JsonValue::parse(std::string_view(body_).substr(8, length));
  }

  const JsonValue& head() const { return head_; }

  std::vector<double> column(const JsonValue& column) const {
    const std::string type = column["type"].string();
    if (type == "f32") return elements<float>(column);
    if (type == "f64") return elements<double>(column);
    if (type == "u32") return elements<std::uint32_t>(column);
    if (type == "i64") return elements<std::int64_t>(column);
    throw std::runtime_error("type " + type);
  }

  template <class T>
  std::vector<T> exactly(const JsonValue& column) const {
    const auto offset = static_cast<std::size_t>(column["offset"].number());
    const auto count = static_cast<std::size_t>(column["count"].number());
    if (offset % 8 != 0 || data_ + offset + count * sizeof(T) > body_.size()) {
      throw std::runtime_error("a column lies outside");
    }
    std::vector<T> elements(count);
    if (count > 0) {
      std::memcpy(elements.data(), body_.data() + data_ + offset,
                  count * sizeof(T));
    }
    return elements;
  }

 private:
  template <class T>
  std::vector<double> elements(const JsonValue& column) const {
    const std::vector<T> raw = exactly<T>(column);
    return {raw.begin(), raw.end()};
  }

  std::string body_;
  std::size_t data_ = 0;
  JsonValue head_;
};

}  // namespace stepline::server
