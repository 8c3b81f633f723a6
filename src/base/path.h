#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stepline {

// Paths as text, "/" between names; nothing is looked up.

// "a" of "a/b", "/" of "/b", "." of "b".
inline std::string directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}

// "b" of "a/b" and of "b".
inline std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// "a" and "b" as "a/b"; "/" and "b" as "/b".
inline std::string join_path(std::string_view directory,
                             std::string_view name) {
  std::string path(directory);
  if (!path.ends_with('/')) path += '/';
  return path.append(name);
}

}  // namespace stepline
