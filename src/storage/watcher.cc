#include "storage/watcher.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/statfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>
#include <utility>

#include "storage/descriptor.h"
#include "storage/io_error.h"
#include "storage/posix_io.h"

namespace stepline::storage {
namespace {

using posix::retry_interrupted;

struct NetworkFileSystem {
  std::uint32_t magic;
  std::string_view name;
};

// Those that several machines share, and those behind which a program or a host
// system may change files without this kernel knowing.
constexpr NetworkFileSystem kNetworkFileSystems[] = {
    {0x00006969, "NFS"},
    {0xff534d42, "CIFS"},
    {0xfe534d42, "SMB"},
    {0x0000517b, "SMB"},
    {0x65735546, "FUSE"},
    {0x01021997, "9p"},
    {0x00c36400, "Ceph"},
    {0x0bd00bd0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"},
    {0xaad7aaea, "PanFS"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x73757245, "Coda"},
    {0x01161970, "GFS2"},
    {0x7461636f, "OCFS2"},
    {0x786f4256, "VirtualBox folders"},
    {0xbacbacbc, "VMware folders"},
};

constexpr std::uint32_t kMask = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB |
                                IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                IN_EXCL_UNLINK;

WatchEvent event_of(const inotify_event& from, const char* name) {
  using What = WatchEvent::What;
  WatchEvent event;
  event.watch = from.wd;
  if ((from.mask & IN_Q_OVERFLOW) != 0) {
    event.what = What::Overflow;
    return event;
  }
  if (from.len > 0) event.name = name;
  event.directory = (from.mask & IN_ISDIR) != 0;
  if ((from.mask & IN_IGNORED) != 0) {
    event.what = What::SelfGone;
  } else if ((from.mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
    event.what = What::Come;
  } else if ((from.mask & (IN_DELETE | IN_MOVED_FROM)) != 0) {
    event.what = What::Gone;
  }
  return event;
}

class InotifyWatcher final : public Watcher {
 public:
  InotifyWatcher(Descriptor inotify, Descriptor waker)
      : inotify_(std::move(inotify)), waker_(std::move(waker)) {}

  Result<int> watch(const std::string& path) override {
    struct statfs system {};
    if (::statfs(path.c_str(), &system) == 0) {
      const std::string_view network =
          network_file_system(static_cast<std::uint32_t>(system.f_type));
      if (!network.empty()) {
        return Error{ErrorCode::Io, "cannot see what other machines write to " +
                                        std::string(network) + " at \"" + path +
                                        "\""};
      }
    }
    const int watch = ::inotify_add_watch(inotify_.get(), path.c_str(), kMask);
    if (watch != -1) return watch;
    if (errno == ENOSPC) {
      return Error{ErrorCode::Io,
                   "cannot watch more directories than "
                   "fs.inotify.max_user_watches allows, at \"" +
                       path + "\""};
    }
    return io_error("watch", path, errno);
  }

  void forget(int watch) override { ::inotify_rm_watch(inotify_.get(), watch); }

  Result<std::vector<WatchEvent>> wait(
      std::chrono::milliseconds timeout) override {
    const auto longest = std::chrono::milliseconds(INT_MAX);
    const int millis = static_cast<int>(
        std::clamp(timeout, std::chrono::milliseconds(0), longest).count());
    std::array<pollfd, 2> polled{
        {{inotify_.get(), POLLIN, 0}, {waker_.get(), POLLIN, 0}}};
    // A signal ends the wait early, which is no harm.
    if (::poll(polled.data(), polled.size(), millis) == -1 && errno != EINTR) {
      return io_error("wait for", "inotify", errno);
    }
    std::uint64_t wakes = 0;
    static_cast<void>(
        retry_interrupted([&] { return ::read(waker_.get(), &wakes, 8); }));
    return read_events();
  }

  void wake() override {
    const std::uint64_t one = 1;
    static_cast<void>(
        retry_interrupted([&] { return ::write(waker_.get(), &one, 8); }));
  }

 private:
  Result<std::vector<WatchEvent>> read_events() {
    std::vector<WatchEvent> events;
    alignas(inotify_event) std::array<char, 1 << 16> buffer;
    // Bounded, should events come faster than they are read.
    for (int reads = 0; reads < 64; ++reads) {
      const ssize_t got = retry_interrupted(
          [&] { return ::read(inotify_.get(), buffer.data(), buffer.size()); });
      if (got == -1 && errno == EAGAIN) return events;
      if (got == -1) return io_error("read from", "inotify", errno);
      append_events({buffer.data(), static_cast<std::size_t>(got)}, events);
    }
    return events;
  }

  static void append_events(std::string_view bytes,
                            std::vector<WatchEvent>& events) {
    while (bytes.size() >= sizeof(inotify_event)) {
      inotify_event header;
      std::memcpy(&header, bytes.data(), sizeof header);
      const char* const name = bytes.data() + sizeof header;
      events.push_back(event_of(header, name));
      bytes.remove_prefix(sizeof header + header.len);
    }
  }

  Descriptor inotify_;
  Descriptor waker_;
};

}  // namespace

Result<std::unique_ptr<Watcher>> make_inotify_watcher() {
  Descriptor inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!inotify.is_open()) return io_error("make", "inotify", errno);
  Descriptor waker(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!waker.is_open()) return io_error("make", "eventfd", errno);
  return std::unique_ptr<Watcher>(
      std::make_unique<InotifyWatcher>(std::move(inotify), std::move(waker)));
}

std::string_view network_file_system(std::uint32_t magic) {
  for (const NetworkFileSystem& known : kNetworkFileSystems) {
    if (known.magic == magic) return known.name;
  }
  return {};
}

}  // namespace stepline::storage
