// A simulation as a live source: docs/live-protocol.md.
#pragma once

#include "erfd/simulation/simulate.hpp"

#include "verbs/simulate_input.hpp"

#include <chrono>
#include <string>

namespace erfd {

/// Sends samples to `erfd serve --live` in real time. A server that does not read loses samples; one
/// that vanishes is looked for once a second while the run goes on.
class LiveSource {
 public:
  /// @param speed  simulated seconds a second
  /// @throws Error if nobody listens, or who listens does not take this robot.
  LiveSource(int port, double speed, const LoadedScenario& loaded);
  LiveSource(const LiveSource&) = delete;
  LiveSource& operator=(const LiveSource&) = delete;
  ~LiveSource();

  /// Waits until the time of the sample has come, then sends it.
  void send(const Sample& sample);

 private:
  using Clock = std::chrono::steady_clock;

  bool connect();
  std::string first_answer() const;
  std::string problem_of(const std::string& welcome) const;
  void wait_for(double t);
  void look_for_server();
  void flush();
  void read_answers();
  void take(const std::string& answer);
  void lose();
  void close();

  int port_;
  double speed_;
  bool with_torques_;
  std::string robot_, hello_;
  std::string waiting_;   ///< to be sent
  std::string answered_;  ///< the start of a line of the server
  bool welcome_ = false;  ///< by the server of this connection
  int socket_ = -1;
  bool refused_ = false;  ///< by the server, for good
  double first_time_ = 0;
  Clock::time_point begin_ = {}, tried_ = {};
};

}  // namespace erfd
