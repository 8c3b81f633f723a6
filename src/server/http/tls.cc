#include "server/http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <boost/asio/buffer.hpp>

namespace stepline::server {
namespace {

namespace ssl = boost::asio::ssl;

Error wrong(const std::string& what, const boost::system::error_code& error) {
  return {ErrorCode::Io, what + ": " + error.message()};
}

}  // namespace

Result<std::unique_ptr<ssl::context>> make_tls_context(
    const std::string& certificate, const std::string& key) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  SSL_CTX* const native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                  SSL_OP_CIPHER_SERVER_PREFERENCE);
  boost::system::error_code error;
  context->use_certificate_chain(boost::asio::buffer(certificate), error);
  if (error) return wrong("the certificate is not one in PEM", error);
  // Otherwise OpenSSL would ask for it on the terminal.
  context->set_password_callback(
      [](std::size_t, ssl::context::password_purpose) { return ""; }, error);
  context->use_private_key(boost::asio::buffer(key), ssl::context::pem, error);
  if (error) {
    const bool mismatch =
        ERR_GET_REASON(static_cast<unsigned long>(error.value())) ==
        X509_R_KEY_VALUES_MISMATCH;
    if (!mismatch) {
      return wrong("the key is not one in PEM without a password", error);
    }
  }
  if (error || SSL_CTX_check_private_key(native) != 1) {
    ERR_clear_error();
    return Error{ErrorCode::Io, "the key is not that of the certificate"};
  }
  return context;
}

}  // namespace stepline::server
