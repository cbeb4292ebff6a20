// One connection of a client. Included by net.cpp alone.
#pragma once

#include "net_stream.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>

namespace erfd::server {

using Clock = std::chrono::steady_clock;
using asio::awaitable;
using namespace std::chrono_literals;

/// Total times, not times between bytes: one byte a minute gains nothing.
inline constexpr auto time_for_head = 5s, time_for_body = 10s, time_for_hello = 5s,
                      time_for_write = 10s, time_to_linger = 1s, silence_before_ping = 15s,
                      longest_silence = 30s;

/// Completion by exception, and by an error code that is looked at.
inline constexpr auto or_throw = asio::use_awaitable;
inline auto or_code(ErrorCode& code) { return asio::redirect_error(asio::use_awaitable, code); }

inline Clock::duration time_to_write(std::size_t bytes) {
  return time_for_write + std::chrono::seconds(bytes >> 20);  // 1 s more for each MiB
}

/// The watchman closes the socket when the deadline has passed; whoever waits on it then gives up.
struct Connection {
  Connection(Tcp::socket s, ssl::context* tls, std::uint64_t n)
      : stream(std::move(s), tls), socket(stream.socket()), number(n) {}

  void close() {
    ErrorCode ignored;
    socket.close(ignored);
  }

  Stream stream;
  Tcp::socket& socket;
  std::uint64_t number;  ///< older connections have smaller ones
  Clock::time_point deadline = Clock::now() + time_for_head;
  /// It has not shown the token, or waits for its next request: the first to go when room is needed.
  bool idle = true;
};
using ConnectionPtr = std::shared_ptr<Connection>;

/// Guessing a token gets slow; the right one stays quick.
class Penalty {
 public:
  awaitable<void> wait() {
    if (++failures_ <= free_failures) co_return;
    asio::steady_timer pause(co_await asio::this_coro::executor, 1s);
    co_await pause.async_wait(or_throw);
  }

 private:
  static constexpr int free_failures = 10;
  int failures_ = 0;
};

/// A refusal must arrive although the client still sends: closing at once would reset the connection
/// and take the answer away.
/// @param connection  has a socket, and a deadline that somebody watches
template <class C>
awaitable<void> linger(C& connection) {
  ErrorCode ec;
  connection.socket.shutdown(asio::socket_base::shutdown_send, ec);
  connection.deadline = Clock::now() + time_to_linger;
  char scratch[4096];
  for (std::size_t total = 0; !ec && total < (std::size_t{4} << 20);)
    total += co_await connection.socket.async_read_some(asio::buffer(scratch), or_code(ec));
}

}  // namespace erfd::server
