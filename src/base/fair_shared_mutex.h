#pragma once

#include <mutex>
#include <shared_mutex>

namespace stepline {

// A std::shared_mutex that nobody waits for in vain. Those of the system let
// readers in while a writer waits, and where readers come and come there is
// always one inside. Here all pass through a gate, which a waiting writer
// keeps: who comes later, comes after it.
//
// Who holds it shared must not ask for it again: a writer may wait between.
// Works with std::unique_lock and std::shared_lock.
class FairSharedMutex {
 public:
  void lock() {
    const std::lock_guard in_turn(gate_);
    mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }

  void lock_shared() {
    const std::lock_guard in_turn(gate_);
    mutex_.lock_shared();
  }
  // False also when a writer waits.
  bool try_lock_shared() {
    const std::unique_lock in_turn(gate_, std::try_to_lock);
    return in_turn.owns_lock() && mutex_.try_lock_shared();
  }
  void unlock_shared() { mutex_.unlock_shared(); }

 private:
  std::mutex gate_;
  std::shared_mutex mutex_;
};

}  // namespace stepline
