#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stepline::server {

struct RawResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  // Names in lower case.
  std::string body;                            // Chunks joined.
};

// A client that says exactly what it is told to, byte by byte. Waits at most
// ten seconds for anything.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer_bytes = 0);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // False when the other end does not take it.
  bool send(std::string_view bytes);
  // A GET with its Host, and further lines of the head.
  bool get(std::string_view target, std::string_view more = "");

  // The next response, or nothing where the connection ends before it does.
  std::optional<RawResponse> response(bool has_body = true);
  // The head of the next response alone.
  std::optional<RawResponse> head();
  // Whether the other end closes, whatever it sends before.
  bool ends();
  // Some bytes more; empty at the end.
  std::string some();

  // The live stream's handshake; true where it is accepted.
  bool open_live(std::string_view target, std::string_view more = "");
  // The next text; nothing when the stream ends (by a close frame, too).
  std::optional<std::string> live_text();
  bool send_frame(unsigned opcode, std::string_view payload);

  void close();
  void shut_sending();
  int descriptor() const { return socket_; }

 private:
  bool receive();
  std::optional<std::string> take_line();
  bool take(std::size_t bytes, std::string& to);

  int socket_;
  std::uint16_t port_;
  std::string buffer_;
};

}  // namespace stepline::server
