// Signals of the asked and of the achieved motion, cycle by cycle.
//
//   m   = qd + qdd Δt/2                         speeds in the middle of a cycle        (1)
//   P   = u_aᵀ K m                              shafts                                 (2)
//   P_l = uᵀ m                                  links, payload, environment            (3)
//   P_r = (K qdd + Kd qd⁺)ᵀ I_a K m             rotors                                 (4)
//
// qd⁺ = qd + qdd Δt ends the cycle. What is left of (2) is friction: Algorithm 1 gives u_a = W(u + friction of
// the joints) + rotors + friction of the motors. Where K is constant (4) is the gain of ½ I_a qd_a² exactly.
#include "erfd/drives/motor_signals.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/bearings.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/frame_motion.hpp"
#include "erfd/model/frames.hpp"

#include "verification/judge.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// One side of the record.
struct Side {
  const MatrixX<double>& q;
  MatrixX<double> qd;  ///< that a cycle starts with
  const MatrixX<double>& qdd;
  const MatrixX<double>& u;
  const MatrixX<double>& u_a;
  const std::vector<Pose<double>>& X_WT;
  const GearWinding* winding = nullptr;  ///< of elastic gears, as far as it is known
};

class SignalRecorder {
 public:
  SignalRecorder(const CaseInWork& work, const Side& side, MotionSignals& out)
      : work_(work),
        side_(side),
        out_(out),
        tree_(work.model),
        bearings_(work.model),
        sensors_(work.drives),
        flange_(flange_of(work.model)) {
    size();
  }

  /// @param asked  cycle of the plan whose load and wrench hold
  void record(Eigen::Index k, int asked) {
    q_ = side_.q.col(k), qd_ = side_.qd.col(k), qdd_ = side_.qdd.col(k), u_a_ = side_.u_a.col(k);
    const Conditions& conditions = work_.conditions(asked);
    const Model& model = work_.loads.of_instruction(work_.instruction(asked)).split.model();
    note_motors(k);
    note_tool(k, model, conditions);
    const ExternalWrench<double> wrench =
        wrench_on_tool(conditions, work_.model, side_.X_WT[static_cast<std::size_t>(k)]);
    const auto& loads = bearings_.loads(model, q_, qd_, qdd_, {&wrench, 1});
    for (std::size_t i = 0; i < loads.size(); ++i)
      out_.bearing.col(k).segment<6>(6 * static_cast<Eigen::Index>(i)) = loads[i].vector();
    out_.potential[k] = potential_energy<double>(model, tree_, q_);
    out_.kinetic[k] = kinetic_energy<double>(model, tree_, q_, qd_) +
                      0.5 * inertias().dot(out_.motor_speed.col(k).cwiseAbs2());
  }

 private:
  const VectorX<double>& inertias() const { return work_.drives.rotor_inertias(); }

  void size() {
    const Eigen::Index motors = work_.drives.count(), cycles = side_.q.cols();
    for (MatrixX<double>* const m :
         {&out_.motor_angle, &out_.motor_speed, &out_.motor_current, &out_.motor_voltage})
      m->resize(motors, cycles);
    out_.bearing.resize(6 * Eigen::Index{work_.model.body_count()}, cycles);
    for (MatrixX<double>* const m : {&out_.tool_velocity, &out_.tool_acceleration})
      m->resize(6, cycles);
    for (VectorX<double>* const v :
         {&out_.kinetic, &out_.potential, &out_.shaft, &out_.copper, &out_.rotors, &out_.links})
      v->resize(cycles);
    gain_.resize(motors);
  }

  void note_motors(Eigen::Index k) {
    const double dt = work_.plan.period;
    q_front_ = q_, qd_front_ = qd_, qdd_front_ = qdd_;
    out_.links[k] = side_.u.col(k).dot(qd_ + 0.5 * dt * qdd_);  // (3)
    if (side_.winding != nullptr) wind(k);
    const VectorX<double> end = qd_front_ + dt * qdd_front_;
    const MotorSignals& motors = sensors_.read(q_front_, qd_front_ + 0.5 * dt * qdd_front_, u_a_);
    out_.motor_angle.col(k) = motors.angle;
    out_.motor_current.col(k) = motors.current;
    out_.motor_voltage.col(k) = motors.voltage;
    motor_velocities(work_.drives, sensors_.state(), qd_front_, out_.motor_speed.col(k));
    motor_accelerations(work_.drives, sensors_.state(), end, qdd_front_, gain_);
    out_.shaft[k] = u_a_.dot(motors.speed);                             // (1), (2)
    out_.rotors[k] = gain_.cwiseProduct(inertias()).dot(motors.speed);  // (4)
    out_.copper[k] = 0;
    for (int i = 0; i < work_.drives.count(); ++i)
      out_.copper[k] += copper_loss(work_.drives.motor(i), u_a_[i]);
  }

  /// Motors in front of elastic gears do what the joints do, and wind the springs. These take what the
  /// links do not.
  void wind(Eigen::Index k) {
    const GearWinding& w = *side_.winding;
    const double dt = work_.plan.period;
    const std::vector<ElasticGear>& gears = work_.drives.elastic_gears();
    for (std::size_t i = 0; i < gears.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const int j = gears[i].joint;
      const double middle = w.rate(row, k) - 0.5 * dt * w.acceleration(row, k);
      q_front_[j] += w.stretch(row, k);
      qd_front_[j] += w.rate(row, k) - dt * w.acceleration(row, k);
      qdd_front_[j] += w.acceleration(row, k);
      out_.links[k] += side_.u(j, k) * middle;
    }
  }

  void note_tool(Eigen::Index k, const Model& model, const Conditions& conditions) {
    const FrameMotion<double> tool = frame_motion<double>(
        model, tree_, q_, qd_, qdd_, flange_, tool_in_flange(conditions, work_.model).p);
    out_.tool_velocity.col(k) = tool.V.vector();
    out_.tool_acceleration.col(k) = tool.A.vector();
  }

  const CaseInWork& work_;
  const Side& side_;
  MotionSignals& out_;
  Workspace tree_;
  Bearings bearings_;
  MotorSensors sensors_;
  FrameIndex flange_;
  VectorX<double> q_, qd_, qdd_, u_a_, gain_;
  VectorX<double> q_front_, qd_front_, qdd_front_;  ///< of the joints, in front of elastic gears
};

/// @param share  of the pass
void record_side(const CaseInWork& work, const Side& side, const Pass& pass, MotionSignals& out) {
  SignalRecorder recorder(work, side, out);
  const int cycles = static_cast<int>(side.q.cols()), last = work.plan.samples() - 1;
  for (int k = 0; k < cycles; ++k) {
    work.tell(pass, k, cycles);
    recorder.record(k, std::min(k, last));  // after the end the last load is held
  }
}

/// A jump of the plan gives accelerations that are none.
std::vector<BearingPeak> peaks_of(const MotionRecord& record, const MatrixX<double>& bearing) {
  std::vector<BearingPeak> peaks(static_cast<std::size_t>(bearing.rows() / 6));
  for (Eigen::Index k = 0; k < bearing.cols(); ++k) {
    if (k < std::ssize(record.jumps) && record.jumps[static_cast<std::size_t>(k)]) continue;
    for (std::size_t i = 0; i < peaks.size(); ++i)
      peaks[i].add(
          static_cast<double>(k) * record.period,
          Force<double>::from(bearing.col(k).segment<6>(6 * static_cast<Eigen::Index>(i))));
  }
  return peaks;
}

}  // namespace

void record_signals(const CaseInWork& work, MotionRecord& record) {
  record_side(
      work,
      {record.q_asked, starting_speeds(record), record.qdd_asked, record.tau_asked, record.ua_asked,
       record.X_WT_asked, work.drives.elastic_gears().empty() ? nullptr : &record.winding},
      recording_asked_signals, record.asked_signals);
  record_side(work, {record.q, record.qd, record.qdd, record.tau, record.ua, record.X_WT},
              recording_signals, record.signals);
}

void sum_up_signals(Verification& result) {
  const MotionRecord& record = result.motion;
  const Eigen::Index cycles = record.q.cols();
  result.bearings_asked = peaks_of(record, record.asked_signals.bearing);
  result.bearings = peaks_of(record, record.signals.bearing);
  result.energy = energy_account(record.signals, record.period, 0, cycles);
  for (MoveVerdict& verdict : result.moves) {
    const auto first = std::lower_bound(record.move.begin(), record.move.end(), verdict.move);
    const auto end = std::upper_bound(first, record.move.end(), verdict.move);
    verdict.energy = energy_account(record.signals, record.period, first - record.move.begin(),
                                    end - record.move.begin());
  }
}

}  // namespace erfd
