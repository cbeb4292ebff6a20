// A simulation that runs as fast as it can and publishes without waiting: what it loses in steps, the
// server took. tests/server/load starts it.
// Usage: free_source PORT PERIOD [paced]: a sample every PERIOD microseconds, 0: after every step.
// `paced` sleeps between the samples, as a controller does.
// Prints ten times a second: time [s], processor time [s], steps, samples sent, samples dropped.
#include "erfd/dynamics/engine.hpp"
#include "erfd/model/build.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

namespace {

using Clock = std::chrono::steady_clock;
using erfd::VectorX;

/// irb140 on a swing that never ends. A step evaluates the dynamics eight times, there and back, as the
/// stages of an integrator do: about 5 µs.
class Simulation {
 public:
  void step(double t) {
    t_ = t;
    for (int i = 0; i < q_.size(); ++i) {
      const double rate = 1 + 0.3 * i, phase = rate * t + i;
      q_[i] = 0.5 * std::sin(phase);
      qd_[i] = 0.5 * rate * std::cos(phase);
      qdd_[i] = -rate * rate * q_[i];
    }
    for (int stage = 0; stage < 8; ++stage) {
      erfd::inverse_dynamics<double>(engine_, ws_, q_, qd_, qdd_, tau_);
      erfd::forward_dynamics<double>(engine_, ws_, q_, qd_, tau_, qdd_);
    }
  }

  std::string sample() const {
    const auto list = [](const VectorX<double>& v) { return fmt::join(v.begin(), v.end(), ","); };
    return fmt::format("{{\"t_s\":{:.6f},\"q\":[{:.9g}],\"qd\":[{:.9g}],\"ua\":[{:.9g}]}}\n", t_,
                       list(q_), list(qd_), list(tau_));
  }

 private:
  erfd::Engine engine_{erfd::load_robot("irb140")};
  erfd::EngineWorkspace ws_{engine_};
  double t_ = 0;
  VectorX<double> q_ = VectorX<double>::Zero(6), qd_ = q_, qdd_ = q_, tau_ = q_;
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
  const std::chrono::microseconds period(std::atol(argv[2]));
  const bool paced = argc > 3;
  publisher.publish("{\"erfd_live\":1,\"robot\":\"irb140\",\"period_s\":0.001}\n");
  const auto begin = Clock::now();
  auto sample_due = begin, report_due = begin;
  for (long step = 1;; ++step) {
    if (paced) std::this_thread::sleep_until(sample_due);
    const auto now = Clock::now();
    const double t = std::chrono::duration<double>(now - begin).count();
    simulation.step(t);
    if (now >= sample_due) {
      publisher.publish(simulation.sample());
      sample_due += period;
    }
    if (now < report_due) continue;
    report_due += std::chrono::milliseconds(100);
    fmt::print("{:.6f} {:.6f} {} {} {}\n", t, static_cast<double>(std::clock()) / CLOCKS_PER_SEC,
               step, publisher.sent, publisher.dropped);
    if (std::fflush(stdout) != 0) return 0;  // nobody listens any more
  }
}
