// Live samples of a running robot (docs/live-protocol.md), and what the model says about them.
#pragma once

#include "erfd/model/workspace.hpp"
#include "erfd/motion/plan_match.hpp"

#include "net.hpp"
#include "workbench.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <set>

namespace erfd::server {

/// One instant as a source sent it. Lists that it left out are empty.
struct LiveSample {
  double time = 0;  ///< on the clock of the source [s]
  VectorX<double> q, qd, ua;
  std::optional<double> program_time = {};  ///< on the clock of its program [s]
};

/// The same with what follows from its neighbours.
struct LiveView {
  LiveSample sample;
  VectorX<double> qdd;                ///< [rad/s^2 or m/s^2]
  VectorX<double> ua_model;           ///< torques that the model needs for this motion [N m or N]
  std::optional<PlanDeviation> plan;  ///< from the program, where it is known
  int line = 0;                       ///< of the program, of the move
};

/// Torques of the motors (of the joints, for a robot without drives) by inverse dynamics. Speeds
/// that the source does not send, and accelerations, are differences of its samples.
class LivePrediction {
 public:
  explicit LivePrediction(LiveRobot robot);

  const LiveRobot& robot() const { return robot_; }
  int torque_count() const;
  /// @param three  samples that follow each other; the one in the middle is viewed
  LiveView view(const std::array<LiveSample, 3>& three);
  /// The source begins anew.
  void forget();

 private:
  void hold_against_plan(LiveView& view);

  LiveRobot robot_;
  Workspace ws_;
  std::optional<DriveState> drive_state_;
  std::optional<PlanMatch> match_;
};

/// The source that is listened to, and its newest samples.
class LiveFeed {
 public:
  /// @param load  the robot that a hello names, with the period that it names [s]
  using Load = std::function<LiveRobot(const std::string& name, double period)>;
  /// @param robot  of sources that name none; may be empty
  LiveFeed(Load load, std::string robot);

  SourceAnswer line(std::uint64_t source, std::string_view text);
  void closed(std::uint64_t source);

  bool connected() const { return active_ != 0; }
  bool listens_to(std::uint64_t source) const { return source == active_; }
  /// Counts the sources that introduced themselves: a new number, a new document.
  int generation() const { return generation_; }
  /// Of the last source; null before the first.
  const LiveRobot* robot() const { return prediction_ ? &prediction_->robot() : nullptr; }
  /// What is to be shown since the last call: samples 16 ms apart on the clock of the source, so
  /// that a late call loses none; at least the newest, if any came in.
  std::vector<LiveView> take();

 private:
  SourceAnswer hello(std::uint64_t source, std::string_view text);
  void load(const std::string& name, double period);
  void keep(LiveSample sample);
  void show();

  Load load_;
  std::string default_robot_;
  std::unique_ptr<LivePrediction> prediction_;
  std::pair<std::string, double> loaded_;  ///< robot and period of the prediction
  std::chrono::steady_clock::time_point loaded_until_ = {};
  std::set<std::uint64_t> greeted_;  ///< sources that said hello
  std::uint64_t active_ = 0, lines_ = 0;
  int generation_ = 0;
  std::array<LiveSample, 3> last_;
  int kept_ = 0;
  bool fresh_ = false;  ///< a sample came in that is not among the views
  double due_ = 0;      ///< when the next sample is to be shown, on the clock of the source [s]
  std::deque<LiveView> views_;
};

/// {"type": "live", …} of docs/design/2026-11-16-page-contract.md.
std::string live_message(const LiveView& view);
/// The same without a type, for other programs.
std::string live_object(const LiveView& view);

}  // namespace erfd::server
