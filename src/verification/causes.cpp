// The causes of motor torques, as Algorithm 1 asks for them.
//
//   u_a = W (u + f_j ∘ qd⁺ + F_j(qd⁺) + µ ∘ sign(qd⁺) ∘ v) + I_a ∘ qdd_a + f_v ∘ qd_a + F_a(qd_a)   (1)
//   v   = |u| (corrected) or u (as_published)
//   u   = ID(0, 0) + [ID(qd, 0) − ID(0, 0)] + [ID(qd, qdd) − ID(qd, 0)] + payload − Jᵀ w           (2)
//          gravity    Coriolis                  inertia
//
// (1) is (a) of algorithm1_step.cpp, term by term: speeds qd⁺ are those that the cycle ends with,
// qd_a = K qd⁺. sign() is 0 up to the speeds at which Algorithm 1 calls a shaft at rest, and F has the
// starting values where it rested when the cycle began. (2) needs no matrix: inverse dynamics three
// times on the bare robot and once on the loaded one; what is left is the wrench.
#include "erfd/drives/transmission.hpp"

#include "simulation/algorithm1/closed_links.hpp"
#include "verification/judge.hpp"
#include "verification/motor_side.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace erfd {
namespace {

/// Splits the motor torques of asked cycles under one load.
class CauseSplitter {
 public:
  explicit CauseSplitter(const LoadCase& load)
      : load_(load),
        drives_(load.asked.drives()),
        links_ws_(load.links),
        loaded_ws_(load.asked.engine()),
        closed_(is_closed(load.asked.model()) ? std::make_unique<ClosedLinks>(load.asked.engine())
                                              : nullptr),
        state_(drives_),
        W_(load.asked.actuator_model().reflection(drives_)),
        zero_(VectorX<double>::Zero(drives_.count())),
        gravity_(zero_),
        coasting_(zero_),
        links_(zero_),
        loaded_(zero_),
        speed_(zero_),
        start_(zero_),
        joints_(drives_.count(), torque_cause_count),
        motors_(drives_.count(), torque_cause_count) {}

  /// Torque of each motor by its causes [N m], motors × causes. Good until the next call.
  const MatrixX<double>& split(const CaseInWork& work, const MotionRecord& record, int cycle) {
    split_joints(work, record, cycle);
    split_joint_friction();
    side_ = {q_, qd_, qd_end_, qdd_};
    if (record.winding.stretch.size() > 0)
      wind_on(drives_.elastic_gears(), record.winding, cycle, side_);
    if (!set_position(drives_, side_.q, state_)) {  // Algorithm 1 would have said so
      motors_.setConstant(std::nan(""));
      return motors_;
    }
    motors_.noalias() = W_.lazyProduct(joints_);
    for (int i = 0; i < drives_.count(); ++i) motors_.row(i) /= state_.slopes()[i];
    add_motors();
    return motors_;
  }

  /// What each joint transmits by its causes, without rotors and friction [N m or N], joints × causes.
  /// Good until the next call.
  const MatrixX<double>& split_joints(const CaseInWork& work, const MotionRecord& record,
                                      int cycle) {
    const std::vector<int>& active = load_.asked.active();
    q_ = entries_of(record.q_asked.col(cycle), active);
    qd_ = cycle > 0 ? entries_of(record.qd_asked.col(cycle - 1), active) : zero_;
    qdd_ = entries_of(record.qdd_asked.col(cycle), active);
    qd_end_ = entries_of(record.qd_asked.col(cycle), active);
    u_ = entries_of(record.tau_asked.col(cycle), active);
    joints_.setZero();
    if (closed_) closed_->place(load_.links, record.q_asked.col(cycle));
    split_links(work.conditions(cycle).wrench.has_value());
    return joints_;
  }

 private:
  static auto of(MatrixX<double>& terms, TorqueCause cause) {
    return terms.col(static_cast<Eigen::Index>(cause));
  }

  /// (2). What there is none of is exactly zero.
  void split_links(bool has_wrench) {
    torques(load_.links, links_ws_, zero_, zero_, gravity_);
    torques(load_.links, links_ws_, qd_, zero_, coasting_);
    torques(load_.links, links_ws_, qd_, qdd_, links_);
    of(joints_, TorqueCause::gravity) = gravity_;
    of(joints_, TorqueCause::coriolis) = coasting_ - gravity_;
    of(joints_, TorqueCause::inertia) = links_ - coasting_;
    loaded_ = links_;
    if (load_.split.loaded) torques(load_.asked.engine(), loaded_ws_, qd_, qdd_, loaded_);
    of(joints_, TorqueCause::payload) = loaded_ - links_;
    if (has_wrench) of(joints_, TorqueCause::external) = u_ - loaded_;
  }

  /// Of the joints of the step.
  void torques(const Engine& engine, EngineWorkspace& ws, const VectorX<double>& qd,
               const VectorX<double>& qdd, VectorX<double>& u) {
    if (closed_)
      closed_->torques(engine, qd, qdd, u);
    else
      inverse_dynamics<double>(engine, ws, q_, qd, qdd, u);
  }

  void split_joint_friction() {
    const bool follows = load_.asked.actuator_model().friction_follows_torque;
    of(joints_, TorqueCause::viscous) = drives_.joint_viscous().cwiseProduct(qd_end_);
    const double rest = load_.asked.rest_speed();
    for (int j = 0; j < drives_.count(); ++j) {
      const double brake = drives_.load_dependent()[j] * direction(qd_end_[j], rest);
      of(joints_, TorqueCause::coulomb)[j] =
          coulomb_torque(drives_.joint_friction(j), {qd_[j], qd_end_[j], rest});
      of(joints_, TorqueCause::load_friction)[j] =
          follows ? load_friction(brake, u_[j]) : brake * u_[j];
    }
  }

  void add_motors() {
    motor_velocities(drives_, state_, side_.qd_end, speed_);
    motor_velocities(drives_, state_, side_.qd_start, start_);
    for (int i = 0; i < drives_.count(); ++i) {
      const double rate = speed_[i] / state_.slopes()[i];  // of the angle before the mechanism
      const double acceleration =
          state_.K().row(i).dot(side_.qdd) + state_.bends()[i] * rate * rate;
      of(motors_, TorqueCause::rotors)[i] = drives_.rotor_inertias()[i] * acceleration;
      of(motors_, TorqueCause::viscous)[i] += drives_.motor_viscous()[i] * speed_[i];
      const double rest = load_.asked.motor_rest_speeds()[i] * std::abs(state_.slopes()[i]);
      of(motors_, TorqueCause::coulomb)[i] +=
          coulomb_torque(drives_.motor(i).friction, {start_[i], speed_[i], rest});
    }
  }

  const LoadCase& load_;
  const Drives& drives_;
  EngineWorkspace links_ws_, loaded_ws_;
  std::unique_ptr<ClosedLinks> closed_;  ///< none for a tree
  DriveState state_;
  MatrixX<double> W_;  ///< torques of motors from those of joints, but for mechanisms
  VectorX<double> q_, qd_, qdd_, qd_end_, u_;
  MotorSideCycle side_;  ///< of the motors
  VectorX<double> zero_, gravity_, coasting_, links_, loaded_, speed_, start_;
  MatrixX<double> joints_, motors_;  ///< by causes
};

}  // namespace

void record_causes(const CaseInWork& work, MotionRecord& record) {
  const int cycles = static_cast<int>(record.q_asked.cols()), motors = work.drives.count();
  record.causes_asked.resize(Eigen::Index{motors} * torque_cause_count, cycles);
  std::vector<CauseSplitter> of_load(work.loads.all().begin(), work.loads.all().end());
  for (int k = 0; k < cycles; ++k) {
    work.tell(recording_causes, k, cycles);
    const int load = work.loads.index_of_instruction(work.instruction(k));
    const MatrixX<double>& causes = of_load[static_cast<std::size_t>(load)].split(work, record, k);
    for (int i = 0; i < motors; ++i)
      record.causes_asked.col(k).segment<torque_cause_count>(Eigen::Index{i} * torque_cause_count) =
          causes.row(i).transpose();
  }
}

std::array<double, torque_cause_count> joint_shares_at(const CaseInWork& work,
                                                       const MotionRecord& record, int cycle,
                                                       int joint) {
  std::array<double, torque_cause_count> shares{};
  Eigen::Map<Eigen::Matrix<double, torque_cause_count, 1>>(shares.data()) =
      CauseSplitter(work.loads.of_instruction(work.instruction(cycle)))
          .split_joints(work, record, cycle)
          .row(std::ranges::find(work.active(), joint) - work.active().begin())
          .transpose();
  return shares;
}

std::array<double, torque_cause_count> shares_at(const CaseInWork& work, const MotionRecord& record,
                                                 int cycle, int motor) {
  std::array<double, torque_cause_count> shares{};
  Eigen::Map<Eigen::Matrix<double, torque_cause_count, 1>> column(shares.data());
  if (record.causes_asked.size() > 0)
    column = record.causes_asked.col(cycle).segment<torque_cause_count>(Eigen::Index{motor} *
                                                                        torque_cause_count);
  else
    column = CauseSplitter(work.loads.of_instruction(work.instruction(cycle)))
                 .split(work, record, cycle)
                 .row(motor)
                 .transpose();
  if (work.drives.motor(motor).peak_of_joint)
    column *= work.drives.coupling()(motor, work.drives.motor(motor).joint);
  return shares;
}

}  // namespace erfd
