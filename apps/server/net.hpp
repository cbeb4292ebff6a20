// Sockets of the server, behind an interface without Boost: net.cpp alone compiles Asio and Beast.
#pragma once

#include "gate.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace erfd::server {

/// Bytes that many clients are sent at a time, and what keeps them alive.
struct SharedBytes {
  SharedBytes() = default;
  SharedBytes(std::string text)
      : owner(std::make_shared<const std::string>(std::move(text))), bytes(*owner) {}
  SharedBytes(std::shared_ptr<const std::string> whole, std::string_view part)
      : owner(std::move(whole)), bytes(part) {}
  /// Bytes that live as long as the program.
  static SharedBytes constant(std::string_view bytes) { return {nullptr, bytes}; }

  std::shared_ptr<const std::string> owner;
  std::string_view bytes;
};

/// A request that passed the gate: Host, Origin, token, sizes, content type.
struct Request {
  std::string method, path, query, body;
};

struct Response {
  int status = 200;
  SharedBytes body = {};
  std::string type = "application/json";
};

/// What may happen to a message when its client does not read.
enum class Delivery {
  must,    ///< kept; a client whose queue is full of these is closed
  live,    ///< the oldest are dropped
  result,  ///< replaced by the next result; shared by all clients, so not counted
  robot    ///< the same for documents of live robots
};

/// A client on a WebSocket. All calls on the thread of Net::run().
class Peer {
 public:
  enum class Kind { page, foxglove };
  virtual ~Peer() = default;
  virtual Kind kind() const = 0;
  /// Of the address that it came to.
  virtual const Gate& gate() const = 0;
  /// The client showed the token, by header or message; until then it has 5 s.
  virtual bool admitted() const = 0;
  virtual void admit() = 0;
  virtual void send(SharedBytes message, Delivery delivery, bool binary = false) = 0;
  /// Live messages that were dropped because the client did not read.
  virtual std::uint64_t dropped() const = 0;
};
using PeerPtr = std::shared_ptr<Peer>;

/// What a source of live samples is told.
struct SourceAnswer {
  std::string reply;  ///< a line; may be empty
  bool keep = true;   ///< false: the connection is closed behind the reply
};

/// What the server does with what comes in. Called on the thread of Net::run(), never at the same
/// time; an exception closes the connection that caused it.
class Events {
 public:
  virtual ~Events() = default;
  virtual Response answer(const Request& request) = 0;
  virtual void opened(const PeerPtr& peer) = 0;
  /// @return false: the message is refused, the client is closed
  virtual bool received(const PeerPtr& peer, std::string_view text) = 0;
  virtual void closed(const PeerPtr& peer) = 0;
  virtual SourceAnswer source_line(std::uint64_t source, std::string_view line) = 0;
  virtual void source_closed(std::uint64_t source) = 0;
  /// Others may be sent away when room is needed.
  virtual bool listens_to(std::uint64_t source) const = 0;
  /// Every 16 ms while live samples are listened for.
  virtual void tick() = 0;
};

/// Where viewers of other machines may watch.
struct RemoteSettings {
  std::string address;           ///< of this machine, as 192.168.1.20; 0.0.0.0: all of them
  std::uint16_t port = 0;        ///< 0: the system chooses
  std::string certificate, key;  ///< files in PEM
  std::string token;             ///< of viewers
};

struct NetSettings {
  std::uint16_t port = 0;                     ///< 0: the system chooses
  std::optional<std::uint16_t> live_port;     ///< TCP for sources; none: closed
  std::optional<std::string> live_socket;     ///< Unix socket for sources, mode 0600
  std::vector<std::string> foxglove_origins;  ///< see Gate
  std::optional<RemoteSettings> remote = {};
};

/// Listens on 127.0.0.1, and elsewhere for viewers only, with TLS.
class Net {
 public:
  /// Opens the ports. @throws Error if one is taken, or a certificate cannot be used.
  explicit Net(NetSettings settings);
  ~Net();
  Net(const Net&) = delete;
  Net& operator=(const Net&) = delete;

  const Gate& gate() const;
  /// Of viewers from other machines; null: there is none.
  const Gate* remote_gate() const;
  std::uint16_t live_port() const;

  /// Serves until stop(), SIGINT, SIGTERM or, unless it is ignored, SIGHUP.
  void run(Events& events);
  /// From any thread.
  void stop();
  void post(std::function<void()> work);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace erfd::server
