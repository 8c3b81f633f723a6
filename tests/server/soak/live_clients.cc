#include "server/soak/live_clients.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "server/json_value.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxParsed = 64;

// Takes one text frame off the buffer; nothing where it is not all there.
std::optional<std::string> take_frame(std::string& buffer) {
  if (buffer.size() < 2) return std::nullopt;
  std::uint64_t size = static_cast<unsigned char>(buffer[1]);
  const std::size_t longer = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (buffer.size() < 2 + longer) return std::nullopt;
  if (longer > 0) {
    size = 0;
    for (std::size_t i = 0; i < longer; ++i) {
      size = size << 8 | static_cast<unsigned char>(buffer[2 + i]);
    }
  }
  if (buffer.size() < 2 + longer + size) return std::nullopt;
  std::string text = buffer.substr(2 + longer, size);
  buffer.erase(0, 2 + longer + size);
  return text;
}

}  // namespace

LiveClients::LiveClients(std::uint16_t port, int count) {
  for (int i = 0; i < count; ++i) {
    Client& client = clients_.emplace_back();
    client.raw = std::make_unique<RawClient>(port);
    if (!client.raw->open_live("/api/live")) {
      throw std::runtime_error("the live stream was refused");
    }
  }
  thread_ = std::thread([this] { run(); });
}

LiveClients::~LiveClients() {
  stopping_ = true;
  thread_.join();
}

int LiveClients::complete(std::size_t series, std::uint64_t points) const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(
      std::ranges::count_if(clients_, [&](const Client& client) {
        return client.known.size() == series &&
               std::ranges::all_of(client.known, [&](const auto& one) {
                 return one.second == points;
               });
      }));
}

std::string LiveClients::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void LiveClients::run() {
  std::vector<pollfd> polled;
  for (const Client& client : clients_) {
    polled.push_back({client.raw->descriptor(), POLLIN, 0});
  }
  while (!stopping_) {
    if (::poll(polled.data(), polled.size(), 100) <= 0) continue;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].revents == 0) continue;
      if (!receive(clients_[i])) {
        fail("a connection was lost");
        polled[i].fd = -1;
      }
    }
  }
}

bool LiveClients::receive(Client& client) {
  std::array<char, 65536> bytes;
  const ssize_t got = ::recv(client.raw->descriptor(), bytes.data(),
                             bytes.size(), MSG_DONTWAIT);
  if (got <= 0) return false;
  client.buffer.append(bytes.data(), static_cast<std::size_t>(got));
  while (const auto text = take_frame(client.buffer)) take(client, *text);
  return true;
}

void LiveClients::take(Client& client, std::string_view text) {
  ++messages_;
  const auto message = parse(text);
  if (message->is_hello && std::exchange(client.is_greeted, true)) {
    fail("a client had to begin anew");
  }
  for (const Change& change : message->changes) {
    std::uint64_t& known = client.known[change.tag];
    if (change.from > known) {
      fail("points " + std::to_string(known) + " to " +
           std::to_string(change.from) + " of " + change.tag +
           " were never told");
    }
    if (change.count < known) fail(change.tag + " became shorter");
    known = change.count;
  }
}

std::shared_ptr<const LiveClients::Message> LiveClients::parse(
    std::string_view text) {
  for (const auto& [known, message] : parsed_) {
    if (known == text) return message;
  }
  auto message = std::make_shared<Message>();
  const JsonValue json = JsonValue::parse(text);
  const std::string type = json["type"].string();
  message->is_hello = type == "hello";
  if (type == "changes") {
    if (json.has("many")) fail("series were not told one by one");
    const JsonValue& series = json["series"];
    for (std::size_t i = 0; i < series["tag"].size(); ++i) {
      const auto tag = static_cast<std::size_t>(series["tag"][i].number());
      message->changes.push_back(
          {json["tags"][tag][1].string(),
           static_cast<std::uint64_t>(series["from"][i].number()),
           static_cast<std::uint64_t>(series["count"][i].number())});
    }
  }
  parsed_.emplace_front(text, message);
  if (parsed_.size() > kMaxParsed) parsed_.pop_back();
  return message;
}

void LiveClients::fail(std::string what) {
  if (problem_.empty()) problem_ = std::move(what);
}

}  // namespace stepline::server
