#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stepline::server {

// What a request line asks for: "/runs/api/tags?kind=scalar".
struct Target {
  std::string_view path;   // As it was sent: "/runs/api/tags".
  std::string_view query;  // Without its question mark.
};

// Nothing unless it begins with a slash.
std::optional<Target> split_target(std::string_view target);

// The path without its escapes, or nothing where it is not one that we would
// ever have given out: a wrong escape, an empty, "." or ".." component, an
// escaped slash, a backslash or a control character. Names of runs and tags
// never stand in paths.
std::optional<std::string> decode_path(std::string_view path);

// `path` without `prefix` ("" or "/some/where"), or nothing where it lies
// elsewhere; the prefix alone gives an empty path.
std::optional<std::string_view> without_prefix(std::string_view path,
                                               std::string_view prefix);

// What is usable as --path-prefix: "", or one slash before each component and
// none at the end, whatever `text` had. Nothing for characters that would need
// an escape.
std::optional<std::string> normal_prefix(std::string_view text);

// The query without its parameters of that name.
std::string without_parameter(std::string_view query, std::string_view name);

}  // namespace stepline::server
