// soak PROGRAM CLIENTS SERIES POINTS_PER_SECOND SECS [strict]: a real writer, a
// real server (PROGRAM serve), and clients of its live stream, on one machine.
// Fails when a client misses a point or the server's memory grows by more than
// the points it holds; when strict, also when a request in between takes more
// than 50 ms, one in a hundred apart.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "server/http/raw_client.h"
#include "server/soak/live_clients.h"
#include "stepline/summary_writer.h"

namespace stepline::server {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double kBytesPerPoint = 16;
constexpr double kSlackBytes = 16 << 20;
constexpr milliseconds kProbing{100};
constexpr double kSlowestMillis = 50;

struct Plan {
  std::string program;
  int clients = 0;
  std::size_t series = 0;
  int points_per_second = 0;
  int secs = 0;
  bool strict = false;

  std::uint64_t points() const {
    return static_cast<std::uint64_t>(points_per_second) *
           static_cast<std::uint64_t>(secs);
  }
};

// `PROGRAM serve` on a directory, at any port.
class ServerProcess {
 public:
  ServerProcess(const std::string& program, const std::string& directory) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::execl(program.c_str(), program.c_str(), "serve", directory.c_str(),
              "--port", "0", nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    said_ = ::fdopen(ends[0], "r");
    char line[256] = {};
    if (std::fgets(line, sizeof line, said_) == nullptr) {
      throw std::runtime_error("the server did not start");
    }
    const std::string address = line;
    port_ = static_cast<std::uint16_t>(
        std::stoi(address.substr(address.rfind(':') + 1)));
  }
  ~ServerProcess() {
    ::kill(child_, SIGINT);
    int status = 0;
    ::waitpid(child_, &status, 0);
    ::fclose(said_);
  }
  std::uint16_t port() const { return port_; }

 private:
  pid_t child_ = 0;
  FILE* said_ = nullptr;
  std::uint16_t port_ = 0;
};

double resident_bytes(std::uint16_t port) {
  RawClient client(port);
  client.get("/metrics");
  const auto response = client.response();
  const std::string name = "\nprocess_resident_memory_bytes ";
  const std::size_t at =
      response ? response->body.find(name) : std::string::npos;
  if (at == std::string::npos) throw std::runtime_error("no figures");
  return std::stod(response->body.substr(at + name.size()));
}

void write_points(const Plan& plan, const std::string& directory) {
  WriterOptions options;
  options.directory = directory;
  options.flush_interval = milliseconds(20);
  SummaryWriter writer(options);
  const auto begin = Clock::now();
  for (std::uint64_t step = 0; step < plan.points(); ++step) {
    for (std::size_t i = 0; i < plan.series; ++i) {
      writer.add_scalar("soak/" + std::to_string(i), static_cast<float>(step),
                        static_cast<std::int64_t>(step));
    }
    std::this_thread::sleep_until(begin +
                                  std::chrono::nanoseconds(1'000'000'000) *
                                      static_cast<std::int64_t>(step + 1) /
                                      plan.points_per_second);
  }
  if (!writer.close()) throw std::runtime_error("the writer failed");
}

// How long a request takes, in milliseconds, while all that goes on.
std::vector<double> probe(std::uint16_t port, const std::atomic<bool>& done) {
  std::vector<double> millis;
  RawClient client(port);
  while (!done) {
    const auto begin = Clock::now();
    client.get("/api/scalars?tag=soak/0&tag=soak/1&pixels=500");
    const auto response = client.response();
    if (!response || response->status != 200) {
      throw std::runtime_error("a request failed");
    }
    millis.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - begin)
            .count());
    std::this_thread::sleep_for(kProbing);
  }
  std::ranges::sort(millis);
  return millis;
}

std::string run(const Plan& plan, const std::string& directory) {
  const ServerProcess server(plan.program, directory);
  LiveClients clients(server.port(), plan.clients);
  std::atomic<bool> done = false;
  std::vector<double> millis;
  std::thread prober([&] { millis = probe(server.port(), done); });
  std::thread writer([&] { write_points(plan, directory + "/run"); });
  std::this_thread::sleep_for(std::chrono::seconds(plan.secs) / 4);
  const double early = resident_bytes(server.port());
  writer.join();
  const auto patience = Clock::now() + std::chrono::seconds(10);
  while (clients.complete(plan.series, plan.points()) < plan.clients &&
         Clock::now() < patience) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  const double late = resident_bytes(server.port());
  done = true;
  prober.join();

  const int complete = clients.complete(plan.series, plan.points());
  const double points =
      static_cast<double>(plan.points() * plan.series) * 3 / 4;
  const double p99 = millis[millis.size() * 99 / 100];
  std::cout << complete << " of " << plan.clients
            << " clients were told of all " << plan.points() * plan.series
            << " points, in " << clients.messages() << " messages\n"
            << "memory " << early / 1e6 << " MB, then " << late / 1e6
            << " MB\nrequests: median " << millis[millis.size() / 2]
            << " ms, 99 of 100 within " << p99 << " ms, slowest "
            << millis.back() << " ms\n";
  if (!clients.problem().empty()) return clients.problem();
  if (complete < plan.clients) return "not everybody was told everything";
  if (late - early > points * kBytesPerPoint + kSlackBytes) {
    return "the server's memory grew";
  }
  if (plan.strict && p99 > kSlowestMillis) return "requests were slow";
  return "";
}

int soak(const Plan& plan) {
  std::string directory =
      (std::filesystem::temp_directory_path() / "stepline_soak_XXXXXX")
          .string();
  if (::mkdtemp(directory.data()) == nullptr) return 3;
  std::string problem;
  try {
    problem = run(plan, directory);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::filesystem::remove_all(directory);
  if (problem.empty()) return 0;
  std::cerr << "soak: " << problem << "\n";
  return 1;
}

}  // namespace
}  // namespace stepline::server

int main(int argc, char** argv) {
  if (argc < 6) {
    std::cerr << "usage: soak PROGRAM CLIENTS SERIES RATE SECS [strict]\n";
    return 2;
  }
  return stepline::server::soak({argv[1], std::stoi(argv[2]),
                                 std::stoul(argv[3]), std::stoi(argv[4]),
                                 std::stoi(argv[5]), argc > 6});
}
