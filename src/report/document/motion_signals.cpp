// Motors, tool, bearings, energy: the signals of a motion besides joints and torques.
#include "erfd/drives/motor_signals.hpp"

#include "report/document/parts.hpp"
#include "report/verdict/moves.hpp"

#include <cmath>

namespace erfd {
namespace {

/// Sizes of three rows that are a vector, one after the other.
MatrixX<double> sizes(const MatrixX<double>& rows, Eigen::Index first) {
  return rows.middleRows(first, 3).colwise().norm();
}

/// Of a moment and a force each three rows a body, the parts along and across its axis.
struct BearingRows {
  MatrixX<double> radial, axial, tilting;
};

BearingRows bearing_rows(const MatrixX<double>& wrenches) {
  const Eigen::Index bodies = wrenches.rows() / 6, cycles = wrenches.cols();
  BearingRows rows{MatrixX<double>(bodies, cycles), MatrixX<double>(bodies, cycles),
                   MatrixX<double>(bodies, cycles)};
  for (Eigen::Index i = 0; i < bodies; ++i) {
    rows.tilting.row(i) = wrenches.middleRows(6 * i, 2).colwise().norm();
    rows.radial.row(i) = wrenches.middleRows(6 * i + 3, 2).colwise().norm();
    rows.axial.row(i) = wrenches.row(6 * i + 5);
  }
  return rows;
}

/// What the supply gave until a cycle begins [J].
VectorX<double> drawn_so_far(const MotionSignals& s, double period) {
  VectorX<double> drawn(s.shaft.size());
  double sum = 0;
  for (Eigen::Index k = 0; k < drawn.size(); ++k) {
    drawn[k] = sum;
    sum += energy_account(s, period, k, k + 1).drawn;
  }
  return drawn;
}

/// Signals of one side, asked or achieved.
class SideOf {
 public:
  SideOf(const Model& model, const ThinRun& thin, bool asked, Json& signals)
      : model_(model), thin_(thin), asked_(asked), signals_(signals) {}

  void set(const std::string& name, const char* of, const SignalUnits& units,
           const MatrixX<double>& channels) {
    signals_.set(asked_ ? name + "_asked" : name,
                 signal_json({of, asked_}, units, thin_.apart(channels)));
  }

  void add_motors(const MotorRows& motors, const Drives& drives) {
    SignalUnits angle, speed;
    for (const Motor& motor : drives.motors()) {
      angle.emplace_back(pushes(motor, model_) ? "m" : "rad");
      speed.push_back(angle.back() + "/s");
    }
    const auto all = [&](const char* unit) { return SignalUnits(angle.size(), unit); };
    set("qa", "motor", angle, motors.angle);
    set("qda", "motor", speed, motors.speed);
    if (knows_currents(drives)) set("current", "motor", all("A"), motors.current);
    if (knows_voltages(drives)) set("voltage", "motor", all("V"), motors.voltage);
  }

  void add_tool(const MatrixX<double>& velocity, const MatrixX<double>& acceleration) {
    set("tool_speed", "tool", {"m/s", "rad/s"}, both(velocity));
    set("tool_acceleration", "tool", {"m/s²", "rad/s²"}, both(acceleration));
  }

  void add_bearings(const MatrixX<double>& wrenches) {
    const auto [radial, axial, tilting] = bearing_rows(wrenches);
    const auto all = [&](const char* unit) {
      return SignalUnits(static_cast<std::size_t>(radial.rows()), unit);
    };
    set("bearing_radial", "joint", all("N"), radial);
    set("bearing_axial", "joint", all("N"), axial);
    set("bearing_tilting", "joint", all("N m"), tilting);
  }

 private:
  /// Of the point, then turning.
  static MatrixX<double> both(const MatrixX<double>& motion) {
    MatrixX<double> rows(2, motion.cols());
    rows << sizes(motion, 3), sizes(motion, 0);
    return rows;
  }

  const Model& model_;
  const ThinRun& thin_;
  bool asked_;
  Json& signals_;
};

void add_side(const JudgedCase& s, const MotionSignals& m, const ThinRun& thin, bool asked,
              Json& signals) {
  SideOf side(s.model, thin, asked, signals);
  side.add_motors({m.motor_angle, m.motor_speed, m.motor_current, m.motor_voltage}, s.drives);
  side.add_tool(m.tool_velocity, m.tool_acceleration);
  side.add_bearings(m.bearing);
  MatrixX<double> power(2, m.shaft.size()), energy(3, m.shaft.size());
  power << m.shaft.transpose(), (m.shaft + m.copper).transpose();
  energy << m.kinetic.transpose(), m.potential.transpose(),
      drawn_so_far(m, s.verification.motion.period).transpose();
  side.set("power", "scalar", {"W", "W"}, power);
  side.set("energy", "scalar", {"J", "J", "J"}, energy);
}

}  // namespace

Eigen::Index motion_signal_rows(const Model& model, const Drives& drives) {
  const Eigen::Index motors = drives.count(),
                     known = knows_currents(drives) + knows_voltages(drives);
  return 2 * ((2 + known) * motors + 3 * Eigen::Index{model.body_count()} + 4 + 5);
}

void add_motion_signals(const JudgedCase& s, const ThinRun& thin, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  if (r.signals.empty()) return;
  add_side(s, r.asked_signals, thin, true, signals);
  add_side(s, r.signals, thin, false, signals);
}

void add_motor_signals(const Model& model, const Drives& drives, const MotorRows& motors,
                       const ThinRun& thin, Json& signals) {
  SideOf(model, thin, false, signals).add_motors(motors, drives);
}

void add_bearing_signals(const Model& model, const MatrixX<double>& wrenches, const ThinRun& thin,
                         Json& signals) {
  SideOf(model, thin, false, signals).add_bearings(wrenches);
}

void add_tool_signals(const Model& model, const ToolRows& tool, const ThinRun& thin, bool asked,
                      Json& signals) {
  SideOf(model, thin, asked, signals).add_tool(tool.velocity, tool.acceleration);
}

}  // namespace erfd
