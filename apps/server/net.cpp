// HTTP and WebSocket on one thread. The only file that compiles Asio, Beast and OpenSSL (half a minute).
#include "net.hpp"

#include "erfd/base/error.hpp"

#include "net_door.hpp"
#include "net_sources.hpp"
#include "net_tls.hpp"

#include <csignal>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace erfd::server {
namespace {

constexpr std::size_t most_connections = 256, most_viewers = 64;

using Unix = asio::local::stream_protocol;

Tcp::endpoint loopback(std::uint16_t port) { return {asio::ip::address_v4::loopback(), port}; }

/// What `work` returns; an error of the system names `what` could not be opened.
template <class Work>
auto opened(const std::string& what, const char* cure, Work work) {
  try {
    return work();
  } catch (const boost::system::system_error& error) {
    throw Error(fmt::format("{}: {}; {}", what, error.code().message(), cure));
  }
}

/// A socket file that nobody listens on is left from a run that was killed. Other errors tell nothing
/// about who uses it.
void remove_stale(const std::string& path, asio::io_context& io) {
  struct stat info = {};
  if (lstat(path.c_str(), &info) != 0) return;
  ErrorCode ec;
  Unix::socket probe(io);
  probe.connect(Unix::endpoint(path), ec);
  if (!S_ISSOCK(info.st_mode) || ec != asio::error::connection_refused)
    throw Error(fmt::format("--live-socket: {}: exists already; name another file", path));
  unlink(path.c_str());
}

/// The socket file is readable and writable for its owner from the start.
std::unique_ptr<SourcePort<Unix>> open_private(const std::string& path, asio::io_context& io) {
  remove_stale(path, io);
  const mode_t before = umask(0177);
  try {
    auto port = std::make_unique<SourcePort<Unix>>(io, Unix::endpoint(path));
    umask(before);
    return port;
  } catch (...) {
    umask(before);
    throw;
  }
}

}  // namespace

class Net::Impl {
 public:
  explicit Impl(NetSettings settings) : settings_(std::move(settings)), signals_(io_) {
    open_door();
    if (settings_.remote) open_remote(*settings_.remote);
    if (settings_.live_port)
      opened(fmt::format("--live-port {}", *settings_.live_port), "choose another one",
             [&] { sources_.emplace(io_, loopback(*settings_.live_port)); });
    if (settings_.live_socket)
      private_sources_ = opened("--live-socket: " + *settings_.live_socket, "name another file",
                                [&] { return open_private(*settings_.live_socket, io_); });
  }

  ~Impl() {
    if (private_sources_) unlink(settings_.live_socket->c_str());
  }

  const Gate& gate() const { return door_->gate(); }
  const Gate* remote_gate() const { return remote_ ? &remote_->gate() : nullptr; }
  std::uint16_t live_port() const {
    return sources_ ? sources_->address().port() : std::uint16_t{0};
  }

  void run(Events& events) {
    events_ = &events;
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    if (std::signal(SIGHUP, SIG_IGN) != SIG_IGN) signals_.add(SIGHUP);  // nohup: it stays ignored
    signals_.async_wait([this](const ErrorCode& ec, int) {
      if (!ec) io_.stop();
    });
    door_->open(events);
    if (remote_) remote_->open(events);
    asio::co_spawn(io_, watch(), asio::detached);
    if (sources_)
      asio::co_spawn(io_, SourcePort<Tcp>::accept_all(*sources_, 1, events), asio::detached);
    if (private_sources_)
      asio::co_spawn(io_, SourcePort<Unix>::accept_all(*private_sources_, 2, events),
                     asio::detached);
    if (sources_ || private_sources_) asio::co_spawn(io_, tick(), asio::detached);
    while (!io_.stopped()) {
      try {
        io_.run();
      } catch (const std::exception&) {
        continue;  // work of another thread that failed, for want of memory: the server goes on
      }
    }
    signals_.clear();  // a second Ctrl-C ends the program at once
  }

  void stop() { io_.stop(); }
  void post(std::function<void()> work) { asio::post(io_, std::move(work)); }

 private:
  void open_door() {
    opened(fmt::format("--port {}", settings_.port), "choose another one", [&] {
      DoorSettings here{loopback(settings_.port), random_token()};
      here.gate.origins = settings_.foxglove_origins;
      here.most_connections = most_connections;
      door_.emplace(io_, std::move(here), nullptr);
    });
  }

  /// Those who only watch, with connections of their own: they lock nobody out here.
  void open_remote(const RemoteSettings& remote) {
    ErrorCode ec;
    const auto address = asio::ip::make_address_v4(remote.address, ec);
    if (ec)
      throw Error(
          fmt::format("--remote: found '{}', expected an address of this machine as "
                      "192.168.1.20, with :PORT",
                      remote.address));
    tls_ = tls_context(remote);
    opened(fmt::format("--remote {}:{}", remote.address, remote.port),
           "name an address of this machine and a free port", [&] {
             DoorSettings there{{address, remote.port}, remote.token};
             there.gate.rights = Rights::watch;
             there.gate.secure = true;
             there.gate.hosts = names_of(*tls_, remote.certificate);
             there.most_connections = most_viewers;
             remote_.emplace(io_, std::move(there), tls_.get());
           });
  }

  awaitable<void> watch() {
    asio::steady_timer timer(io_);
    for (;;) {
      ErrorCode ec;
      timer.expires_after(250ms);
      co_await timer.async_wait(or_code(ec));
      const auto now = Clock::now();
      door_->watch(now);
      if (remote_) remote_->watch(now);
      if (sources_) sources_->watch(now);
      if (private_sources_) private_sources_->watch(now);
    }
  }

  awaitable<void> tick() {
    asio::steady_timer timer(io_);
    auto next = Clock::now();
    for (;;) {
      ErrorCode ec;
      next = std::max(next + 16ms, Clock::now());
      timer.expires_at(next);
      co_await timer.async_wait(or_code(ec));
      try {
        events_->tick();
      } catch (const std::exception&) {
        next = Clock::now();  // what could not be shown is left out
      }
    }
  }

  NetSettings settings_;
  Events* events_ = nullptr;
  asio::io_context io_{1};
  asio::signal_set signals_;
  std::unique_ptr<ssl::context> tls_;
  std::optional<Door> door_, remote_;
  std::optional<SourcePort<Tcp>> sources_;
  std::unique_ptr<SourcePort<Unix>> private_sources_;
};

Net::Net(NetSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}

Net::~Net() = default;
const Gate& Net::gate() const { return impl_->gate(); }
const Gate* Net::remote_gate() const { return impl_->remote_gate(); }
std::uint16_t Net::live_port() const { return impl_->live_port(); }
void Net::run(Events& events) { impl_->run(events); }
void Net::stop() { impl_->stop(); }
void Net::post(std::function<void()> work) { impl_->post(std::move(work)); }

}  // namespace erfd::server
