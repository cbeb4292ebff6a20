// The run document of a simulation.
#include "erfd/base/error.hpp"
#include "erfd/drives/motor_signals.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/felt.hpp"
#include "erfd/dynamics/frame_motion.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/report/run_document.hpp"

#include "report/document/parts.hpp"

#include <cmath>

namespace erfd {
namespace {

/// Index k of the page is time k · period: a last sample between two of them has no place there.
std::span<const Sample> on_the_grid(const SimulationSubject& s) {
  if (s.samples.size() < 2) return s.samples;
  const double cycles = (s.samples.back().t - s.samples.front().t) / s.period;
  const bool fits = std::abs(cycles - static_cast<double>(s.samples.size() - 1)) < 1e-6;
  return fits ? s.samples : s.samples.first(s.samples.size() - 1);
}

MatrixX<double> channels_of(std::span<const Sample> samples, VectorX<double> Sample::* part) {
  const Eigen::Index rows = samples.empty() ? 0 : (samples.front().*part).size();
  MatrixX<double> channels(rows, static_cast<Eigen::Index>(samples.size()));
  for (std::size_t k = 0; k < samples.size(); ++k)
    channels.col(static_cast<Eigen::Index>(k)) = samples[k].*part;
  return channels;
}

MatrixX<double> tool_path(const Model& model, const MatrixX<double>& q) {
  Workspace ws(model);
  MatrixX<double> path(3, q.cols());
  for (Eigen::Index k = 0; k < q.cols(); ++k)
    path.col(k) = frame_pose<double>(model, ws, q.col(k), model.tool()).p;
  return path;
}

/// Positions and speeds of the joints as their motors have them: on the other side of elastic gears.
std::pair<VectorX<double>, VectorX<double>> motor_side(const Plant& plant, const Sample& sample) {
  std::pair<VectorX<double>, VectorX<double>> side{sample.q, sample.qd};
  Eigen::Index i = 0;
  for (const ElasticGear& gear : plant.gears()) {
    side.first[gear.joint] = sample.motor_side[i];
    side.second[gear.joint] = sample.motor_side_d[i++];
  }
  return side;
}

/// Six rows each, angular first.
struct ToolMotion {
  MatrixX<double> velocity, acceleration;
};

ToolMotion tool_motion(const Model& model, const MatrixX<double>& q, const MatrixX<double>& qd,
                       const MatrixX<double>& qdd) {
  Workspace ws(model);
  ToolMotion tool{MatrixX<double>(6, q.cols()), MatrixX<double>(6, q.cols())};
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    const FrameMotion<double> m = frame_motion<double>(model, ws, q.col(k), qd.col(k), qdd.col(k),
                                                       model.tool(), Vector3<double>::Zero());
    tool.velocity.col(k) = m.V.vector();
    tool.acceleration.col(k) = m.A.vector();
  }
  return tool;
}

class SimulationSignals {
 public:
  explicit SimulationSignals(const SimulationSubject& s)
      : s_(s),
        model_(s.plant.model()),
        samples_(on_the_grid(s)),
        thin_(std::ssize(samples_), bytes_of_a_cycle(), {}) {
    if (samples_.empty()) return;
    if (s.reference != nullptr) add_asked();
    add_achieved();
    if (s.plant.drives())
      add_motors(*s.plant.drives());
    else
      add_joint_torques();
  }

  int cycles() const { return static_cast<int>(samples_.size()); }
  const ThinRun& thin() const { return thin_; }
  Json take() { return std::move(signals_); }

 private:
  std::size_t bytes_of_a_cycle() const {
    const Eigen::Index torques = s_.plant.drives() ? 7 * s_.plant.drives()->count() : model_.nv();
    const Eigen::Index motion = 8 * model_.nq() + 4 * (2 * model_.nv() + 7);
    return static_cast<std::size_t>(motion * (s_.reference == nullptr ? 1 : 2) + 4 * torques);
  }

  void set(const char* name, const SignalKind& kind, const SignalUnits& units,
           const MatrixX<double>& channels) {
    signals_.set(name, signal_json(kind, units, channels));
  }

  void add_joints(const MatrixX<double>& q, const MatrixX<double>& qd, const MatrixX<double>& qdd,
                  bool asked) {
    const auto unit = [&](const char* suffix) { return joint_units(model_, suffix); };
    set(asked ? "q_asked" : "q", {"joint", asked, true}, unit(""), thin_.together(q));
    set(asked ? "qd_asked" : "qd", {"joint", asked}, unit("/s"), thin_.apart(qd));
    set(asked ? "qdd_asked" : "qdd", {"joint", asked}, unit("/s²"), thin_.apart(qdd));
    set(asked ? "tcp_asked" : "tcp", {"tool", asked}, {"m", "m", "m"},
        thin_.together(tool_path(model_, q)));
    const ToolMotion tool = tool_motion(model_, q, qd, qdd);
    add_tool_signals(model_, {tool.velocity, tool.acceleration}, thin_, asked, signals_);
  }

  void add_asked() {
    MatrixX<double> q(model_.nv(), cycles()), qd = q, qdd = q;
    for (int k = 0; k < cycles(); ++k)
      s_.reference->at(samples_[static_cast<std::size_t>(k)].t, q.col(k), qd.col(k), qdd.col(k));
    add_joints(q, qd, qdd, true);
    add_felt(q, qd, qdd, true);
  }

  void add_achieved() {
    const MatrixX<double> q = channels_of(samples_, &Sample::q),
                          qd = channels_of(samples_, &Sample::qd),
                          qdd = channels_of(samples_, &Sample::qdd);
    add_joints(q, qd, qdd, false);
    add_felt(q, qd, qdd, false);
  }

  /// Samples are instants, not cycles.
  void add_felt(const MatrixX<double>& q, const MatrixX<double>& qd, const MatrixX<double>& qdd,
                bool asked) {
    if (model_.sensors().empty()) return;
    set(asked ? "felt_asked" : "felt", {"sensor", asked}, felt_units(model_),
        thin_.apart(in_felt_units(model_, felt_in_cycles(model_, q, qd, qdd, 0))));
  }

  /// Torques of the motors, and what they could give at their speeds.
  void add_motors(const Drives& drives) {
    const SignalUnits units(static_cast<std::size_t>(drives.count()), "N m");
    const MatrixX<double> torque = channels_of(samples_, &Sample::torque);
    const auto [low, high] = motor_limits(drives);
    const std::vector<Cycles> cycles = thin_.of_motors(torque, low, high);
    set("ua", {"motor"}, units, in_cycles(torque, cycles));
    add_motor_side(drives, torque);
    if (low.size() == 0) return;
    set("ua_low", {"motor"}, units, in_cycles(low, cycles));
    set("ua_high", {"motor"}, units, in_cycles(high, cycles));
  }

  void add_motor_side(const Drives& drives, const MatrixX<double>& torque) {
    MatrixX<double> angle(drives.count(), cycles()), speed = angle, current = angle,
                                                     voltage = angle;
    MotorSensors sensors(drives);
    for (int k = 0; k < cycles(); ++k) {
      const Sample& sample = samples_[static_cast<std::size_t>(k)];
      const auto [q, qd] = motor_side(s_.plant, sample);
      const MotorSignals& motors = sensors.read(q, qd, torque.col(k));
      angle.col(k) = motors.angle;
      speed.col(k) = motors.speed;
      current.col(k) = motors.current;
      voltage.col(k) = motors.voltage;
    }
    add_motor_signals(model_, drives, {angle, speed, current, voltage}, thin_, signals_);
  }

  /// Both empty if the motors have none.
  std::pair<MatrixX<double>, MatrixX<double>> motor_limits(const Drives& drives) const {
    if (!s_.plant.motor_limits()) return {};
    MatrixX<double> low(drives.count(), cycles()), high = low;
    VectorX<double> speed(drives.count());
    DriveState state(drives);
    for (int k = 0; k < cycles(); ++k) {
      const Sample& sample = samples_[static_cast<std::size_t>(k)];
      if (!set_position(drives, sample.q, state))  // no sample is taken there
        throw Error("simulation: a mechanism does not reach a sample");
      motor_velocities(drives, state, sample.qd, speed);
      for (int i = 0; i < drives.count(); ++i) {
        const TorqueRange range = torque_range(drives.motor(i), speed[i]);
        low(i, k) = range.low;
        high(i, k) = range.high;
      }
    }
    return {std::move(low), std::move(high)};
  }

  void add_joint_torques() {
    set("tau", {"joint"}, joint_torque_units(model_),
        thin_.apart(channels_of(samples_, &Sample::torque)));
  }

  const SimulationSubject& s_;
  const Model& model_;
  std::span<const Sample> samples_;
  ThinRun thin_;
  Json signals_ = Json::Object{};
};

}  // namespace

Json simulation_document(const SimulationSubject& s, const RunLabels& labels) {
  SimulationSignals signals(s);
  VisualsJson look = visuals_json(labels.look, s.plant.model().body_count());
  Json document = document_without_program(
      {.kind = "simulate",
       .generator = labels.generator,
       .robot = robot_json(s.plant.model(), labels.robot_title, look),
       .motors = s.plant.drives() ? motors_json(*s.plant.drives()) : Json(Json::List{}),
       .file = s.file,
       .summary = s.summary,
       .fault = s.fault,
       .period = s.period * signals.thin().every(),
       .cycles = signals.thin().places(signals.cycles()),
       .asked_cycles = s.reference == nullptr ? 0 : signals.thin().places(signals.cycles()),
       .signals = signals.take()});
  add_thinning(signals.thin(), signals.cycles(), s.period, document);
  if (!labels.look.scene.empty()) document.set("scene", scene_json(labels.look.scene));
  std::vector<std::string> notes = s.notes;
  if (std::string note = thinning_note(signals.thin(), signals.cycles(), s.period, "--out");
      !note.empty())
    notes.push_back(std::move(note));
  notes.insert(notes.end(), look.notes.begin(), look.notes.end());
  add_notes(notes, document);
  return document;
}

Json compared_run(const SimulationSubject& s, const std::string& name) {
  SimulationSignals signals(s);
  return Json::Object{{"name", name},
                      {"summary", s.summary},
                      {"period_s", s.period * signals.thin().every()},
                      {"cycles", signals.thin().places(signals.cycles())},
                      {"signals", signals.take()}};
}

}  // namespace erfd
