#include <gtest/gtest.h>

#include <thread>

#include "storage/temporary_directory.h"
#include "support/processes.h"
#include "support/scale.h"
#include "writer/writer_fixture.h"

namespace stepline {
namespace {

// In a process of its own each: the high-water mark is the process's.
class WriterMemory : public WriterTest {};

// Everything that waits counts against the bound, encoded or not; the constant
// is the pool, the buffers and what the allocator keeps.
TEST_F(WriterMemory, StaysUnderTheBoundWhileTheDiskIsFull) {
  constexpr std::size_t kBound = 32 << 20;
  // Sanitizers keep what was freed, and more.
  constexpr long kConstant = long{support::scaled(48, 600)} << 20;
  auto bounded = options();
  bounded.queue_bytes = kBound;
  bounded.when_full = WhenFull::Drop;
  EXPECT_EQ(support::in_child([&]() -> int {
              SummaryWriter writer = make_writer(bounded);
              faults_.set_quota(faults_.used_bytes());
              const std::vector<float> values(250'000, 1.0f);
              const long before = support::own_memory("VmRSS");
              for (int i = 0; i < 2'000; ++i) {
                if (!writer.add_tensor("t", values, i)) return 1;
                for (int j = 0; j < 1'000; ++j) writer.add_scalar("loss", j, i);
                if (i % 20 == 0)
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
              }
              if (writer.dropped() == 0) return 2;
              const long grown = support::own_memory("VmHWM") - before;
              if (grown < long(kBound) / 2) return 3;
              return grown > long(kBound) + kConstant ? 4 : 0;
            }),
            0);
}

TEST_F(WriterMemory, StaysUnderTheBoundWhileTheDiskIsSlow) {
  constexpr std::size_t kBound = 32 << 20;
  constexpr long kConstant = long{support::scaled(48, 600)} << 20;
  const storage::TemporaryDirectory directory;
  storage::FaultFileSystem slow(storage::local_file_system());
  slow.set_append_delay(std::chrono::milliseconds(support::scaled(2, 1)));
  auto bounded = options();
  bounded.directory = directory.path();
  bounded.queue_bytes = kBound;
  EXPECT_EQ(support::in_child([&]() -> int {
              SummaryWriter writer =
                  writer::Access::make(bounded, {slow, system_clock()});
              const std::vector<float> values(250'000, 1.0f);
              const long before = support::own_memory("VmRSS");
              for (int i = 0; i < 300; ++i) {
                if (!writer.add_tensor("t", values, i)) return 1;
              }
              if (!writer.close() || writer.dropped() > 0) return 2;
              const long grown = support::own_memory("VmHWM") - before;
              return grown > long(kBound) + kConstant ? 4 : 0;
            }),
            0);
}

}  // namespace
}  // namespace stepline
