#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/log_arguments.h"
#include "cli/program.h"
#include "cli/resident_bytes.h"
#include "cli/serve_address.h"
#include "cli/serve_system.h"
#include "cli/terminal.h"
#include "server/api/api.h"
#include "server/http/address.h"
#include "server/http/server.h"
#include "server/live/store_feed.h"

namespace stepline::cli {
namespace {

constexpr std::int64_t kUsualPort = 6006;
constexpr unsigned kPortsTried = 100;
constexpr std::size_t kTokenBytes = 20;
constexpr std::size_t kInstanceBytes = 8;
constexpr std::size_t kMostPem = 1 << 20;
constexpr std::size_t kMostProblemsTold = 5;
constexpr std::chrono::milliseconds kPatience{50};

std::vector<server::Figure> figures_of(const store::Store& store,
                                       storage::FileSystem& files) {
  double series = 0;
  double points = 0;
  const std::vector<store::RunInfo> runs = store.runs();
  for (const store::RunInfo& run : runs) {
    series += static_cast<double>(run.series);
    points += static_cast<double>(run.points);
  }
  const store::Progress progress = store.progress();
  using server::Figure;
  const auto gauge = [](const char* name, const char* help, double value) {
    return Figure{name, help, Figure::Type::Gauge, value};
  };
  return {
      gauge("stepline_runs", "Runs that are there.", double(runs.size())),
      gauge("stepline_series", "Series of all runs.", series),
      gauge("stepline_points", "Points of all series.", points),
      gauge("stepline_loaded", "1 when all that was there has been read.",
            progress.loaded ? 1 : 0),
      {"stepline_loaded_bytes_total", "Bytes read from event files.",
       Figure::Type::Counter, double(progress.bytes_done)},
      gauge("process_resident_memory_bytes", "Memory of the process.",
            double(resident_bytes(files))),
  };
}

class Serve final : public Command {
 public:
  const Manual& manual() const override;
  void declare(Options& options) override;
  ExitStatus run(Context& context) override;

 private:
  Result<server::ServerOptions> server_options(Context& context) const;
  Result<std::unique_ptr<store::MemoryStore>> open_store(Context& context);
  void introduce(Context& context, const Serving& serving) const;
  static void wait(Context& context, const store::MemoryStore& store);

  LogArguments logs_;
  std::optional<std::int64_t> port_;
  std::string host_ = "localhost";
  std::optional<std::string> token_;
  bool insecure_ = false;
  std::string prefix_;
  std::string certificate_;
  std::string key_;
  std::string title_;
  std::vector<std::string> frames_;
  bool open_ = false;
};

const Manual& Serve::manual() const {
  static const Manual kManual{
      .name = "serve",
      .summary = "Show logs in the browser, live",
      .description =
          "Prints an address to open in a browser, at once, and loads "
          "meanwhile; what is written later appears by itself. A log directory "
          "that does not exist yet is waited for. Ctrl-C ends it.\n\n"
          "Only this machine can reach it, unless --host says otherwise. Then "
          "whoever comes needs a token, which is part of the address that is "
          "printed, or --insecure lets everybody in.",
      .problem = "",
      .examples = {
          {"stepline serve runs", "Look at what is in runs."},
          {"stepline serve runs --host 0.0.0.0",
           "Let others look at it, too: those who have the address."},
          {"stepline serve here:runs there:/mnt/runs --title \"Both clusters\"",
           "Two log directories on one page."}}};
  return kManual;
}

void Serve::declare(Options& options) {
  logs_.declare(options, true);
  options
      .add("-p,--port", "PORT",
           "Listen at this one; 0: at any. Default: 6006, or the next one that "
           "is free.",
           port_)
      .at_least = 0;
  options.add("--host", "HOST",
              "Listen at the addresses of this name; 0.0.0.0: at all of the "
              "machine's. Default: localhost.",
              host_);
  options.add("--token", "TOKEN",
              "Whoever comes must have it; at least 8 letters, digits and any "
              "of -_.~. Default: none on localhost, a random one elsewhere. "
              "The environment variable STEPLINE_TOKEN keeps it out of the "
              "list of processes.",
              token_);
  options.flag("--insecure",
               "Ask nobody for a token, and answer to any host name: whoever "
               "can reach the port can read the logs.",
               insecure_);
  options.add("--path-prefix", "PATH",
              "Everything lies below this path: for a proxy that has other "
              "things, too. Default: none.",
              prefix_);
  options
      .add("--cert", "FILE",
           "Speak TLS with this certificate (PEM, with those that vouch for "
           "it). Needs --key.",
           certificate_)
      .completes = Option::Completes::Files;
  options
      .add("--key", "FILE", "Its private key (PEM, without a password).", key_)
      .completes = Option::Completes::Files;
  options.add("--allow-frame", "ORIGIN",
              "Let pages of this origin show ours in a frame; may be repeated. "
              "For notebooks: http://localhost:*. Default: none but ours.",
              frames_);
  options.add("--title", "TEXT", "What the page is called. Default: Stepline.",
              title_);
  options.flag("--open", "Open the page in the browser.", open_);
}

Result<server::ServerOptions> Serve::server_options(Context& context) const {
  const auto wrong = [](std::string what) {
    return Error{ErrorCode::InvalidArgument, std::move(what)};
  };
  server::ServerOptions options;
  options.host = host_;
  const std::int64_t port = port_.value_or(kUsualPort);
  if (port > std::numeric_limits<std::uint16_t>::max()) {
    return wrong("a port is at most 65535, got " + std::to_string(port));
  }
  options.port = static_cast<std::uint16_t>(port);
  options.ports = port_ ? 1 : kPortsTried;
  const auto prefix = server::normal_prefix(prefix_);
  if (!prefix) {
    return wrong("a path prefix has letters, digits, -_.~ and /, got \"" +
                 prefix_ + "\"");
  }
  options.prefix = *prefix;
  options.title = title_;
  for (const std::string& origin : frames_) {
    if (!is_usable_origin(origin)) {
      return wrong("--allow-frame wants an origin, such as " +
                   std::string("https://wiki.example.org or ") +
                   "http://localhost:*, got \"" + origin + "\"");
    }
  }
  options.frames = frames_;
  const std::string kept = variable("STEPLINE_TOKEN");
  options.token = token_.value_or(kept);
  if (token_ || !kept.empty()) {
    if (insecure_) return wrong("--insecure and a token exclude each other");
    if (!is_usable_token(options.token)) {
      return wrong("a token has at least 8 letters, digits and any of -_.~");
    }
  } else if (!is_loopback(host_) && !insecure_) {
    auto token = random_hex(kTokenBytes);
    if (!token) return token.error();
    options.token = *token;
  }
  if (open_ && !options.token.empty()) {
    auto visit = random_hex(kTokenBytes);
    if (!visit) return visit.error();
    options.visit = *visit;
  }
  options.any_host = insecure_;
  if (certificate_.empty() != key_.empty()) {
    return wrong("--cert and --key need each other");
  }
  for (const auto& [path, to] : {std::pair(&certificate_, &options.certificate),
                                 std::pair(&key_, &options.key)}) {
    if (path->empty()) continue;
    auto text = context.files.read(*path, 0, kMostPem);
    if (!text) return text.error();
    *to = *std::move(text);
  }
  options.assets = server::embedded_assets();
  options.limits.connections = possible_connections(options.limits.connections);
  return options;
}

Result<std::unique_ptr<store::MemoryStore>> Serve::open_store(
    Context& context) {
  store::MemoryStoreOptions options = store_options(context, logs_);
  options.follow = true;
  options.may_be_missing = true;
  for (const reader::Root& root : options.roots) {
    const auto status = context.files.status(root.path);
    if (!status && status.error().code == ErrorCode::NotFound) {
      complain(context,
               "\"" + root.path +
                   "\" does not exist yet: it is shown as soon as something is "
                   "written there",
               root.path, ExitStatus::Well);
    }
  }
  return store::MemoryStore::open(context.files, std::move(options));
}

void Serve::introduce(Context& context, const Serving& serving) const {
  if (!port_ && serving.port != kUsualPort) {
    context.out << "Port " << std::to_string(kUsualPort)
                << " is taken, so this is " << std::to_string(serving.port)
                << ".\n";
  }
  const std::string address = address_of(serving, machine_name());
  context.out << context.out.paint(address, Colour::Bold) << "\n";
  const std::string tunnel =
      tunnel_command(serving, variable("SSH_CONNECTION"), variable("USER"));
  if (!tunnel.empty()) {
    Serving near = serving;
    near.host = "localhost";
    context.out << "From the machine you sit at:\n  " << printable(tunnel)
                << "\n  " << address_of(near, "") << "\n";
  }
  if (context.out.terminal().is_terminal) {
    context.out << "Ctrl-C ends it.\n";
  }
  context.out.flush();
  if (open_ && !open_in_browser(visit_address(serving, machine_name()))) {
    complain(context,
             "no browser could be started: open the address above by hand",
             "xdg-open", ExitStatus::Well);
  }
}

// What is not on the page, each in a line; damaged records in one for all.
void tell_problems(Context& context, const store::MemoryStore& store) {
  std::uint64_t damaged = 0;
  std::size_t told = 0;
  for (const reader::Problem& problem : store.problems()) {
    if (problem.what == reader::Problem::What::Damage) {
      ++damaged;
    } else if (++told <= kMostProblemsTold) {
      complain(context, problem, ExitStatus::Well);
    }
  }
  if (told > kMostProblemsTold) {
    complain(context,
             std::to_string(told - kMostProblemsTold) +
                 " more files or directories left out: the page lists them",
             "", ExitStatus::Well);
  }
  if (damaged > 0) {
    complain(context,
             format_counted(damaged, "place") +
                 " in the files could not be read: the page lists them",
             "", ExitStatus::Well);
  }
}

void Serve::wait(Context& context, const store::MemoryStore& store) {
  const auto begin = std::chrono::steady_clock::now();
  bool told = false;
  while (!interrupted()) {
    if (!told && store.progress().loaded) {
      told = true;
      const std::chrono::duration<double> took =
          std::chrono::steady_clock::now() - begin;
      std::uint64_t points = 0;
      const auto runs = store.runs();
      for (const store::RunInfo& run : runs) points += run.points;
      context.out << "Loaded " << format_counted(runs.size(), "run") << ", "
                  << format_counted(points, "point") << " in "
                  << format_duration(took.count()) << ".\n";
      context.out.flush();
      tell_problems(context, store);
    }
    std::this_thread::sleep_for(kPatience);
  }
}

ExitStatus Serve::run(Context& context) {
  auto options = server_options(context);
  if (!options) return complain(context, options.error(), "");
  const auto instance = random_hex(kInstanceBytes);
  if (!instance) return complain(context, instance.error(), "");
  auto store = open_store(context);
  if (!store) return complain(context, store.error(), "");

  server::ApiOptions about;
  about.version = version();
  about.title = title_;
  about.instance = *instance;
  about.started_secs = system_clock().wall_secs();
  for (const reader::Root& root : store_options(context, logs_).roots) {
    about.roots.push_back({root.name, root.path});
  }
  server::Api api(**store, std::move(about));
  server::StoreFeed feed(**store, *instance);
  options->figures = [&] { return figures_of(**store, context.files); };
  Serving serving{host_,
                  0,
                  options->prefix,
                  options->token,
                  !options->certificate.empty(),
                  options->visit};

  const CatchInterrupts catching;
  const auto running = server::Server::start(*std::move(options), api, feed);
  if (!running) return complain(context, running.error(), "");
  serving.port = (*running)->port();
  introduce(context, serving);
  wait(context, **store);
  (*running)->stop();
  return ExitStatus::Well;
}

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<Serve>(); }

}  // namespace stepline::cli
