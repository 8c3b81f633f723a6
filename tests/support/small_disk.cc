#include "support/small_disk.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace stepline::support {
namespace {

bool runs(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace

SmallDisk::SmallDisk(Kind kind) {
  ::mkdir(path().c_str(), 0755);
  if (kind == Kind::Tmpfs) {
    mounted_ =
        ::mount("stepline", path().c_str(), "tmpfs", 0, "size=256k") == 0;
    return;
  }
  const std::string image = directory_ / "image";
  mounted_ =
      runs("truncate -s 512K '" + image + "'") &&
      runs("PATH=$PATH:/usr/sbin:/sbin mke2fs -q -F -m 0 '" + image + "'") &&
      runs("mount -o loop '" + image + "' '" + path() + "'");
}

SmallDisk::~SmallDisk() {
  if (mounted_ && ::umount(path().c_str()) != 0)
    ::umount2(path().c_str(), MNT_DETACH);
}

void SmallDisk::fill_up() {
  const std::string ballast = path() + "/ballast";
  const int fd = ::open(ballast.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const std::string block(1024, 'x');
  while (::write(fd, block.data(), block.size()) > 0) {
  }
  ::close(fd);
}

void SmallDisk::free_all() { ::unlink((path() + "/ballast").c_str()); }

}  // namespace stepline::support
