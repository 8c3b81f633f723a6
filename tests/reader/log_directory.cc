#include "reader/log_directory.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "storage/file_system.h"

namespace stepline::reader {

namespace fs = std::filesystem;

void LogDirectory::make_directory(const std::string& name) const {
  EXPECT_TRUE(storage::local_file_system().make_directories(path(name)));
}

void LogDirectory::write(const std::string& name,
                         std::string_view bytes) const {
  const std::size_t slash = name.rfind('/');
  if (slash != std::string::npos) make_directory(name.substr(0, slash));
  std::ofstream file(path(name), std::ios::binary | std::ios::app);
  file << bytes;
  EXPECT_TRUE(file.flush()) << name;
}

void LogDirectory::truncate(const std::string& name) const {
  fs::resize_file(path(name), 0);
}

void LogDirectory::rename(const std::string& from,
                          const std::string& to) const {
  fs::rename(path(from), path(to));
}

void LogDirectory::remove(const std::string& name) const {
  EXPECT_GT(fs::remove_all(path(name)), 0u) << name;
}

void LogDirectory::link(const std::string& name,
                        const std::string& target) const {
  fs::create_symlink(target, path(name));
}

void LogDirectory::make_pipe(const std::string& name) const {
  EXPECT_EQ(::mkfifo(path(name).c_str(), 0600), 0) << name;
}

void LogDirectory::make_socket(const std::string& name) const {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path(name).size(), sizeof address.sun_path);
  std::strcpy(address.sun_path, path(name).c_str());
  EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address),
            0);
  ::close(fd);
}

}  // namespace stepline::reader
