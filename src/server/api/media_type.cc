#include "server/api/media_type.h"

namespace stepline::server {

std::string_view media_type_of(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff"sv)) return "image/jpeg";
  if (bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)) {
    return "image/gif";
  }
  if (bytes.starts_with("RIFF"sv) && bytes.size() >= 12 &&
      bytes.substr(8, 4) == "WAVE"sv) {
    return "audio/wav";
  }
  return kUnknownType;
}

std::string_view extension_of(std::string_view media_type) {
  if (media_type == "image/png") return ".png";
  if (media_type == "image/jpeg") return ".jpg";
  if (media_type == "image/gif") return ".gif";
  if (media_type == "audio/wav") return ".wav";
  return ".bin";
}

}  // namespace stepline::server
