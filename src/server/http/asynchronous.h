#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

namespace stepline::server {

// Operations of coroutines give their error as a value.
inline constexpr auto kAsTuple =
    boost::asio::as_tuple(boost::asio::use_awaitable);

// Runs `work`, which must not throw, on a thread of the pool.
//
// By reference, as everything that coroutines are given here: g++ 12 destroys
// some temporaries of a co_await twice.
template <class Work>
boost::asio::awaitable<void> run_on(boost::asio::thread_pool& pool,
                                    Work& work) {
  const auto task = [&work]() -> boost::asio::awaitable<void> {
    work();
    co_return;
  };
  co_await boost::asio::co_spawn(pool, task, boost::asio::use_awaitable);
}

// Something that a coroutine waits for and others of the same strand bring
// about.
class Event {
 public:
  template <class Executor>
  explicit Event(const Executor& executor) : timer_(executor) {}

  void set() { timer_.cancel(); }

  // Returns after the next set(), or at `deadline`. What it was that happened
  // must be looked for.
  boost::asio::awaitable<void> wait(
      std::chrono::steady_clock::time_point deadline =
          std::chrono::steady_clock::time_point::max()) {
    timer_.expires_at(deadline);
    co_await timer_.async_wait(kAsTuple);
  }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace stepline::server
