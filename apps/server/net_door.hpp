// One address that is listened on: its gate, its connections, HTTP and WebSocket. Included by net.cpp alone.
#pragma once

#include "assets.hpp"
#include "net_session.hpp"
#include "response_head.hpp"

#include <map>

namespace erfd::server {

inline constexpr int send_buffer_bytes = 256 * 1024;

inline bool asks_for_socket(const Head& head) {
  return beast::iequals(std::string(head.field("upgrade")), "websocket");
}

inline bool is_json(std::string_view type) {
  return type == "application/json" || type == "application/json; charset=utf-8" ||
         type == "application/json;charset=UTF-8";
}

/// Of those that a Foxglove client offers; empty: none of them. The new one has the same messages.
inline std::string foxglove_protocol(std::string_view offered) {
  for (const char* known : {"foxglove.sdk.v1", "foxglove.websocket.v1"})
    for (std::string_view rest = offered; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string_view word = rest.substr(0, comma);
      while (word.starts_with(' ')) word.remove_prefix(1);
      if (word == known) return known;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  return {};
}

inline http::request<http::empty_body> upgrade_request(const Head& head) {
  http::request<http::empty_body> request(http::verb::get, head.path, 11);
  for (const auto& [name, value] : head.fields) request.insert(name, value);
  return request;
}

/// What a request without a body for the application asks of this layer alone.
inline int refusal_of_method(const Head& head) {
  const bool api = head.path.starts_with("/api/");
  const bool changes = head.method == "POST" || head.method == "PUT";
  if (head.method != "GET" && !(api && changes)) return 405;
  if (!changes) return head.content_length > 0 ? 400 : 0;
  if (!is_json(head.field("content-type"))) return 415;
  return head.has("content-length") ? 0 : 411;
}

/// What a door leads to.
struct DoorSettings {
  Tcp::endpoint at;
  std::string token;
  GateSettings gate = {};  ///< its port is that of the socket
  std::size_t most_connections =
      0;  ///< the oldest one that waits or has not shown the token makes room
};

class Door {
 public:
  /// @param tls  none: plain HTTP. Lives as long as the door.
  Door(asio::io_context& io, DoorSettings settings, ssl::context* tls)
      : io_(io), settings_(std::move(settings)), tls_(tls), acceptor_(io), gate_(listen()) {}

  const Gate& gate() const { return gate_; }
  void open(Events& events) {
    events_ = &events;
    asio::co_spawn(io_, accept_all(), asio::detached);
  }

  /// Closes those whose time is over. Called now and then.
  void watch(Clock::time_point now) {
    for (auto& [number, connection] : connections_)
      if (now > connection->deadline) connection->close();
    for (auto i = sessions_.begin(); i != sessions_.end();) {
      const auto session = i->lock();
      if (session) session->watch(now);
      i = session ? std::next(i) : sessions_.erase(i);
    }
  }

 private:
  Gate listen() {
    acceptor_.open(settings_.at.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(settings_.at);
    acceptor_.listen();
    return {acceptor_.local_endpoint().port(), settings_.token, settings_.gate};
  }

  awaitable<void> accept_all() {
    asio::steady_timer pause(io_);
    for (std::uint64_t number = 0;; ++number) {
      ErrorCode ec;
      Tcp::socket socket = co_await acceptor_.async_accept(or_code(ec));
      if (ec) {  // out of file handles: no spinning
        pause.expires_after(100ms);
        co_await pause.async_wait(or_code(ec));
        continue;
      }
      try {
        take(std::move(socket), number);
      } catch (const std::exception&) {
        connections_.erase(number);  // no memory for it; the others go on
      }
    }
  }

  void take(Tcp::socket socket, std::uint64_t number) {
    if (connections_.size() >= settings_.most_connections) evict();
    if (connections_.size() >= settings_.most_connections) return;
    ErrorCode ignored;
    socket.set_option(Tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
    auto connection = std::make_shared<Connection>(std::move(socket), tls_, number);
    connections_.emplace(number, connection);
    asio::co_spawn(io_, serve(std::move(connection)), asio::detached);
  }

  /// Half-open connections must not keep honest ones out: the oldest idle one goes.
  void evict() {
    for (auto& [number, connection] : connections_)
      if (connection->idle) {
        connection->close();
        connections_.erase(number);
        return;
      }
  }

  awaitable<void> serve(ConnectionPtr connection) {
    try {
      std::string received;
      if (connection->stream.is_secure()) co_await connection->stream.async_handshake(or_throw);
      while (co_await exchange(connection, received)) {
      }
    } catch (const std::exception&) {
      connection->close();  // the client is gone, too slow, or broke the protocol
    }
    connection->close();
    connections_.erase(connection->number);
  }

  /// One request and its answer. @return the connection stays
  awaitable<bool> exchange(ConnectionPtr connection, std::string& received) {
    connection->deadline = Clock::now() + time_for_head;
    connection->idle = true;
    std::size_t size = 0;
    int refusal = co_await read_head(*connection, received, size);
    std::string host;
    if (refusal != 0) co_return co_await refuse(*connection, refusal, host);
    const HeadResult parsed = parse_head(std::string_view(received).substr(0, size));
    received.erase(0, size);
    const Head& head = parsed.head;
    if (parsed.refusal != 0) co_return co_await refuse(*connection, parsed.refusal, host);
    refusal = gate_.refusal(head);
    if (refusal != 0)
      co_return co_await refuse(*connection, refusal, host, gate_.sentence(refusal));
    host = head.field("host");
    if (asks_for_socket(head)) co_return co_await open_socket(connection, head, received);
    refusal = refusal_of_method(head);
    if (refusal == 0 && head.path.starts_with("/api/") && !gate_.has_token(head)) {
      co_await penalty_.wait();
      refusal = 401;
    }
    if (refusal != 0) co_return co_await refuse(*connection, refusal, host);
    connection->idle = !gate_.has_token(head);  // slow readers of the page lock nobody out
    Request request;
    request.method = head.method;
    request.path = head.path;
    request.query = head.query;
    co_await read_body(*connection, received, head.content_length, request.body);
    const Response response = answer(request);
    const bool last = head.field("connection") == "close";
    co_await write(*connection, response, host, last);
    co_return !last;
  }

  static awaitable<int> read_head(Connection& connection, std::string& received,
                                  std::size_t& size) {
    char chunk[4096];
    for (std::size_t seen = 0;;) {
      const std::size_t end = received.find("\r\n\r\n");
      if (end != std::string::npos && end + 4 <= most_head_bytes) {
        size = end + 4;
        co_return 0;
      }
      for (; end == std::string::npos && seen < received.size(); ++seen)
        if (received[seen] == '\n' && (seen == 0 || received[seen - 1] != '\r')) co_return 400;
      if (received.size() > most_head_bytes)
        co_return received.find('\n') == std::string::npos ? 414 : 431;
      const std::size_t count =
          co_await connection.stream.async_read_some(asio::buffer(chunk), or_throw);
      received.append(chunk, count);
    }
  }

  static awaitable<void> read_body(Connection& connection, std::string& received, std::size_t size,
                                   std::string& body) {
    connection.deadline = Clock::now() + time_for_body;
    const std::size_t there = std::min(size, received.size());
    body.assign(received, 0, there);
    received.erase(0, there);
    body.resize(size);
    if (there < size)
      co_await asio::async_read(connection.stream, asio::buffer(body.data() + there, size - there),
                                or_throw);
  }

  Response answer(const Request& request) {
    if (request.path.starts_with("/api/")) return events_->answer(request);
    Response response;
    if (const auto asset = find_asset(request.path)) {
      response.type = asset->type;
      response.body = SharedBytes::constant(asset->bytes);
    } else {
      response.status = 404;
      response.body = refusal_body(404);
    }
    return response;
  }

  static awaitable<void> write(Connection& connection, const Response& response,
                               const std::string& host, bool last) {
    const std::size_t size = response.body.bytes.size();
    const std::string head = response_head(response.status, response.type, size, host,
                                           connection.stream.is_secure(), last);
    connection.deadline = Clock::now() + time_to_write(size);
    co_await asio::async_write(connection.stream, asio::buffer(head), or_throw);
    if (response.status != 204)
      co_await asio::async_write(connection.stream, asio::buffer(response.body.bytes), or_throw);
  }

  /// @param sentence  what is wrong; empty: what the status says
  static awaitable<bool> refuse(Connection& connection, int status, const std::string& host,
                                std::string_view sentence = {}) {
    Response response;
    response.status = status;
    response.body = refusal_body(status, sentence);
    co_await write(connection, response, host, true);
    co_await linger(connection);
    co_return false;
  }

  /// A page shows the token in its first message, Foxglove in the address, other programs, which
  /// have no Origin, in the head.
  awaitable<bool> open_socket(ConnectionPtr connection, const Head& head,
                              const std::string& received) {
    const bool foxglove = head.path == "/foxglove";
    const std::string host(head.field("host"));
    std::string protocol;
    if (foxglove) protocol = foxglove_protocol(head.field("sec-websocket-protocol"));
    int refusal = 0;
    std::string_view sentence;
    if (!foxglove && head.path != "/ws") refusal = 404;
    if (head.method != "GET" || head.content_length > 0 || !received.empty()) refusal = 400;
    if (refusal == 0 && foxglove && protocol.empty()) {
      refusal = 400;
      sentence = "expected Sec-WebSocket-Protocol: foxglove.websocket.v1 or foxglove.sdk.v1";
    }
    const bool token = gate_.has_token(head) ||
                       (foxglove && gate_.is_token(query_value(head.query, "token").value_or("")));
    if (refusal == 0 && !token && (foxglove || !head.has("origin"))) {
      co_await penalty_.wait();
      refusal = 403;
      sentence = "the token is missing or wrong; use the address that erfd serve printed";
    }
    if (refusal != 0) co_return co_await refuse(*connection, refusal, host, sentence);
    const Peer::Kind kind = foxglove ? Peer::Kind::foxglove : Peer::Kind::page;
    auto session = std::make_shared<Session>(connection, kind, token, gate_, penalty_);
    sessions_.push_back(session);
    // Names for all arguments: GCC 12 destroys temporaries of a co_await expression twice.
    auto request = upgrade_request(head);
    co_await Session::run(std::move(session), std::move(request), protocol, *events_);
    co_return false;
  }

  asio::io_context& io_;
  DoorSettings settings_;
  ssl::context* tls_;
  Events* events_ = nullptr;
  Tcp::acceptor acceptor_;
  Gate gate_;
  std::map<std::uint64_t, ConnectionPtr> connections_;
  std::vector<std::weak_ptr<Session>> sessions_;
  Penalty penalty_;
};

}  // namespace erfd::server
