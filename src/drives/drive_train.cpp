// Motor space and joint space with ratios that depend on the position.
// Source  [S] (13) with ∂q_a/∂q a function of q; virtual work.
//
//   phi = C q,  q_a,i = f_i(phi_i)                              (1)
//   K   = ∂q_a/∂q = diag(f') C                                  (2)
//   Kd  = diag(f'' ∘ C qd) C                                    (3)   d/dt of (2)
//   qd_a = K qd,  qdd_a = K qdd + Kd qd                         (4)
//   u_a = K⁻ᵀ u = diag(1/f') C⁻ᵀ u                              (5)   u · qd = u_a · qd_a
//   Kᵀ I_a (K qdd + Kd qd)                                      (6)   Lagrange of ½ qd_aᵀ I_a qd_a
//   u_a = K⁻ᵀ (u + F_j) + I_a qdd_a + F_a                       (7)
//
// F_j and F_a are the frictions of joints and motors: docs/drives.md. C is constant, so that
// neither (5) nor the inverse of (1) solves a system.
#include "erfd/drives/drive_train.hpp"

#include "erfd/base/error.hpp"

#include "drives/drive_loads.hpp"
#include "drives/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace erfd {
namespace {

void check_size(const char* function, const char* argument, Eigen::Index got,
                const DriveTrain& train) {
  erfd::check_size(function, argument, got, train.coupling());
}

/// Below this share of its lever arm a mechanism counts as dead: its motor torque would be all
/// rounding.
constexpr double dead = 1e-9;

bool is_dead(const Mechanism& m, double slope) {
  const double arm = m.kind == MechanismKind::ball_screw
                         ? 2 * std::numbers::pi * std::abs(m.ratio) * std::min(m.a, m.b) / m.pitch
                         : std::abs(m.ratio);
  return !(std::abs(slope) > dead * arm);
}

}  // namespace

DriveTrain::DriveTrain(Drives coupling, std::vector<std::optional<Mechanism>> mechanisms)
    : coupling_(std::move(coupling)), mechanisms_(std::move(mechanisms)) {
  if (static_cast<int>(mechanisms_.size()) != count())
    throw Error("drive train of '" + robot() + "': " + std::to_string(mechanisms_.size()) +
                " mechanisms for " + std::to_string(count()) +
                " motors, expected one place a motor");
  for (const auto& mechanism : mechanisms_) is_constant_ &= !mechanism.has_value();
}

DriveTrain::DriveTrain(Drives coupling)
    : coupling_(std::move(coupling)), mechanisms_(static_cast<std::size_t>(coupling_.count())) {}

std::string text_of(const DriveTrain& train, TrainStatus status) {
  if (status) return "fine";
  return train.motors()[static_cast<std::size_t>(status.motor)].name +
         (status.fault == TrainFault::dead_centre ? ": dead centre" : ": out of reach");
}

DriveTrainState::DriveTrainState(const DriveTrain& train)
    : angles_(train.count()),
      q_a_(train.count()),
      slopes_(train.count()),
      bends_(train.count()),
      K_(train.count(), train.count()) {}

TrainStatus set_position(const DriveTrain& train, In<double> q, DriveTrainState& state) {
  check_size("set_position", "q", q.size(), train);
  TrainStatus status;
  state.angles_.noalias() = train.coupling().K().lazyProduct(q);
  for (int i = 0; i < train.count(); ++i) {
    const std::optional<Mechanism>& mechanism = train.mechanism(i);
    MechanismPoint at;
    at.turn = state.angles_[i];
    if (mechanism) at = mechanism_at(*mechanism, state.angles_[i]);  // (1)
    if (!at.reachable && status) status = {TrainFault::out_of_reach, i};
    if (mechanism && status && is_dead(*mechanism, at.slope)) status = {TrainFault::dead_centre, i};
    state.q_a_[i] = at.turn;
    state.slopes_[i] = at.slope;
    state.bends_[i] = at.bend;
    state.K_.row(i) = at.slope * train.coupling().K().row(i);  // (2)
  }
  return status;
}

TrainStatus joint_positions(const DriveTrain& train, In<double> q_a, Out<double> q) {
  check_size("joint_positions", "q_a", q_a.size(), train);
  check_size("joint_positions", "q", q.size(), train);
  // q = C⁻¹ phi column by column: phi_i replaces what C gives for the start.
  TrainStatus status;
  const MatrixX<double>& C = train.coupling().K();
  for (int i = 0; i < train.count(); ++i) {
    const std::optional<Mechanism>& mechanism = train.mechanism(i);
    const double start = C.row(i).dot(q);
    const double phi = mechanism ? mechanism_angle(*mechanism, q_a[i], start) : q_a[i];
    if (!std::isfinite(phi) && status) status = {TrainFault::out_of_reach, i};
    // The change of q that turns angle i alone is column i of C⁻¹; the others keep theirs.
    q += (phi - start) * train.coupling().K_inverse().col(i);
  }
  return status;
}

bool is_in_range(const DriveTrain& train, In<double> q) {
  check_size("is_in_range", "q", q.size(), train);
  for (int i = 0; i < train.count(); ++i) {
    const std::optional<Mechanism>& mechanism = train.mechanism(i);
    if (!mechanism) continue;
    const double phi = train.coupling().K().row(i).dot(q);
    if (!(mechanism->lower <= phi && phi <= mechanism->upper)) return false;
  }
  return true;
}

void motor_velocities(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                      Out<double> qd_a) {
  check_size("motor_velocities", "qd", qd.size(), train);
  check_size("motor_velocities", "qd_a", qd_a.size(), train);
  qd_a.noalias() = state.K().lazyProduct(qd);
}

void joint_velocities(const DriveTrain& train, const DriveTrainState& state, In<double> qd_a,
                      Out<double> qd) {
  check_size("joint_velocities", "qd_a", qd_a.size(), train);
  check_size("joint_velocities", "qd", qd.size(), train);
  qd.setZero();
  for (int i = 0; i < train.count(); ++i)
    qd += (qd_a[i] / state.slopes()[i]) * train.coupling().K_inverse().col(i);
}

void motor_accelerations(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                         In<double> qdd, Out<double> qdd_a) {
  check_size("motor_accelerations", "qd", qd.size(), train);
  check_size("motor_accelerations", "qdd", qdd.size(), train);
  check_size("motor_accelerations", "qdd_a", qdd_a.size(), train);
  for (int i = 0; i < train.count(); ++i) {
    const double rate = train.coupling().K().row(i).dot(qd);
    qdd_a[i] = state.K().row(i).dot(qdd) + state.bends()[i] * rate * rate;  // (3), (4)
  }
}

void transmission_rate(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                       OutMatrix<double> Kd) {
  check_size("transmission_rate", "qd", qd.size(), train);
  check_size("transmission_rate", "Kd (rows)", Kd.rows(), train);
  check_size("transmission_rate", "Kd (columns)", Kd.cols(), train);
  const MatrixX<double>& C = train.coupling().K();
  for (int i = 0; i < train.count(); ++i)
    Kd.row(i) = state.bends()[i] * C.row(i).dot(qd) * C.row(i);  // (3)
}

void motor_torques(const DriveTrain& train, const DriveTrainState& state, In<double> u,
                   Out<double> u_a) {
  motor_torques(train.coupling(), u, u_a);
  u_a = u_a.cwiseQuotient(state.slopes());  // (5)
}

void joint_torques(const DriveTrain& train, const DriveTrainState& state, In<double> u_a,
                   Out<double> u) {
  check_size("joint_torques", "u_a", u_a.size(), train);
  check_size("joint_torques", "u", u.size(), train);
  u.noalias() = state.K().transpose().lazyProduct(u_a);
}

void reflected_inertia(const DriveTrain& train, const DriveTrainState& state, OutMatrix<double> H) {
  check_size("reflected_inertia", "H (rows)", H.rows(), train);
  check_size("reflected_inertia", "H (columns)", H.cols(), train);
  H.setZero();
  for (int i = 0; i < train.count(); ++i)
    H.noalias() += train.coupling().rotor_inertias()[i] *
                   state.K().row(i).transpose().lazyProduct(state.K().row(i));  // (6)
}

void reflected_bias(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                    Out<double> bias) {
  check_size("reflected_bias", "qd", qd.size(), train);
  check_size("reflected_bias", "bias", bias.size(), train);
  bias.setZero();
  for (int i = 0; i < train.count(); ++i) {
    const double rate = train.coupling().K().row(i).dot(qd);
    const double torque = train.coupling().rotor_inertias()[i] * state.bends()[i] * rate * rate;
    bias += torque * state.K().row(i).transpose();  // (6)
  }
}

void drive_torques(const DriveTrain& train, const DriveTrainState& state, In<double> qd,
                   In<double> qdd, In<double> u, Out<double> u_a) {
  drive_torques(train, state, {qd, 0}, qd, qdd, u, u_a);
}

void drive_torques(const DriveTrain& train, const DriveTrainState& state, const CycleStart& start,
                   In<double> qd, In<double> qdd, In<double> u, Out<double> u_a) {
  check_size("drive_torques", "start", start.qd.size(), train);
  check_size("drive_torques", "qd", qd.size(), train);
  check_size("drive_torques", "qdd", qdd.size(), train);
  check_size("drive_torques", "u", u.size(), train);
  check_size("drive_torques", "u_a", u_a.size(), train);
  const MatrixX<double>& C = train.coupling().K();
  reflect_loads(train.coupling(), start.qd, start.rest_speed, qd, u, u_a);
  for (int i = 0; i < train.count(); ++i) {
    const double rate = C.row(i).dot(qd), slope = state.slopes()[i];
    const double acceleration = slope * C.row(i).dot(qdd) + state.bends()[i] * rate * rate;
    const ShaftSpeeds speeds{slope * C.row(i).dot(start.qd), slope * rate,
                             start.rest_speed * std::abs(slope) * C.row(i).cwiseAbs().sum()};
    u_a[i] = u_a[i] / slope + rotor_torque(train.coupling(), i, speeds, acceleration);  // (7)
  }
}

}  // namespace erfd
