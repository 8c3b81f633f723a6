#include "storage/io_error.h"

#include <cerrno>
#include <system_error>

namespace stepline::storage {

Error io_error(std::string_view verb, std::string_view path, int error) {
  std::string message = "cannot ";
  message.append(verb).append(" \"").append(path).append("\": ");
  message += std::generic_category().message(error);
  const bool missing = error == ENOENT || error == ENOTDIR;
  return {missing ? ErrorCode::NotFound : ErrorCode::Io, std::move(message)};
}

}  // namespace stepline::storage
