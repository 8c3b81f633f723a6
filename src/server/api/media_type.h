#pragma once

#include <string_view>

namespace stepline::server {

inline constexpr std::string_view kUnknownType = "application/octet-stream";

// What the bytes are, by their beginning and whatever they were called: PNG,
// JPEG, GIF or WAV. Anything else, and so whatever a browser could run, is
// kUnknownType.
std::string_view media_type_of(std::string_view bytes);

// ".png", for a file's name.
std::string_view extension_of(std::string_view media_type);

}  // namespace stepline::server
