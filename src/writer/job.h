#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace stepline::writer {

class RunFiles;

// What an add_* (other than a scalar's) leaves to be done by the background
// thread: to encode what it copied, and hand it to the files.
class Job {
 public:
  explicit Job(std::size_t bytes) : bytes_(bytes + sizeof(Job)) {}
  virtual ~Job() = default;

  virtual void run(RunFiles& files) = 0;

  // What it holds while it waits, for the queue's bound.
  std::size_t bytes() const { return bytes_; }

 private:
  const std::size_t bytes_;
};

// A job from a callable `void(RunFiles&)`, which may be move-only.
template <class Work>
std::unique_ptr<Job> make_job(std::size_t bytes, Work work) {
  class Owning : public Job {
   public:
    Owning(std::size_t n, Work w)
        : Job(n + sizeof(Work)), work_(std::move(w)) {}
    void run(RunFiles& files) override { work_(files); }

   private:
    Work work_;
  };
  return std::make_unique<Owning>(bytes, std::move(work));
}

}  // namespace stepline::writer
