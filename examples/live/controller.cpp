// A controller that runs a program with Algorithm 1 in its loop, and shows it to `erfd serve --live`
// (docs/live-protocol.md). The robot is the model: where its motors fall short, it leaves the plan.
// Usage: controller ROBOT PROGRAM [PORT [HZ [SECONDS]]], such as: controller lola15 lola15_reference 6560 500
#include "erfd/model/build.hpp"
#include "erfd/simulation/algorithm1.hpp"
#include "erfd/verification/case.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

/// Sends without ever waiting: what the socket does not take is dropped, a whole sample at a time.
class LiveLine {
 public:
  explicit LiveLine(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in server = {};
    server.sin_family = AF_INET;
    server.sin_port = htons(static_cast<std::uint16_t>(port));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) == 0;
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;
  ~LiveLine() { close(socket_); }

  bool is_connected() const { return connected_; }
  int dropped() const { return dropped_; }
  bool is_empty() const { return waiting_.empty(); }

  void send(const std::string& line) {
    if (waiting_.size() < 4096)
      waiting_ += line;
    else
      ++dropped_;
    flush();
  }
  void flush() {
    const ssize_t taken =
        ::send(socket_, waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken > 0) waiting_.erase(0, static_cast<std::size_t>(taken));
  }

 private:
  int socket_;
  bool connected_ = false;
  int dropped_ = 0;
  std::string waiting_;
};

std::string list(const erfd::VectorX<double>& values) {
  std::string text;
  char number[40];
  for (const double value : values) {
    std::snprintf(number, sizeof number, "%s%.17g", text.empty() ? "" : ", ", value);
    text += number;
  }
  return '[' + text + ']';
}

/// How late cycles began, and how long they worked [us].
void print_times(const char* what, std::vector<double> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf("%-12s median %.1f us, 99 %% %.1f us, largest %.1f us\n", what, at(0.5), at(0.99),
              times.back());
}

int run(const std::string& robot, const std::string& program, int port, double rate,
        double seconds) {
  const auto power_on = Clock::now();
  const double period = 1 / rate;
  erfd::RobotChoice robot_choice;
  robot_choice.robot = robot;
  erfd::ProgramChoice program_choice;
  program_choice.program = program;
  program_choice.period = period;
  const erfd::Case job = erfd::read_case(robot_choice, program_choice);
  const erfd::Plan& plan = job.plan;

  const erfd::Algorithm1 algorithm(erfd::build(job.robot), job.drives, {.period = period});
  erfd::Algorithm1Workspace ws(algorithm);
  erfd::Cycle cycle(algorithm);
  erfd::VectorX<double> q = plan.q.col(0), qd = erfd::VectorX<double>::Zero(q.size());

  LiveLine live(port);
  if (!live.is_connected()) {
    std::fprintf(stderr, "controller: nobody listens on port %d; start erfd serve %s %s --live\n",
                 port, robot.c_str(), program.c_str());
    return 1;
  }
  char hello[200];
  std::snprintf(hello, sizeof hello, "{\"erfd_live\": 1, \"robot\": \"%s\", \"period_s\": %.9g}\n",
                robot.c_str(), period);
  live.send(hello);

  std::vector<double> late, work;
  const int cycles = std::min(plan.cycles(), static_cast<int>(std::ceil(seconds * rate)));
  late.reserve(static_cast<std::size_t>(cycles));
  work.reserve(static_cast<std::size_t>(cycles));
  int overrun = 0, limited = 0;
  const auto begin = Clock::now();
  // Samples have the times of their cycles, on a clock that began with the controller.
  const double started = std::chrono::duration<double>(begin - power_on).count();
  const auto due = [&](int k) {
    return begin +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(k * period));
  };
  const auto microseconds = [](Clock::duration d) {
    return std::chrono::duration<double, std::micro>(d).count();
  };
  for (int k = 0; k < cycles; ++k) {
    std::this_thread::sleep_until(due(k));
    const auto start = Clock::now();
    late.push_back(microseconds(start - due(k)));
    // The speed that brings the robot to the next posture of the plan, whatever it has missed.
    const erfd::VectorX<double> given = (plan.q.col(k + 1) - q) / period;
    erfd::step(algorithm, ws, k * period, q, qd, given, cycle);
    if (cycle.status != erfd::CycleStatus::ok) {
      std::fprintf(stderr, "controller: %s\n", erfd::describe_fault(algorithm, cycle).c_str());
      return 1;
    }
    limited += cycle.any_limited ? 1 : 0;
    char time[80];
    std::snprintf(time, sizeof time, "{\"t_s\": %.9f, \"program_t_s\": %.9f, ",
                  started + k * period, k * period);
    live.send(time + ("\"q\": " + list(q)) + ", \"qd\": " + list(qd) +
              ", \"ua\": " + list(cycle.ua) + "}\n");
    q = cycle.q_next;
    qd = cycle.qd_next;
    const auto worked = Clock::now() - start;
    work.push_back(microseconds(worked));
    if (Clock::now() > due(k + 1)) ++overrun;
  }
  for (int i = 0; i < 100 && !live.is_empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    live.flush();
  }
  std::printf(
      "%d cycles at %g Hz, %d with a motor at its limit, %d ended late, %d samples dropped\n",
      cycles, rate, limited, overrun, live.dropped());
  print_times("begin late", late);
  print_times("work", work);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: controller ROBOT PROGRAM [PORT [HZ [SECONDS]]]\n");
    return 2;
  }
  const int port = argc > 3 ? std::atoi(argv[3]) : 6560;
  const double rate = argc > 4 ? std::atof(argv[4]) : 500,
               seconds = argc > 5 ? std::atof(argv[5]) : 1e9;
  if (!(rate >= 100 && rate <= 1000)) {
    std::fprintf(stderr, "controller: found %g Hz, expected 100 to 1000\n", rate);
    return 2;
  }
  try {
    return run(argv[1], argv[2], port, rate, seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "controller: %s\n", error.what());
    return 2;
  }
}
