// A simulation that runs as fast as it can and publishes without waiting: what it loses in steps, the
// server took. tests/server/load starts it.
// Usage: free_source PORT EVERY: a sample every EVERY steps, numbered by thousandths of a second.
// Prints ten times a second: time [s], steps, samples sent, samples dropped.
#include "erfd/dynamics/engine.hpp"
#include "erfd/model/build.hpp"

#include <chrono>
#include <cstdlib>
#include <string>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

namespace {

using Clock = std::chrono::steady_clock;
using erfd::VectorX;

/// lola15 falling against viscous friction.
class Simulation {
 public:
  void step() {
    tau_ = -50 * qd_;
    erfd::forward_dynamics<double>(engine_, ws_, q_, qd_, tau_, qdd_);
    qd_ += period * qdd_;
    q_ += period * qd_;
  }

  std::string sample(double t) const {
    const auto list = [](const VectorX<double>& v) { return fmt::join(v.begin(), v.end(), ","); };
    return fmt::format("{{\"t_s\":{:.6f},\"q\":[{:.9g}],\"qd\":[{:.9g}],\"ua\":[{:.9g}]}}\n", t,
                       list(q_), list(qd_), list(tau_));
  }

 private:
  static constexpr double period = 1e-4;
  erfd::Engine engine_{erfd::load_robot("lola15")};
  erfd::EngineWorkspace ws_{engine_};
  VectorX<double> q_ = VectorX<double>::Constant(6, 0.3), qd_ = VectorX<double>::Zero(6),
                  qdd_ = qd_, tau_ = qd_;
};

/// Lines to the server; one that the socket does not take at once waits, the next ones are dropped.
class Publisher {
 public:
  explicit Publisher(int port) {
    sockaddr_in server = {};
    server.sin_family = AF_INET;
    server.sin_port = htons(static_cast<std::uint16_t>(port));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0)
      std::exit(1);
  }

  void publish(const std::string& line) {
    flush();
    if (waiting_.empty()) {
      waiting_ = line;
      ++sent;
    } else {
      ++dropped;
    }
    flush();
  }

  long sent = 0, dropped = 0;

 private:
  void flush() {
    if (waiting_.empty()) return;
    const ssize_t taken =
        send(socket_, waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken > 0) waiting_.erase(0, static_cast<std::size_t>(taken));
  }

  int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  std::string waiting_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  Simulation simulation;
  Publisher publisher(std::atoi(argv[1]));
  const long every = std::atol(argv[2]);
  publisher.publish("{\"erfd_live\":1,\"robot\":\"lola15\",\"period_s\":0.001}\n");
  const auto begin = Clock::now();
  auto report = begin;
  for (long step = 1;; ++step) {
    simulation.step();
    if (step % every == 0)
      publisher.publish(simulation.sample(1e-3 * static_cast<double>(step / every)));
    const auto now = Clock::now();
    if (now < report) continue;
    report += std::chrono::milliseconds(100);
    fmt::print("{:.6f} {} {} {}\n", std::chrono::duration<double>(now - begin).count(), step,
               publisher.sent, publisher.dropped);
    if (std::fflush(stdout) != 0) return 0;  // nobody listens any more
  }
}
