// Sources of live samples: lines of text on a TCP port or a Unix socket. Included by net.cpp alone.
#pragma once

#include "net.hpp"
#include "net_connection.hpp"

#include <set>

namespace erfd::server {

/// Never writes more than short replies and never waits for a client of the page, so that nothing
/// but its own connection can slow a source down.
template <class Protocol>
class SourcePort {
 public:
  static constexpr std::size_t most_line_bytes = std::size_t{64} << 10;
  static constexpr std::size_t most_sources = 8;

  SourcePort(asio::io_context& io, const typename Protocol::endpoint& at) : acceptor_(io) {
    acceptor_.open(at.protocol());
    if constexpr (std::is_same_v<Protocol, Tcp>)
      acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(at);
    acceptor_.listen();
  }

  typename Protocol::endpoint address() const { return acceptor_.local_endpoint(); }

  /// Numbers of sources are unique over all ports: they count on from `first` in steps of two.
  static awaitable<void> accept_all(SourcePort& port, std::uint64_t first, Events& events) {
    asio::steady_timer pause(port.acceptor_.get_executor());
    for (std::uint64_t number = first;; number += 2) {
      ErrorCode ec;
      Socket socket = co_await port.acceptor_.async_accept(or_code(ec));
      if (ec == asio::error::operation_aborted) co_return;
      if (!ec && port.count_ < most_sources)
        asio::co_spawn(port.acceptor_.get_executor(),
                       serve(port, std::move(socket), number, events), asio::detached);
      if (!ec) continue;
      pause.expires_after(100ms);  // out of file handles: no spinning
      co_await pause.async_wait(or_code(ec));
    }
  }

 private:
  using Socket = typename Protocol::socket;

  static awaitable<void> serve(SourcePort& port, Socket socket, std::uint64_t number,
                               Events& events) {
    ++port.count_;
    // A source that says nothing is let go; one that has introduced itself may rest.
    asio::steady_timer hello(socket.get_executor(), time_for_hello);
    hello.async_wait([&socket](const ErrorCode& ec) {
      ErrorCode ignored;
      if (!ec) socket.close(ignored);
    });
    try {
      co_await read_lines(socket, hello, number, events);
    } catch (const std::exception&) {
      ErrorCode ignored;
      socket.close(ignored);
    }
    hello.cancel();
    --port.count_;
    events.source_closed(number);
  }

  static awaitable<void> read_lines(Socket& socket, asio::steady_timer& hello, std::uint64_t number,
                                    Events& events) {
    std::string text, chunk(std::size_t{16} << 10, '\0');
    for (;;) {
      const std::size_t count = co_await socket.async_read_some(asio::buffer(chunk), or_throw);
      text.append(chunk, 0, count);
      std::size_t begin = 0;
      for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const SourceAnswer answer =
            events.source_line(number, std::string_view(text).substr(begin, end - begin));
        hello.cancel();
        if (!answer.reply.empty())
          co_await asio::async_write(socket, asio::buffer(answer.reply), or_throw);
        if (!answer.keep) co_return;
      }
      text.erase(0, begin);
      if (text.size() > most_line_bytes) co_return;
    }
  }

  typename Protocol::acceptor acceptor_;
  std::size_t count_ = 0;
};

}  // namespace erfd::server
