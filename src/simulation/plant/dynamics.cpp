// Motion of links, rotors and friction whose directions are known.
// Source  [KV20] (90), Appendix D, errata L18–L20, §3.2; drives.cpp, actuator_model.cpp.
//
//   (diag(c) H + Kᵀ diag(I_a) K) qdd + Σ a_e λ_e
//       = Kᵀ u_a − diag(c) u' − Kᵀ diag(I_a) Kd qd − f − Σ a_e s_e F_e                        (1)
//   a_e · qdd = 0                            for stuck elements e                             (2)
//   c_j = 1 + µ_j s_j σ_j,   σ_j = sign(u_j)                                                  (3)
//   u = H qdd + u'                           what the joints transmit                         (4)
//
// Legend  s_e, F_e   direction of slip (−1, 1; 0 stuck) and moving Coulomb torque of element e
//         a_e        its direction: speed a_e · qd; sum over stuck elements left, slipping right
//         u'         C qd + g − Jᵀ w;  f viscous friction of motors and joints
//         K, Kd      of the position; Kd is zero but for mechanisms, whose elements have the direction of
//                    the angle before the mechanism, which is constant, and F_e with its slope
//
// Joints that stuck elements hold are left out of (1): their accelerations are exactly zero.
// constraints.cpp tells which, and what the stuck elements hold.
#include "simulation/plant/dynamics.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/external_torques.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/lu.hpp"

#include "simulation/plant/friction_elements.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

PlantDynamics::PlantDynamics(const Plant& plant)
    : plant_(plant),
      n_(plant.nv()),
      modes_(plant.friction().size(), 0),
      friction_(plant.friction()) {
  const Eigen::Index motors = plant.drives() ? plant.drives()->count() : n_;
  for (int k = 0; k < plant.model_count(); ++k) {
    engine_ws_.emplace_back(plant.engine(k));
    ws_.emplace_back(plant.model(k));
  }
  for (VectorX<double>* const v : {&qdd, &joint_load, &zero_, &bias_, &joint_torque_, &factor_,
                                   &right_, &load_sign_, &residual_, &rotor_bias_})
    *v = VectorX<double>::Zero(n_);
  for (VectorX<double>* const v : {&torque, &speed_a_, &shaft_}) v->setZero(motors);
  holding = VectorX<double>::Zero(static_cast<Eigen::Index>(modes_.size()));
  limited.resize(plant.drives() ? static_cast<std::size_t>(motors) : 0);
  H_ = M_ = rotors_ = MatrixX<double>::Zero(n_, n_);
  if (plant.drives()) state_.emplace(*plant.drives());
  if (plant.drives() && plant.drives()->is_constant())
    rotors_ = plant.drives()->reflected_inertia();
  load_sign_.setOnes();
  find_constraints();
}

DriveStatus PlantDynamics::place(In<double> q) {
  if (!plant_.drives() || plant_.drives()->is_constant()) return {};
  const DriveStatus status = set_position(*plant_.drives(), q, *state_);
  reflected_inertia(*plant_.drives(), *state_, rotors_);
  place_friction(*plant_.drives(), *state_, friction_);
  return status;
}

void PlantDynamics::motor_speeds(In<double> q, In<double> qd, Out<double> speeds) {
  if (place(q))
    motor_velocities(*plant_.drives(), *state_, qd, speeds);
  else
    speeds.setConstant(std::nan(""));
}

void PlantDynamics::apply_input(In<double> qd, In<double> command) {
  if (!plant_.drives()) {
    torque = joint_torque_ = command;
    return;
  }
  const Drives& drives = *plant_.drives();
  motor_velocities(drives, *state_, qd, speed_a_);
  if (plant_.input() == PlantInput::joint_torques)
    motor_torques(drives, *state_, command, torque);
  else
    torque = command;
  for (int i = 0; i < drives.count(); ++i) {
    LimitSet& limit = limited[static_cast<std::size_t>(i)];
    limit = {};
    const Motor& motor = drives.motor(i);
    if (plant_.input() == PlantInput::motor_currents)
      torque[i] = torque_of_current(motor, torque[i]);
    if (!plant_.motor_limits()) continue;
    const TorqueRange range = torque_range(motor, speed_a_[i]);
    if (torque[i] > range.high) torque[i] = range.high, limit.add(range.high_by);
    if (torque[i] < range.low) torque[i] = range.low, limit.add(range.low_by);
  }
  joint_torques(drives, *state_, torque, joint_torque_);
}

/// What (1) has on the right besides diag(c) u'.
void PlantDynamics::add_forces(In<double> qd) {
  const Drives& drives = *plant_.drives();
  right_ = joint_torque_ - drives.joint_viscous().cwiseProduct(qd);
  shaft_ = drives.motor_viscous().cwiseProduct(speed_a_);
  right_.noalias() -= state_->K().transpose().lazyProduct(shaft_);
  if (!drives.is_constant()) {
    reflected_bias(drives, *state_, qd, rotor_bias_);
    right_ -= rotor_bias_;
  }
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = friction_[e];
    if (modes_[e] == 0) continue;
    right_ -= coulomb_torque(element.moving, modes_[e]) * element.direction;
  }
}

bool PlantDynamics::solve() {
  factor_.setOnes();
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = plant_.friction()[e];
    if (element.joint >= 0)
      factor_[element.joint] =
          load_factor(element.load_dependent * modes_[e], load_sign_[element.joint]);  // (3)
  }
  M_ = factor_.asDiagonal() * H_ + rotors_;
  const Eigen::Index nf = static_cast<Eigen::Index>(free_.size()), nc = constraints_.rows();
  for (Eigen::Index i = 0; i < nf; ++i) {
    const int row = free_[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < nf; ++k) A_(i, k) = M_(row, free_[static_cast<std::size_t>(k)]);
    for (Eigen::Index k = 0; k < nc; ++k) A_(i, nf + k) = A_(nf + k, i) = constraints_(k, row);
    x_[i] = right_[row] - factor_[row] * bias_[row];
  }
  A_.bottomRightCorner(nc, nc).setZero();
  x_.tail(nc).setZero();
  if (!solve_lu(A_, x_)) return false;  // (1), (2)
  qdd.setZero();
  for (Eigen::Index i = 0; i < nf; ++i) qdd[free_[static_cast<std::size_t>(i)]] = x_[i];
  joint_load = bias_;
  joint_load.noalias() += H_.lazyProduct(qdd);  // (4)
  return qdd.allFinite();
}

/// True if some σ of (3) does not fit; turns all that do not, or the first.
bool PlantDynamics::turn_loads(bool one) {
  bool turned = false;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = plant_.friction()[e];
    if (element.joint < 0 || element.load_dependent == 0 || modes_[e] == 0) continue;
    double& s = load_sign_[element.joint];
    if (s * joint_load[element.joint] >= 0) continue;
    s = -s;
    if (one) return true;
    turned = true;
  }
  return turned;
}

Evaluation PlantDynamics::evaluate(In<double> q, In<double> qd, In<double> command,
                                   Wrenches<double> wrenches) {
  const Engine& engine = plant_.engine(model_);
  EngineWorkspace& ws = engine_ws_[static_cast<std::size_t>(model_)];
  if (!place(q)) return Evaluation::out_of_reach;
  apply_input(qd, command);
  if (!plant_.drives()) {
    forward_dynamics(engine, ws, q, qd, joint_torque_, qdd, wrenches);
    find_powers(q, qd, wrenches);
    return qdd.allFinite() ? Evaluation::ok : Evaluation::singular;
  }
  inertia_matrix(engine, ws, q, H_);
  inverse_dynamics(engine, ws, q, qd, zero_, bias_, wrenches);
  add_forces(qd);
  bool settled = false;
  // A round turns every wrong σ, as Newton's method would; two or three do. Where that goes in
  // circles, one at a time comes to an end if there is one solution.
  for (int round = 0; round < 100 && !settled; ++round) {
    if (!solve()) return Evaluation::singular;
    settled = !turn_loads(round > 20);
  }
  find_powers(q, qd, wrenches);
  return settled ? Evaluation::ok : Evaluation::unsettled;
}

void PlantDynamics::find_powers(In<double> q, In<double> qd, Wrenches<double> wrenches) {
  power = {};
  power.input = joint_torque_.dot(qd);
  if (!wrenches.empty()) {
    external_torques(plant_.model(model_), ws_[static_cast<std::size_t>(model_)], q, wrenches,
                     residual_);
    power.wrenches = residual_.dot(qd);
  }
  if (!plant_.drives()) return;
  const Drives& drives = *plant_.drives();
  power.viscous =
      drives.joint_viscous().dot(qd.cwiseAbs2()) + drives.motor_viscous().dot(speed_a_.cwiseAbs2());
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = friction_[e];
    if (modes_[e] == 0) continue;
    const double speed = element.direction.dot(qd);
    power.coulomb += coulomb_torque(element.moving, modes_[e]) * speed;
    power.load_dependent += modes_[e] * load_friction_of(element) * speed;
  }
}

double PlantDynamics::kinetic_energy(In<double> q, In<double> qd) {
  double energy = erfd::kinetic_energy<double>(plant_.model(model_),
                                               ws_[static_cast<std::size_t>(model_)], q, qd);
  if (plant_.drives() && place(q)) energy += 0.5 * qd.dot(rotors_ * qd);
  return energy;
}

PlantDynamics::EnergyRates PlantDynamics::energy_rates(In<double> q, In<double> qd) {
  Workspace& ws = ws_[static_cast<std::size_t>(model_)];
  rnea<double>(plant_.model(model_), ws, q, qd, qdd, residual_);
  double both = residual_.dot(qd);
  if (plant_.drives() && place(q)) {
    motor_accelerations(*plant_.drives(), *state_, qd, qdd, shaft_);
    motor_velocities(*plant_.drives(), *state_, qd, speed_a_);
    both += plant_.drives()->rotor_inertias().cwiseProduct(shaft_).dot(speed_a_);
  }
  rnea<double>(plant_.model(model_), ws, q, zero_, zero_, residual_);  // the weight alone
  const double potential = residual_.dot(qd);
  return {both - potential, potential};
}

double PlantDynamics::potential_energy(In<double> q) {
  return erfd::potential_energy<double>(plant_.model(model_), ws_[static_cast<std::size_t>(model_)],
                                        q);
}

}  // namespace erfd
