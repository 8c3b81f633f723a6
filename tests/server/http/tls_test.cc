#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <atomic>
#include <memory>
#include <string>

#include "server/http/running_server.h"

namespace stepline::server {
namespace {

using testing::HasSubstr;

struct Identity {
  std::string certificate;
  std::string key;
};

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  return text;
}

// A key, and a certificate that it signed itself.
Identity make_identity(const char* password = nullptr) {
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  X509* const certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_sign(certificate, key, EVP_sha256());
  BIO* const key_text = BIO_new(BIO_s_mem());
  BIO* const certificate_text = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(key_text, key,
                           password == nullptr ? nullptr : EVP_aes_256_cbc(),
                           nullptr, 0, nullptr, const_cast<char*>(password));
  PEM_write_bio_X509(certificate_text, certificate);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return {text_of(certificate_text), text_of(key_text)};
}

class TlsTest : public RunningServer {
 protected:
  TlsTest() { identify(make_identity()); }

  void identify(const Identity& identity) {
    options_.certificate = identity.certificate;
    options_.key = identity.key;
  }
  std::string refusal() {
    const auto server = Server::start(options_, service_, feed_);
    return server ? "" : server.error().message;
  }
};

// OpenSSL's own client over a RawClient's socket.
class TlsClient {
 public:
  TlsClient(std::uint16_t port, int newest)
      : raw_(port), context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_set_security_level(context_, 0);
    SSL_CTX_set_min_proto_version(context_, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context_, newest);
    ssl_ = SSL_new(context_);
    SSL_set_fd(ssl_, raw_.descriptor());
    connected_ = SSL_connect(ssl_) == 1;
  }
  ~TlsClient() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
  }

  bool is_connected() const { return connected_; }
  int version() const { return SSL_version(ssl_); }
  void send(const std::string& text) {
    SSL_write(ssl_, text.data(), static_cast<int>(text.size()));
  }
  // Until the other end has said all of it.
  std::string read_until(std::string_view end) {
    std::string text;
    char bytes[16384];
    int got = 0;
    while (!text.ends_with(end) &&
           (got = SSL_read(ssl_, bytes, sizeof bytes)) > 0) {
      text.append(bytes, static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  RawClient raw_;
  SSL_CTX* context_;
  SSL* ssl_ = nullptr;
  bool connected_ = false;
};

constexpr char kRequest[] =
    "GET /api/hello HTTP/1.1\r\nHost: localhost\r\n\r\n";

TEST_F(TlsTest, AnswersManyRequestsOnOneConnection) {
  start();
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(port(), version);
    ASSERT_TRUE(client.is_connected());
    EXPECT_EQ(client.version(), version);
    for (int i = 0; i < 3; ++i) {
      client.send(kRequest);
      EXPECT_THAT(client.read_until("hello"), HasSubstr("\r\n\r\nhello"));
    }
  }
}

TEST_F(TlsTest, KeepsWhatComesWhileItWorks) {
  service_.at("/api/long", [](const Request& request) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return error_response(request.is_cancelled() ? 500 : 200, "done");
  });
  start();
  TlsClient client(port(), TLS1_3_VERSION);
  client.send("GET /api/long HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.send(kRequest);
  const std::string text = client.read_until("hello");
  EXPECT_TRUE(text.starts_with("HTTP/1.1 200 "));
  EXPECT_THAT(text, HasSubstr("done"));
}

TEST_F(TlsTest, CancelsWorkForClientsThatHaveGone) {
  std::atomic<bool> begun = false;
  std::atomic<bool> cancelled = false;
  service_.at("/api/long", [&](const Request& request) {
    begun = true;
    cancelled = eventually([&] { return request.is_cancelled(); });
    return error_response(503, "nobody listens");
  });
  start();
  {
    TlsClient client(port(), TLS1_3_VERSION);
    client.send("GET /api/long HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ASSERT_TRUE(eventually([&] { return begun.load(); }));
  }
  EXPECT_TRUE(eventually([&] { return cancelled.load(); }));
}

TEST_F(TlsTest, CarriesTheLiveStream) {
  start();
  TlsClient client(port(), TLS1_3_VERSION);
  client.send(
      "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_THAT(client.read_until("reset"), HasSubstr("HTTP/1.1 101 "));
  feed_.grow();
  EXPECT_THAT(client.read_until("0..1"), HasSubstr("0..1"));
}

TEST_F(TlsTest, RefusesOldVersions) {
  start();
  EXPECT_FALSE(TlsClient(port(), TLS1_1_VERSION).is_connected());
  EXPECT_TRUE(TlsClient(port(), TLS1_2_VERSION).is_connected());
}

TEST_F(TlsTest, SurvivesWhatIsNoTls) {
  options_.limits.handshake = std::chrono::milliseconds(50);
  start();
  RawClient plain(port());
  plain.send(kRequest);
  EXPECT_TRUE(plain.ends());
  RawClient silent(port());
  EXPECT_TRUE(silent.ends());
  EXPECT_TRUE(TlsClient(port(), TLS1_3_VERSION).is_connected());
}

TEST_F(TlsTest, SaysWhatIsWrongWithTheFiles) {
  const Identity identity = make_identity();
  identify({"nothing", identity.key});
  EXPECT_THAT(refusal(), HasSubstr("the certificate is not one in PEM"));
  identify({identity.certificate, "nothing"});
  EXPECT_THAT(refusal(), HasSubstr("the key is not one in PEM"));
  identify({identity.certificate, make_identity().key});
  EXPECT_EQ(refusal(), "the key is not that of the certificate");
  identify(make_identity("secret"));
  EXPECT_THAT(refusal(), HasSubstr("without a password"));
}

}  // namespace
}  // namespace stepline::server
