#include "server/http/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace stepline::server {

RawClient::RawClient(std::uint16_t port, int receive_buffer_bytes)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)), port_(port) {
  const timeval patience{10, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (receive_buffer_bytes > 0) {
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes,
                 sizeof receive_buffer_bytes);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address),
                sizeof address) != 0) {
    throw std::runtime_error("cannot connect");
  }
}

RawClient::~RawClient() { close(); }

void RawClient::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

void RawClient::shut_sending() { ::shutdown(socket_, SHUT_WR); }

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawClient::get(std::string_view target, std::string_view more) {
  return send("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost:" +
              std::to_string(port_) + "\r\n" + std::string(more) + "\r\n");
}

bool RawClient::receive() {
  std::array<char, 65536> bytes;
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::string RawClient::some() {
  if (buffer_.empty()) receive();
  return std::exchange(buffer_, "");
}

bool RawClient::ends() {
  while (true) {
    std::array<char, 65536> bytes;
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (got == 0) return true;
    if (got < 0) return errno == ECONNRESET;
  }
}

std::optional<std::string> RawClient::take_line() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!receive()) return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

bool RawClient::take(std::size_t bytes, std::string& to) {
  while (buffer_.size() < bytes) {
    if (!receive()) return false;
  }
  to.append(buffer_, 0, bytes);
  buffer_.erase(0, bytes);
  return true;
}

std::optional<RawResponse> RawClient::head() {
  const auto status = take_line();
  if (!status || !status->starts_with("HTTP/1.1 ")) return std::nullopt;
  RawResponse response;
  response.status = std::stoi(status->substr(9, 3));
  while (true) {
    const auto line = take_line();
    if (!line) return std::nullopt;
    if (line->empty()) return response;
    std::string name = line->substr(0, line->find(": "));
    std::ranges::transform(name, name.begin(), ::tolower);
    response.headers[name] += line->substr(line->find(": ") + 2);
  }
}

std::optional<RawResponse> RawClient::response(bool has_body) {
  auto response = head();
  if (!response || !has_body || response->status == 304) return response;
  const auto length = response->headers.find("content-length");
  if (length != response->headers.end()) {
    if (!take(std::stoul(length->second), response->body)) return std::nullopt;
    return response;
  }
  if (!response->headers.contains("transfer-encoding")) {
    do {
      response->body += std::exchange(buffer_, "");
    } while (receive());
    return response;
  }
  while (true) {
    const auto size = take_line();
    if (!size) return std::nullopt;
    const std::size_t bytes = std::stoul(*size, nullptr, 16);
    if (!take(bytes, response->body)) return std::nullopt;
    const auto empty = take_line();
    if (!empty || !empty->empty()) return std::nullopt;
    if (bytes == 0) return response;
  }
}

bool RawClient::open_live(std::string_view target, std::string_view more) {
  const std::string upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
      std::string(more);
  if (!get(target, upgrade)) return false;
  const auto response = head();
  return response && response->status == 101 &&
         response->headers.contains("sec-websocket-accept");
}

std::optional<std::string> RawClient::live_text() {
  while (true) {
    std::string frame;
    if (!take(2, frame)) return std::nullopt;
    const unsigned opcode = static_cast<unsigned char>(frame[0]) & 15u;
    std::uint64_t size = static_cast<unsigned char>(frame[1]);
    const std::size_t longer = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (longer > 0) {
      std::string number;
      if (!take(longer, number)) return std::nullopt;
      size = 0;
      for (const char c : number)
        size = size << 8 | static_cast<unsigned char>(c);
    }
    std::string payload;
    if (!take(size, payload)) return std::nullopt;
    if (opcode == 8) return std::nullopt;
    if (opcode == 1) return payload;
  }
}

bool RawClient::send_frame(unsigned opcode, std::string_view payload) {
  std::string frame;
  frame += static_cast<char>(0x80 | opcode);
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 255);
  }
  frame += std::string(4, '\0');  // A mask that changes nothing.
  return send(frame + std::string(payload));
}

}  // namespace stepline::server
