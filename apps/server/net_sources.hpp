// Sources of live samples: lines of text on a TCP port or a Unix socket. Included by net.cpp alone.
#pragma once

#include "net.hpp"
#include "net_connection.hpp"

#include <map>

namespace erfd::server {

inline constexpr const char *line_too_long = "{\"error\":\"a line is longer than 64 KiB\"}\n",
                            *sent_away =
                                "{\"error\":\"too many sources rest here; the oldest one makes "
                                "room for a new one\"}\n";

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
      if (ec) {  // out of file handles: no spinning
        pause.expires_after(100ms);
        co_await pause.async_wait(or_code(ec));
        continue;
      }
      try {
        port.take(std::move(socket), number, events);
      } catch (const std::exception&) {
        port.sources_.erase(number);  // no memory for it; the others go on
      }
    }
  }

  /// Closes those whose time is over. Called now and then.
  void watch(Clock::time_point now) {
    for (auto& [number, source] : sources_)
      if (now > source->deadline) source->close();
  }

 private:
  using Socket = typename Protocol::socket;

  struct Source {
    explicit Source(Socket s) : socket(std::move(s)) {}
    void close() {
      ErrorCode ignored;
      socket.close(ignored);
    }

    Socket socket;
    /// A source that says nothing is let go; one that has introduced itself may rest.
    Clock::time_point deadline = Clock::now() + time_for_hello;
    bool leaves = false;  ///< it is told why, and read from only until it knows
  };
  using SourcePtr = std::shared_ptr<Source>;

  void take(Socket socket, std::uint64_t number, Events& events) {
    make_room(events);
    auto source = std::make_shared<Source>(std::move(socket));
    sources_.emplace(number, source);
    asio::co_spawn(acceptor_.get_executor(), serve(*this, std::move(source), number, events),
                   asio::detached);
  }

  /// The oldest that is not listened to goes.
  void make_room(const Events& events) {
    std::size_t staying = 0;
    SourcePtr oldest;
    for (auto& [number, source] : sources_) {
      if (source->leaves) continue;
      ++staying;
      if (!oldest && !events.listens_to(number)) oldest = source;
    }
    if (staying >= most_sources && oldest) {
      oldest->leaves = true;
      ErrorCode ignored;
      oldest->socket.cancel(ignored);
    }
    if (sources_.size() < 2 * most_sources) return;
    for (auto& [number, source] : sources_)
      if (source->leaves) return source->close();  // too many that do not want to know
  }

  static awaitable<void> serve(SourcePort& port, SourcePtr source, std::uint64_t number,
                               Events& events) {
    std::string reply;
    try {
      reply = co_await read_lines(*source, number, events);
    } catch (const std::exception&) {
      if (source->leaves) reply = sent_away;
    }
    source->leaves = true;
    events.source_closed(number);
    try {
      source->deadline = Clock::now() + time_to_linger;
      if (!reply.empty()) {
        co_await asio::async_write(source->socket, asio::buffer(reply), or_throw);
        co_await linger(*source);
      }
    } catch (const std::exception&) {
      source->close();  // it is gone, and needs no reply
    }
    source->close();
    port.sources_.erase(number);
  }

  /// @return what the source is told at its end
  static awaitable<std::string> read_lines(Source& source, std::uint64_t number, Events& events) {
    std::string text, chunk(std::size_t{16} << 10, '\0');
    for (;;) {
      const std::size_t count =
          co_await source.socket.async_read_some(asio::buffer(chunk), or_throw);
      text.append(chunk, 0, count);
      std::size_t begin = 0;
      for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const SourceAnswer answer =
            events.source_line(number, std::string_view(text).substr(begin, end - begin));
        source.deadline = Clock::time_point::max();
        if (!answer.keep) co_return answer.reply;
        if (!answer.reply.empty())
          co_await asio::async_write(source.socket, asio::buffer(answer.reply), or_throw);
      }
      text.erase(0, begin);
      if (text.size() > most_line_bytes) co_return line_too_long;
      if (source.leaves) throw boost::system::system_error(asio::error::operation_aborted);
    }
  }

  typename Protocol::acceptor acceptor_;
  std::map<std::uint64_t, SourcePtr> sources_;  ///< in the order in which they came
};

}  // namespace erfd::server
