// The run document of a motion and its torques.
#include "erfd/base/error.hpp"
#include "erfd/dynamics/frame_motion.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/report/torque_document.hpp"

#include "report/document/parts.hpp"
#include "report/verdict/energy.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// @throws Error unless all samples have it.
double period_of(const std::string& robot, const std::vector<State>& motion) {
  if (motion.size() < 2) return 1;
  const double count = static_cast<double>(motion.size() - 1);
  const double period = (motion.back().time - motion.front().time) / count;
  for (std::size_t k = 0; k < motion.size(); ++k) {
    const double expected = motion.front().time + static_cast<double>(k) * period;
    if (std::abs(motion[k].time - expected) <= 1e-3 * period) continue;
    throw Error(fmt::format(
        "torques of {}: sample {} is at {:.6g} s, expected {:.6g} s: the page shows samples of one "
        "period; give the motion at a fixed rate",
        robot, k + 1, motion[k].time, expected));
  }
  return period;
}

}  // namespace

TorqueDocument::TorqueDocument(const LoadedRobot& robot, const std::vector<State>& motion)
    : robot_(robot), tree_(robot.links) {
  if (robot.links.has_free_base())
    throw Error("torques of " + robot.links.name() +
                ": the page does not draw a robot on a free base; leave out --report");
  period_ = period_of(robot.links.name(), motion);
  const auto samples = static_cast<Eigen::Index>(motion.size());
  const Eigen::Index n = robot.links.nv(), motors = robot.motor_count();
  for (MatrixX<double>* const m : {&q_, &qd_, &qdd_, &tau_}) m->resize(n, samples);
  for (MatrixX<double>* const m : {&ua_, &low_, &high_, &angle_, &speed_, &current_, &voltage_})
    m->resize(motors, samples);
  causes_.resize(motors * torque_cause_count, samples);
  bearing_.resize(6 * Eigen::Index{robot.links.body_count()}, samples);
  for (MatrixX<double>* const m : {&tool_velocity_, &tool_acceleration_}) m->resize(6, samples);
  tcp_.resize(3, samples);
  if (robot.drives) sensors_.emplace(*robot.drives);
}

void TorqueDocument::add(const State& state, const TorqueSplit& split) {
  const Eigen::Index k = next_++;
  const Model& model = robot_.links;
  q_.col(k) = state.q, qd_.col(k) = state.qd, qdd_.col(k) = state.qdd;
  tau_.col(k) = split.link_total;
  for (std::size_t i = 0; i < split.reactions.size(); ++i)
    bearing_.col(k).segment<6>(6 * static_cast<Eigen::Index>(i)) = split.reactions[i].vector();
  const FrameMotion<double> tool = frame_motion<double>(model, tree_, state.q, state.qd, state.qdd,
                                                        model.tool(), Vector3<double>::Zero());
  tool_velocity_.col(k) = tool.V.vector();
  tool_acceleration_.col(k) = tool.A.vector();
  tcp_.col(k) = frame_pose<double>(model, tree_, state.q, model.tool()).p;
  if (!sensors_) return;
  ua_.col(k) = split.motor_total;
  const MotorSignals& motors = sensors_->read(state.q, state.qd, split.motor_total);
  angle_.col(k) = motors.angle, speed_.col(k) = motors.speed;
  current_.col(k) = motors.current, voltage_.col(k) = motors.voltage;
  for (int i = 0; i < robot_.motor_count(); ++i) {
    const TorqueRange range = torque_range(robot_.drives->motor(i), motors.speed[i]);
    low_(i, k) = range.low, high_(i, k) = range.high;
    causes_.col(k).segment<torque_cause_count>(Eigen::Index{i} * torque_cause_count) =
        split.motor.row(i).transpose();
  }
}

Json TorqueDocument::signals(const ThinRun& thin, const OccurringCauses& causes) const {
  const Model& model = robot_.links;
  Json signals = Json::Object{};
  const auto joints = [&](const char* suffix) { return joint_units(model, suffix); };
  signals.set("q", signal_json({"joint", false, true}, joints(""), thin.together(q_)));
  signals.set("qd", signal_json({"joint"}, joints("/s"), thin.apart(qd_)));
  signals.set("qdd", signal_json({"joint"}, joints("/s²"), thin.apart(qdd_)));
  signals.set("tau", signal_json({"joint"}, joint_torque_units(model), thin.apart(tau_)));
  signals.set("tcp", signal_json({"tool"}, {"m", "m", "m"}, thin.together(tcp_)));
  add_tool_signals(model, {tool_velocity_, tool_acceleration_}, thin, false, signals);
  add_bearing_signals(model, bearing_, thin, signals);
  if (!robot_.drives) return signals;
  const SignalUnits units = motor_torque_units(model, *robot_.drives);
  const std::vector<Cycles> places = thin.of_motors(ua_, low_, high_);
  signals.set("ua", signal_json({"motor"}, units, in_cycles(ua_, places)));
  signals.set("ua_low", signal_json({"motor"}, units, in_cycles(low_, places)));
  signals.set("ua_high", signal_json({"motor"}, units, in_cycles(high_, places)));
  SignalUnits of_causes;
  for (const std::string& unit : units)
    of_causes.insert(of_causes.end(), causes.names.size(), unit);
  signals.set("ua_split", signal_json({"cause"}, of_causes, in_cycles(causes.torques, places)));
  add_motor_signals(model, *robot_.drives, {angle_, speed_, current_, voltage_}, thin, signals);
  return signals;
}

Json TorqueDocument::document(const RunLabels& labels, const std::string& file,
                              const std::string& summary,
                              std::span<const BearingPeak> peaks) const {
  OccurringCauses causes = occurring_causes(causes_);
  const Eigen::Index floats =
      3 * q_.rows() + 7 * ua_.rows() + causes.torques.rows() + 7 + bearing_.rows() / 2;
  const ThinRun thin(q_.cols(), static_cast<std::size_t>(8 * q_.rows() + 4 * floats), {});
  VisualsJson look = visuals_json(labels.look, robot_.links.body_count());
  Json data = signals(thin, causes);
  Json document = document_without_program(
      {.kind = "torque",
       .generator = labels.generator,
       .robot = robot_json(robot_.links, labels.robot_title, look),
       .motors = robot_.drives ? motors_json(*robot_.drives) : Json(Json::List{}),
       .file = file,
       .summary = summary,
       .period = period_ * thin.every(),
       .cycles = thin.places(q_.cols()),
       .causes = std::move(causes.names),
       .signals = std::move(data)});
  document.set("bearings", bearings_json(robot_.links, peaks, peaks));
  add_thinning(thin, q_.cols(), period_, document);
  if (std::string note = thinning_note(thin, q_.cols(), period_, "--out"); !note.empty())
    look.notes.insert(look.notes.begin(), std::move(note));
  if (!labels.look.scene.empty()) document.set("scene", scene_json(labels.look.scene));
  add_notes(look.notes, document);
  return document;
}

}  // namespace erfd
