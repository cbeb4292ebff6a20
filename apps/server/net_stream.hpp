// A TCP connection, with TLS around it where its door has a certificate. Included by net.cpp alone.
#pragma once

#include <optional>
#include <utility>  // before Asio 1.74, which uses std::exchange without it

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

namespace erfd::server {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

class Stream {
 public:
  using executor_type = Tcp::socket::executor_type;

  /// @param tls  none: the bytes go as they are
  Stream(Tcp::socket socket, ssl::context* tls) : socket_(std::move(socket)) {
    if (tls != nullptr) tls_.emplace(socket_, *tls);
  }

  executor_type get_executor() { return socket_.get_executor(); }
  Tcp::socket& socket() { return socket_; }
  bool is_secure() const { return tls_.has_value(); }

  template <class Token>
  auto async_handshake(Token&& token) {
    return tls_->async_handshake(ssl::stream_base::server, std::forward<Token>(token));
  }
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    if (tls_) return tls_->async_read_some(buffers, std::forward<Token>(token));
    return socket_.async_read_some(buffers, std::forward<Token>(token));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    if (tls_) return tls_->async_write_some(buffers, std::forward<Token>(token));
    return socket_.async_write_some(buffers, std::forward<Token>(token));
  }

 private:
  Tcp::socket socket_;
  std::optional<ssl::stream<Tcp::socket&>> tls_;
};

// How Beast ends a connection of its own. The frames of a WebSocket say that it is complete, the lengths
// of HTTP do: nothing is lost by ending TLS with the socket.
inline void beast_close_socket(Stream& stream) {
  ErrorCode ignored;
  stream.socket().close(ignored);
}
inline void teardown(beast::role_type role, Stream& stream, ErrorCode& ec) {
  beast::websocket::teardown(role, stream.socket(), ec);
}
template <class Handler>
void async_teardown(beast::role_type role, Stream& stream, Handler&& handler) {
  beast::websocket::async_teardown(role, stream.socket(), std::forward<Handler>(handler));
}

}  // namespace erfd::server
