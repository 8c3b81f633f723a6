#include "writer/session.h"

#include <random>

namespace stepline::writer {
namespace {

// FNV-1a.
std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return hash;
}

std::uint64_t random_number() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

}  // namespace

std::uint64_t session_number(std::string_view name) {
  const std::uint64_t number = name.empty() ? random_number() : hash_of(name);
  return number != 0 ? number : 1;
}

}  // namespace stepline::writer
