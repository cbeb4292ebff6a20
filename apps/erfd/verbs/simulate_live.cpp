#include "verbs/simulate_live.hpp"

#include "erfd/io/json.hpp"
#include "erfd/robot/read.hpp"

#include "output/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace erfd {
namespace {

constexpr std::size_t most_waiting = 65536;  // bytes; beyond it samples are dropped
constexpr int answer_wait = 5000;            // ms
constexpr std::chrono::seconds try_again{1};

/// A robot that the server finds by its name; a file is the ROBOT of the server's command line.
bool is_known(const std::string& robot) {
  const std::vector<std::string> names = known_robots();
  return std::find(names.begin(), names.end(), robot) != names.end();
}

std::string hello_of(const Scenario& scenario) {
  const std::string robot =
      is_known(scenario.robot) ? fmt::format("\"robot\":{},", json_quoted(scenario.robot)) : "";
  return fmt::format("{{\"erfd_live\":1,{}\"period_s\":{}}}\n", robot, scenario.output_period);
}

std::string list(const VectorX<double>& v) {
  return fmt::format("[{}]", fmt::join(v.begin(), v.end(), ","));
}

}  // namespace

LiveSource::LiveSource(int port, double speed, const LoadedScenario& loaded)
    : port_(port),
      speed_(speed),
      // Torques of the joints mean nothing to a server that expects those of the motors.
      with_torques_(loaded.setup->plant().drives().has_value() || loaded.robot.drives.empty()),
      robot_(loaded.setup->plant().model().name()),
      hello_(hello_of(loaded.scenario)) {
  if (!(speed > 0) || std::isinf(speed))
    throw Error(fmt::format("--live-speed: found {}, expected more than 0", speed));
  if (!connect())
    throw Error(fmt::format(
        "--live: nobody listens on port {} of 127.0.0.1; start `erfd serve --live` first", port));
  try {
    flush();
    if (const std::string problem = problem_of(first_answer()); !problem.empty())
      throw Error("--live: " + problem);
    welcome_ = true;
  } catch (...) {
    close();
    throw;
  }
}

LiveSource::~LiveSource() { close(); }

bool LiveSource::connect() {
  tried_ = Clock::now();
  sockaddr_in server = {};
  server.sin_family = AF_INET;
  server.sin_port = htons(static_cast<std::uint16_t>(port_));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return false;
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) {
    close();
    return false;
  }
  waiting_ = hello_;
  answered_.clear();
  welcome_ = false;
  return true;
}

/// The line that answers the first one; empty if none comes.
std::string LiveSource::first_answer() const {
  std::string answer;
  pollfd ready{socket_, POLLIN, 0};
  while (answer.find('\n') == answer.npos && ::poll(&ready, 1, answer_wait) == 1) {
    char bytes[1024];
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got <= 0) break;
    answer.append(bytes, static_cast<std::size_t>(got));
    if (answer.size() > most_waiting) break;  // no server of ours
  }
  return answer.substr(0, answer.find('\n'));
}

/// Why this answer to the hello is no welcome; empty if it is one.
std::string LiveSource::problem_of(const std::string& welcome) const {
  if (welcome.find("\"error\"") != welcome.npos)
    return fmt::format("the server on port {} refuses: {}", port_, welcome);
  if (welcome.find("\"erfd_live\":1") == welcome.npos)
    return fmt::format("port {}: found another program, expected `erfd serve --live`", port_);
  if (welcome.find("\"robot\":" + json_quoted(robot_)) == welcome.npos)
    return fmt::format(
        "the server shows another robot: {}, expected {}; start it with the robot of the scenario",
        welcome, robot_);
  return {};
}

void LiveSource::send(const Sample& sample) {
  wait_for(sample.t);
  if (refused_) return;
  if (socket_ < 0) look_for_server();
  if (socket_ < 0) return;
  if (waiting_.size() < most_waiting) {
    waiting_ +=
        fmt::format("{{\"t_s\":{},\"q\":{},\"qd\":{}", sample.t, list(sample.q), list(sample.qd));
    if (with_torques_) waiting_ += ",\"ua\":" + list(sample.torque);
    waiting_ += "}\n";
  }
  flush();
  if (socket_ >= 0) read_answers();
}

void LiveSource::wait_for(double t) {
  if (begin_ == Clock::time_point{}) {
    begin_ = Clock::now();
    first_time_ = t;
  }
  const std::chrono::duration<double> passed((t - first_time_) / speed_);
  std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<Clock::duration>(passed));
}

void LiveSource::look_for_server() {
  if (Clock::now() - tried_ >= try_again && connect()) talk("live: the server is back");
}

/// As much as the socket takes now.
void LiveSource::flush() {
  const ssize_t taken =
      ::send(socket_, waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (taken >= 0)
    waiting_.erase(0, static_cast<std::size_t>(taken));
  else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
    read_answers();  // it may have said why
    if (socket_ >= 0) lose();
  }
}

void LiveSource::read_answers() {
  while (socket_ >= 0) {
    char bytes[1024];
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (got <= 0 || answered_.size() > most_waiting) return lose();
    answered_.append(bytes, static_cast<std::size_t>(got));
    for (std::size_t end; socket_ >= 0 && (end = answered_.find('\n')) != answered_.npos;) {
      const std::string answer = answered_.substr(0, end);
      answered_.erase(0, end + 1);
      take(answer);
    }
  }
}

/// The first line of a connection is the welcome, later ones say why there are no more.
void LiveSource::take(const std::string& answer) {
  const std::string problem =
      welcome_ ? "the server takes no more samples: " + answer : problem_of(answer);
  welcome_ = true;
  if (problem.empty()) return;
  talk(fmt::format("live: {}; the run goes on without it", problem));
  refused_ = true;
  close();
}

void LiveSource::lose() {
  talk("live: the server is gone; the run goes on and looks for it once a second");
  close();
  tried_ = Clock::now();
}

void LiveSource::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

}  // namespace erfd
