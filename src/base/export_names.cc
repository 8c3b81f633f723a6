#include "base/export_names.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "base/crc32c.h"
#include "base/utf8.h"

namespace stepline {
namespace {

// Of a whole name, directories included: paths have a limit too.
constexpr std::size_t kMaxNameBytes = 1000;

void append_escaped(std::string& out, char c) {
  std::array<char, 4> text{};
  std::snprintf(text.data(), text.size(), "%%%02X",
                static_cast<unsigned char>(c));
  out += text.data();
}

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte != 0x7f &&
         std::string_view("/\\:*?\"<>|%").find(c) == std::string_view::npos;
}

// Length of the valid UTF-8 sequence that `text` begins with; 0: none.
std::size_t sequence_length(std::string_view text) {
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    if (is_utf8(text.substr(0, length))) return length;
  }
  return 0;
}

// What Windows takes for a device, whatever stands behind a dot.
bool is_device(std::string_view name) {
  std::string stem(name.substr(0, name.find('.')));
  for (char& c : stem) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  if (stem == "CON" || stem == "PRN" || stem == "AUX" || stem == "NUL") {
    return true;
  }
  return stem.size() == 4 &&
         (stem.starts_with("COM") || stem.starts_with("LPT")) &&
         stem[3] >= '1' && stem[3] <= '9';
}

std::string escaped(std::string_view name) {
  if (name.empty()) return "%";
  std::string out;
  std::size_t i = 0;
  if (is_device(name)) append_escaped(out, name[i++]);
  while (i < name.size()) {
    const std::size_t length = sequence_length(name.substr(i));
    const bool at_edge = (name[i] == '.' && (i == 0 || i + 1 == name.size())) ||
                         (name[i] == ' ' && i + 1 == name.size());
    if (length == 0 || at_edge || (length == 1 && !is_plain(name[i]))) {
      append_escaped(out, name[i]);
      i += 1;
    } else {
      out.append(name, i, length);
      i += length;
    }
  }
  return out;
}

// Neither a half character nor a half escape at the end.
void cut(std::string& text, std::size_t max_bytes) {
  text.resize(max_bytes);
  while (!text.empty() && !is_utf8(text)) text.pop_back();
  const std::size_t escape = text.rfind('%');
  if (escape != std::string::npos && escape + 3 > text.size()) {
    text.resize(escape);
  }
}

std::string checksum(std::string_view text) {
  std::array<char, 16> out{};
  std::snprintf(out.data(), out.size(), "~%08x",
                static_cast<unsigned>(crc32c(text)));
  return out.data();
}

std::string joined(const std::string& parent, const std::string& name) {
  return parent.empty() ? name : parent + "/" + name;
}

}  // namespace

std::string safe_component(std::string_view name, std::size_t max_bytes) {
  std::string out = escaped(name);
  if (out.size() <= max_bytes) return out;
  const std::string tail = checksum(name);
  cut(out, max_bytes - tail.size());
  return out + tail;
}

std::string ExportNames::component(const std::string& parent,
                                   std::string_view raw) {
  const auto [known, is_new] =
      directories_.try_emplace({parent, std::string(raw)});
  if (!is_new) return known->second;
  const std::string first = joined(parent, safe_component(raw));
  std::string path = first;
  for (int i = 2; !taken_.emplace(path, Taken::Directory).second; ++i) {
    // Directories of different origin may be the same one; a file may not.
    if (taken_[path] == Taken::Directory) break;
    path = first + "~" + std::to_string(i);
  }
  known->second = path;
  return path;
}

std::string ExportNames::directory(const std::string& parent,
                                   std::string_view name) {
  if (name.size() > kMaxNameBytes) return component(parent, name);
  std::string path = parent;
  while (true) {
    const std::size_t slash = name.find('/');
    path = component(path, name.substr(0, slash));
    if (slash == std::string_view::npos) return path;
    name.remove_prefix(slash + 1);
  }
}

std::string ExportNames::file(const std::string& parent, std::string_view name,
                              std::string_view extension) {
  std::string above = parent;
  std::string_view base = name;
  if (const std::size_t slash = name.rfind('/');
      slash != std::string_view::npos && name.size() <= kMaxNameBytes) {
    above = directory(parent, name.substr(0, slash));
    base = name.substr(slash + 1);
  }
  const std::string stem = joined(above, safe_component(base));
  std::string path = stem + std::string(extension);
  for (int i = 2; !taken_.emplace(path, Taken::File).second; ++i) {
    path = stem + "~" + std::to_string(i) + std::string(extension);
  }
  return path;
}

}  // namespace stepline
