// A client on a WebSocket: one loop reads, one writes from a bounded queue. Included by net.cpp alone.
#pragma once

#include "net.hpp"
#include "net_connection.hpp"

#include <deque>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

namespace erfd::server {

namespace http = beast::http;
namespace websocket = beast::websocket;

/// Events in the last second, against floods of small messages.
class Rate {
 public:
  explicit Rate(int most) : most_(most) {}
  /// @return false: one too many
  bool count() {
    const auto now = Clock::now();
    if (now - begin_ > 1s) {
      begin_ = now;
      seen_ = 0;
    }
    return ++seen_ <= most_;
  }

 private:
  int most_, seen_ = 0;
  Clock::time_point begin_ = Clock::now();
};

class Session final : public Peer, public std::enable_shared_from_this<Session> {
 public:
  static constexpr std::size_t most_queued_bytes = std::size_t{1} << 20;
  static constexpr std::size_t most_message_bytes = std::size_t{64} << 10;

  Session(ConnectionPtr connection, Kind kind, bool admitted, const Gate& gate, Penalty& penalty)
      : connection_(std::move(connection)),
        socket_(connection_->stream),
        wake_(connection_->socket.get_executor()),
        kind_(kind),
        gate_(gate),
        penalty_(penalty) {
    connection_->deadline = Clock::now() + time_for_hello;
    if (admitted) admit();
    socket_.read_message_max(most_message_bytes);
    socket_.auto_fragment(false);
    socket_.control_callback([this](websocket::frame_type type, beast::string_view) {
      heard_ = Clock::now();
      if (type == websocket::frame_type::pong) pinged_ = false;
      if (type == websocket::frame_type::ping && !pings_.count()) connection_->close();
    });
  }

  Kind kind() const override { return kind_; }
  const Gate& gate() const override { return gate_; }
  bool admitted() const override { return admitted_; }
  void admit() override {
    admitted_ = true;
    connection_->idle = false;
    connection_->deadline = Clock::time_point::max();
  }
  std::uint64_t dropped() const override { return dropped_; }

  void send(SharedBytes message, Delivery delivery, bool binary) override {
    if (over_) return;
    if (is_shared(delivery))
      std::erase_if(queue_, [&](const Item& i) { return i.delivery == delivery; });
    else
      make_room(message.bytes.size());
    if (queued_ + counted(message, delivery) > most_queued_bytes) return connection_->close();
    queued_ += counted(message, delivery);
    queue_.push_back({std::move(message), delivery, binary});
    wake_.cancel();
  }

  /// Keeps the connection alive, or gives it up. Called now and then.
  void watch(Clock::time_point now) {
    if (!open_) return;
    if (now > write_deadline_) return connection_->close();
    if (writes()) return;  // who reads a long message answers behind it
    if (now - heard_ > longest_silence) return connection_->close();
    if (now - heard_ > silence_before_ping && !ping_due_ && !pinged_) {
      ping_due_ = true;
      wake_.cancel();
    }
  }

  /// Runs the client from the handshake to its end.
  static awaitable<void> run(std::shared_ptr<Session> self, http::request<http::empty_body> request,
                             std::string protocol, Events& events) {
    self->offer(protocol);
    co_await self->socket_.async_accept(request, or_throw);
    self->open_ = true;
    self->heard_ = Clock::now();
    asio::co_spawn(self->wake_.get_executor(), write_all(self), asio::detached);
    try {
      events.opened(self);
      co_await read_all(self, events);
    } catch (const std::exception&) {
      self->connection_->close();  // gone, or what it sent broke the protocol
    }
    self->over_ = true;
    self->open_ = false;
    self->wake_.cancel();
    events.closed(self);
  }

 private:
  struct Item {
    SharedBytes message;
    Delivery delivery;
    bool binary;
  };

  static bool is_shared(Delivery delivery) {
    return delivery == Delivery::result || delivery == Delivery::robot;
  }

  static std::size_t counted(const SharedBytes& message, Delivery delivery) {
    return is_shared(delivery) ? 0 : message.bytes.size() + sizeof(Item);
  }

  bool writes() const { return write_deadline_ != Clock::time_point::max(); }

  void make_room(std::size_t bytes) {
    for (auto i = queue_.begin();
         i != queue_.end() && queued_ + bytes + sizeof(Item) > most_queued_bytes;) {
      if (i->delivery != Delivery::live) {
        ++i;
        continue;
      }
      queued_ -= counted(i->message, i->delivery);
      i = queue_.erase(i);
      ++dropped_;
    }
  }

  void offer(const std::string& protocol) {
    socket_.set_option(websocket::stream_base::decorator([protocol](websocket::response_type& r) {
      r.set(http::field::server, "erfd");
      if (!protocol.empty()) r.set(http::field::sec_websocket_protocol, protocol);
    }));
  }

  static awaitable<void> read_all(std::shared_ptr<Session> self, Events& events) {
    beast::flat_buffer buffer(most_message_bytes);
    for (;;) {
      co_await self->socket_.async_read(buffer, or_throw);
      self->heard_ = Clock::now();
      self->pinged_ = false;
      const std::string_view text(static_cast<const char*>(buffer.data().data()), buffer.size());
      const bool fine =
          self->socket_.got_text() && self->messages_.count() && events.received(self, text);
      if (!fine) {
        const websocket::close_reason refused(websocket::close_code::policy_error);
        self->over_ = true;
        if (!self->admitted_) co_await self->penalty_.wait();
        if (!self->writes()) co_await self->socket_.async_close(refused, or_throw);
        co_return;
      }
      buffer.consume(buffer.size());
    }
  }

  static awaitable<void> write_all(std::shared_ptr<Session> self) {
    try {
      while (!self->over_) {
        if (self->ping_due_)
          co_await self->ping();
        else if (self->queue_.empty())
          co_await self->sleep();
        else
          co_await self->write_next();
      }
    } catch (const std::exception&) {
      self->connection_->close();  // the reader notices
    }
  }

  awaitable<void> sleep() {
    ErrorCode woken;
    wake_.expires_at(Clock::time_point::max());
    co_await wake_.async_wait(or_code(woken));
  }

  awaitable<void> ping() {
    ping_due_ = false;
    pinged_ = true;
    const websocket::ping_data nothing;
    co_await socket_.async_ping(nothing, or_throw);
  }

  awaitable<void> write_next() {
    const Item item = std::move(queue_.front());
    queue_.pop_front();
    queued_ -= counted(item.message, item.delivery);
    socket_.binary(item.binary);
    const auto begin = Clock::now();
    write_deadline_ = begin + time_to_write(item.message.bytes.size());
    co_await socket_.async_write(asio::buffer(item.message.bytes), or_throw);
    write_deadline_ = Clock::time_point::max();
    const auto end = Clock::now();
    heard_ = std::min(end, heard_ + (end - begin));  // the time of the message is no silence
  }

  ConnectionPtr connection_;
  websocket::stream<Stream&, false> socket_;  // no permessage-deflate: no bombs
  asio::steady_timer wake_;
  Kind kind_;
  const Gate& gate_;
  Penalty& penalty_;
  bool admitted_ = false, open_ = false, over_ = false, ping_due_ = false, pinged_ = false;
  std::deque<Item> queue_;
  std::size_t queued_ = 0;
  std::uint64_t dropped_ = 0;
  Clock::time_point heard_ = Clock::now(), write_deadline_ = Clock::time_point::max();
  Rate messages_{100}, pings_{20};
};

}  // namespace erfd::server
