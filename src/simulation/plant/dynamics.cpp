// Motion of links, rotors and friction whose directions are known.
// Source  [KV20] (90), Appendix D, errata L18–L20, §3.2; drives.cpp, actuator_model.cpp.
//
//   (diag(c) H + Kᵀ diag(I_a) K) qdd + Σ a_e λ_e
//       = Kᵀ u_a − diag(c) u' − Kᵀ diag(I_a) Kd qd − f − Σ a_e s_e F_e                        (1)
//   a_e · qdd = 0                            for stuck elements e                             (2)
//   c_j = 1 + µ_j s_j σ_j,   σ_j = sign(u_j)                                                  (3)
//   u = H qdd + u'                           what the joints transmit                         (4)
//   f ∋ K (q − rest) + D qd of a spring in a joint;  ∓ (k (θ − q) + d (θd − qd)) of an elastic gear at
//       its link and its motor side θ                                                         (5)
//
// Motor sides θ are coordinates behind those of the links: H and u' are zero there, K has the motors'
// columns there, and the bearings' friction stays with the link.
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
#include "erfd/dynamics/elastic_joints.hpp"
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
      n_(plant.coordinates()),
      nq_(plant.nq()),
      links_(plant.nv()),
      equations_(plant),
      modes_(plant.friction().size(), 0),
      friction_(plant.friction()) {
  const Eigen::Index motors = plant.shafts() ? plant.shafts()->count() : plant.input_count();
  for (int k = 0; k < plant.model_count(); ++k) ws_.emplace_back(plant.model(k));
  for (VectorX<double>* const v :
       {&qdd, &joint_load, &zero_, &bias_, &joint_torque_, &factor_, &right_, &load_sign_,
        &residual_, &rotor_bias_, &spring_torque_, &shaft_q_})
    *v = VectorX<double>::Zero(n_);
  for (VectorX<double>* const v : {&torque, &speed_a_, &shaft_}) v->setZero(motors);
  holding = VectorX<double>::Zero(static_cast<Eigen::Index>(modes_.size()));
  limited.resize(plant.shafts() ? static_cast<std::size_t>(motors) : 0);
  H_ = M_ = rotors_ = MatrixX<double>::Zero(n_, n_);
  if (plant.shafts()) state_.emplace(*plant.shafts());
  if (plant.shafts() && plant.shafts()->is_constant())
    rotors_ = plant.shafts()->reflected_inertia();
  load_sign_.setOnes();
  factor_.setOnes();
  if (plant.model().is_constrained()) loops_.emplace(plant);
  find_constraints();
}

/// A position a velocity, as drives count them.
void PlantDynamics::find_shaft_positions(In<double> q) {
  const int base = plant_.base_velocities();
  shaft_q_.tail(n_ - base) = q.tail(n_ - base);
}

DriveStatus PlantDynamics::place(In<double> q) {
  if (!plant_.shafts() || plant_.shafts()->is_constant()) return {};
  find_shaft_positions(q);
  const DriveStatus status = set_position(*plant_.shafts(), shaft_q_, *state_);
  reflected_inertia(*plant_.shafts(), *state_, rotors_);
  place_friction(*plant_.shafts(), *state_, friction_);
  return status;
}

void PlantDynamics::motor_speeds(In<double> q, In<double> qd, Out<double> speeds) {
  if (place(q))
    motor_velocities(*plant_.shafts(), *state_, qd, speeds);
  else
    speeds.setConstant(std::nan(""));
}

const VectorX<double>& PlantDynamics::mechanism_angles(In<double> q) {
  find_shaft_positions(q);
  // A position out of reach has angles, too: those are not asked of the mechanism.
  static_cast<void>(set_position(*plant_.shafts(), shaft_q_, *state_));
  return state_->angles();
}

/// Writes spring_torque_, their power lost and (5).
void PlantDynamics::add_springs(In<double> q, In<double> qd) {
  spring_torque_.setZero();
  const Model& model = plant_.model(model_);
  for (const JointSpring& spring : model.springs()) {
    const Body& body = model.body(spring.body);
    spring_torque_[body.v_index] -=
        spring.stiffness * (q[body.q_index] - spring.rest) + spring.damping * qd[body.v_index];
  }
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const ElasticGear& gear = plant_.gears()[e];
    const auto side = static_cast<Eigen::Index>(e);
    const double stretch = q[nq_ + side] - q[nq_ - links_ + gear.joint],
                 rate = qd[links_ + side] - qd[gear.joint];
    const double carried = gear.stiffness * stretch + gear.damping * rate;
    spring_torque_[gear.joint] += carried;
    spring_torque_[links_ + side] -= carried;
  }
}

void PlantDynamics::load_gears(Out<double> q, Out<double> qd, Wrenches<double> wrenches) {
  equations_.find({model_, q.head(nq_), qd.head(links_), wrenches},
                  H_.topLeftCorner(links_, links_), bias_.head(links_));
  const Model& model = plant_.model(model_);
  for (const JointSpring& spring : model.springs()) {
    const Body& body = model.body(spring.body);
    bias_[body.v_index] += spring.stiffness * (q[body.q_index] - spring.rest);
  }
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const ElasticGear& gear = plant_.gears()[e];
    const auto side = static_cast<Eigen::Index>(e);
    q[nq_ + side] = q[nq_ - links_ + gear.joint] + bias_[gear.joint] / gear.stiffness;
    qd[links_ + side] = qd[gear.joint];
  }
}

void PlantDynamics::apply_input(In<double> qd, In<double> command) {
  if (!plant_.shafts()) {
    torque = command;
    joint_torque_.tail(command.size()) = command;
    if (!loops_) return;
    for (const Body& body : plant_.model().joints())  // nothing drives them
      if (body.passive) joint_torque_[body.v_index] = 0;
    return;
  }
  const Drives& drives = *plant_.shafts();
  motor_velocities(drives, *state_, qd, speed_a_);
  if (plant_.input() == PlantInput::joint_torques)
    motor_torques(drives, *state_, asked_of_shafts(command), torque);
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

/// Torques asked of joints, on the coordinates that the motors move.
const VectorX<double>& PlantDynamics::asked_of_shafts(In<double> command) {
  residual_.setZero();
  const int base = plant_.base_velocities();
  residual_.segment(base, links_ - base) = command;
  for (std::size_t e = 0; e < plant_.gears().size(); ++e)
    std::swap(residual_[plant_.gears()[e].joint], residual_[links_ + static_cast<Eigen::Index>(e)]);
  return residual_;
}

/// What (1) has on the right besides diag(c) u'.
void PlantDynamics::add_forces(In<double> qd) {
  right_ = joint_torque_ + spring_torque_;
  if (!plant_.shafts()) return;
  const Drives& drives = *plant_.shafts();
  right_ -= drives.joint_viscous().cwiseProduct(qd);
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
  return loops_ ? solve_loops() : solve_tree();
}

bool PlantDynamics::solve_tree() {
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

/// loops.cpp; what the joints transmit is (4) less what the loops carry.
bool PlantDynamics::solve_loops() {
  x_ = right_ - factor_.cwiseProduct(bias_);
  if (!loops_->solve(M_, factor_, x_, qdd)) return false;
  for (int j = 0; j < n_; ++j)
    if (pinned(j)) qdd[j] = 0;
  x_ -= M_.lazyProduct(qdd);
  loops_->find_loop_torques(factor_, x_, joint_load);
  joint_load += bias_;
  joint_load.noalias() += H_.lazyProduct(qdd);
  return true;
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
  const LinkState links{model_, q.head(nq_), qd.head(links_), wrenches};
  if (!place(q)) return Evaluation::out_of_reach;
  apply_input(qd, command);
  add_springs(q, qd);
  if (!plant_.shafts() && !loops_) {
    right_ = joint_torque_ + spring_torque_;
    equations_.accelerate(links, right_, qdd);
    find_powers(q, qd, wrenches);
    return qdd.allFinite() ? Evaluation::ok : Evaluation::singular;
  }
  equations_.find(links, H_.topLeftCorner(links_, links_), bias_.head(links_));
  bias_.tail(n_ - links_).setZero();
  add_forces(qd);
  if (loops_) loops_->update(q, qd);
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
    external_torques(plant_.model(model_), ws_[static_cast<std::size_t>(model_)], q.head(nq_),
                     wrenches, residual_.head(links_));
    power.wrenches = residual_.head(links_).dot(qd.head(links_));
  }
  for (const JointSpring& spring : plant_.model(model_).springs()) {
    const double rate = qd[plant_.model(model_).body(spring.body).v_index];
    power.viscous += spring.damping * rate * rate;
  }
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const ElasticGear& gear = plant_.gears()[e];
    const double rate = qd[links_ + static_cast<Eigen::Index>(e)] - qd[gear.joint];
    power.viscous += gear.damping * rate * rate;
  }
  if (!plant_.shafts()) return;
  const Drives& drives = *plant_.shafts();
  power.viscous +=
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
  double energy = erfd::kinetic_energy<double>(
      plant_.model(model_), ws_[static_cast<std::size_t>(model_)], q.head(nq_), qd.head(links_));
  if (plant_.shafts() && place(q)) energy += 0.5 * qd.dot(rotors_ * qd);
  return energy;
}

PlantDynamics::EnergyRates PlantDynamics::energy_rates(In<double> q, In<double> qd) {
  Workspace& ws = ws_[static_cast<std::size_t>(model_)];
  const Model& model = plant_.model(model_);
  const auto links_qd = qd.head(links_);
  auto torques = residual_.head(links_);
  rnea<double>(model, ws, q.head(nq_), links_qd, qdd.head(links_), torques);
  double both = torques.dot(links_qd);
  if (plant_.shafts() && place(q)) {
    motor_accelerations(*plant_.shafts(), *state_, qd, qdd, shaft_);
    motor_velocities(*plant_.shafts(), *state_, qd, speed_a_);
    both += plant_.shafts()->rotor_inertias().cwiseProduct(shaft_).dot(speed_a_);
  }
  rnea<double>(model, ws, q.head(nq_), zero_.head(links_), zero_.head(links_), torques);
  const double weight = torques.dot(links_qd);
  double springs = 0;
  for (const JointSpring& spring : model.springs()) {
    const Body& body = model.body(spring.body);
    springs += spring.stiffness * (q[body.q_index] - spring.rest) * qd[body.v_index];
  }
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const ElasticGear& gear = plant_.gears()[e];
    const auto side = static_cast<Eigen::Index>(e);
    springs += gear.stiffness * (q[nq_ + side] - q[nq_ - links_ + gear.joint]) *
               (qd[links_ + side] - qd[gear.joint]);
  }
  return {both - weight, weight + springs};
}

double PlantDynamics::potential_energy(In<double> q) {
  const Model& model = plant_.model(model_);
  double energy =
      erfd::potential_energy<double>(model, ws_[static_cast<std::size_t>(model_)], q.head(nq_)) +
      spring_energy<double>(model, q.head(nq_));
  for (std::size_t e = 0; e < plant_.gears().size(); ++e) {
    const ElasticGear& gear = plant_.gears()[e];
    const double stretch = q[nq_ + static_cast<Eigen::Index>(e)] - q[nq_ - links_ + gear.joint];
    energy += 0.5 * gear.stiffness * stretch * stretch;
  }
  return energy;
}

}  // namespace erfd
