#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepline::server {

// The parameters of a request, decoded, in their order; a name may occur
// several times.
class Parameters {
 public:
  Parameters() = default;

  // Of "tag=train%2Floss&runs=1,4-9": the query of an address, or the body of a
  // form. Bytes that are wrongly encoded stand for themselves.
  static Parameters decode(std::string_view text);

  void append(Parameters more);

  // The first of that name.
  std::optional<std::string_view> find(std::string_view name) const;
  std::vector<std::string_view> all(std::string_view name) const;

  // All of them in one text, another for each other parameters.
  std::string text() const;

 private:
  struct Parameter {
    std::string name;
    std::string value;
  };
  std::vector<Parameter> parameters_;
};

}  // namespace stepline::server
