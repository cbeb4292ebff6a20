// Algorithm 1 as a real-time step: inputs watched, steps in order, results watched.
#include "erfd/simulation/algorithm1.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"

#include "drives/sizes.hpp"
#include "dynamics/tree.hpp"
#include "simulation/algorithm1/closed_links.hpp"
#include "simulation/algorithm1/step.hpp"
#include "simulation/fault_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace erfd {

Shortfall shortfall_of(std::string_view name) {
  if (name == "consistent") return Shortfall::consistent;
  if (name == "mixed") return Shortfall::mixed;
  if (name == "full") return Shortfall::full;
  if (name == "as_printed") return Shortfall::as_printed;
  throw Error("shortfall: found '" + std::string(name) +
              "', expected consistent, mixed, full or as_printed");
}

namespace {

/// M of algorithm1_step.cpp (5).
MatrixX<double> constant_inertia(const Drives& drives, const MatrixX<double>& W, double period) {
  const VectorX<double> motors = drives.rotor_inertias() + drives.motor_viscous() * period;
  MatrixX<double> M = motors.asDiagonal() * drives.coupling();
  M += W * (drives.joint_viscous() * period).asDiagonal();
  return M;
}

/// The drives of a closed mechanism, whose joints are then its active ones.
Drives of_joints(Drives drives, const std::vector<int>& joints) {
  if (static_cast<int>(joints.size()) == drives.joint_count()) return drives;
  Drives::Parts parts = drives.parts();
  parts.K = MatrixX<double>(parts.K(Eigen::all, joints));
  parts.load_dependent = entries_of(drives.load_dependent(), joints);
  parts.joint_friction.clear();
  for (const int j : joints) parts.joint_friction.push_back(drives.joint_friction(j));
  const auto place_of = [&](int joint) {
    const auto at = std::ranges::find(joints, joint);
    return at == joints.end() ? -1 : static_cast<int>(at - joints.begin());
  };
  for (Motor& motor : parts.motors) motor.joint = place_of(motor.joint);
  for (ElasticGear& gear : parts.elastic_gears) gear.joint = place_of(gear.joint);
  return Drives(std::move(parts));
}

/// The joints of the step. @throws Error if the drives are not of the model, or of its active joints.
std::vector<int> joints_of_step(const Model& model, const Drives& drives) {
  std::vector<int> active = active_indices(model);
  const bool of_active = static_cast<int>(active.size()) == drives.joint_count();
  if (!model.has_free_base() && (model.nv() == drives.joint_count() || of_active)) return active;
  throw Error("algorithm 1: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
              " degrees of freedom" + (model.has_free_base() ? " and a free base" : "") +
              ", but the drives of '" + drives.robot() + "' move " +
              std::to_string(drives.joint_count()) + " joints; expected the same robot");
}

}  // namespace

Algorithm1::Algorithm1(const Model& model, Drives drives, const Algorithm1Settings& settings)
    : engine_(model),
      is_closed_(erfd::is_closed(model)),
      active_(joints_of_step(model, drives)),
      drives_(of_joints(std::move(drives), active_)),
      settings_(settings),
      actuator_model_(&find_actuator_model(settings.actuator_model)),
      W_(actuator_model_->reflection(drives_)),
      M_(constant_inertia(drives_, W_, settings.period)),
      joint_speed_limits_(drives_.count()),
      motor_speed_limits_(drives_.count()),
      low_(drives_.count()),
      high_(drives_.count()),
      rest_speed_(rest_way / settings.period),
      motor_rest_speeds_(rest_speed_ * drives_.coupling().cwiseAbs().rowwise().sum()) {
  settings_.actuator_model = actuator_model_->name;  // the caller's text may not live as long
  if (!(settings_.period > 0) || std::isinf(settings_.period))
    throw Error("algorithm 1: the period is " + std::to_string(settings_.period) +
                " s, expected more than 0");
  for (int i = 0; i < drives_.count(); ++i)
    joint_speed_limits_[i] =
        model.bodies()[static_cast<std::size_t>(active_[static_cast<std::size_t>(i)])].limits.speed;
  for (int i = 0; i < drives_.count(); ++i) {
    const Motor& motor = drives_.motor(i);
    motor_speed_limits_[i] =
        settings_.motor_speed_limits ? motor.limits.speed : std::numeric_limits<double>::infinity();
    const TorqueRange range = torque_range(motor, 0);
    low_[i] = range.low;
    high_[i] = range.high;
    if (!motor.limits.curve.empty() || motor.constants.resistance) speed_dependent_.push_back(i);
    const bool by_load =
        actuator_model_->friction_follows_torque && drives_.load_dependent()[i] > 0;
    joint_sticks_.push_back(has_coulomb(drives_.joint_friction(i)) || by_load);
    motor_sticks_.push_back(has_coulomb(motor.friction));
  }
}

Algorithm1Workspace::~Algorithm1Workspace() = default;
Algorithm1Workspace::Algorithm1Workspace(Algorithm1Workspace&&) noexcept = default;

Algorithm1Workspace::Algorithm1Workspace(const Algorithm1& algorithm)
    : engine_(algorithm.engine()),
      closed_(algorithm.is_closed() ? std::make_unique<ClosedLinks>(algorithm.engine()) : nullptr),
      position_(algorithm.joint_count()),
      H_(algorithm.joint_count(), algorithm.joint_count()),
      H_a_(algorithm.joint_count(), algorithm.joint_count()),
      HK_(algorithm.joint_count(), algorithm.joint_count()),
      K_inverse_(algorithm.joint_count(), algorithm.joint_count()),
      A_(algorithm.joint_count(), algorithm.joint_count()),
      all_(static_cast<std::size_t>(algorithm.joint_count())),
      side_(all_.size()),
      filled_(all_.size()),
      stopped_(all_.size()),
      servos_(2 * algorithm.joint_count(), 3 * algorithm.joint_count()),
      state_(algorithm.drives()),
      W_(algorithm.joint_count(), algorithm.joint_count()),
      M_(algorithm.joint_count(), algorithm.joint_count()) {
  for (VectorX<double>* const v :
       {&speed_, &brake_, &c_, &rotor_, &drag_, &load_, &joint_coulomb_, &motor_coulomb_, &start_,
        &slide_, &borne_, &ua_0_, &low_, &high_, &target_, &delta_, &y_, &right_})
    v->setZero(algorithm.joint_count());
  active_.reserve(all_.size());
  std::iota(all_.begin(), all_.end(), 0);
}

Cycle::Cycle(const Algorithm1& algorithm)
    : limited(static_cast<std::size_t>(algorithm.joint_count())) {
  const VectorX<double> nan =
      VectorX<double>::Constant(algorithm.joint_count(), std::numeric_limits<double>::quiet_NaN());
  for (VectorX<double>* const v : {&qd_cmd, &qdd_cmd, &u_required, &ua_required, &ua, &u, &qdd,
                                   &qd_next, &q_next, &last_good.q, &last_good.qd})
    *v = nan;
}

namespace {

bool is_finite(const char* quantity, const In<double>& x, Cycle& cycle) {
  if (x.allFinite()) return true;
  int j = 0;
  while (std::isfinite(x[j])) ++j;
  cycle.fault = {quantity, j, x[j]};
  return false;
}

bool wrenches_are_finite(Wrenches<double> wrenches, Cycle& cycle) {
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    for (const Vector3<double>& v :
         {wrenches[k].F_W.moment, wrenches[k].F_W.force, wrenches[k].p_F}) {
      if (v.allFinite()) continue;
      cycle.fault = {"wrench", static_cast<int>(k), v.sum()};
      return false;
    }
  }
  return true;
}

/// Names the first number of the input that is not finite.
void find_faulty_input(const In<double>& q, const In<double>& qd, const In<double>& qd_given,
                       Wrenches<double> wrenches, Cycle& cycle) {
  if (!std::isfinite(cycle.time))
    cycle.fault = {"time", -1, cycle.time};
  else
    is_finite("q", q, cycle) && is_finite("qd", qd, cycle) &&
        is_finite("qd_given", qd_given, cycle) && wrenches_are_finite(wrenches, cycle);
}

/// Names the first result that is not finite.
void find_fault(Cycle& cycle) {
  is_finite("u_required", cycle.u_required, cycle) &&
      is_finite("ua_required", cycle.ua_required, cycle) && is_finite("qdd", cycle.qdd, cycle) &&
      is_finite("ua", cycle.ua, cycle) && is_finite("qd_next", cycle.qd_next, cycle) &&
      is_finite("q_next", cycle.q_next, cycle);
}

void keep_good(double time, In<double> q, In<double> qd, Cycle& cycle) {
  cycle.last_good.known = true;
  cycle.last_good.time = time;
  cycle.last_good.q = q;
  cycle.last_good.qd = qd;
}

const double* take_entries(const In<double>& q, const std::vector<int>& joints,
                           VectorX<double>& entries) {
  for (std::size_t i = 0; i < joints.size(); ++i)
    entries[static_cast<Eigen::Index>(i)] = q[joints[i]];
  return entries.data();
}

/// A caller who does not look at the status must not take the results for a motion.
void spoil(Cycle& cycle, CycleStatus status) {
  cycle.status = status;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (VectorX<double>* const v :
       {&cycle.qd_cmd, &cycle.qdd_cmd, &cycle.u_required, &cycle.ua_required, &cycle.ua, &cycle.u,
        &cycle.qdd, &cycle.qd_next, &cycle.q_next})
    v->setConstant(nan);
}

}  // namespace

void step(const Algorithm1& algorithm, Algorithm1Workspace& ws, double time, In<double> q,
          In<double> qd, In<double> qd_given, Cycle& cycle, Wrenches<double> wrenches) {
  if (algorithm.is_closed())
    check_size("algorithm 1", "q", q.size(), algorithm.model().nq(), algorithm.model());
  else
    check_joints("algorithm 1", "q", q.size(), algorithm.drives());
  check_joints("algorithm 1", "qd", qd.size(), algorithm.drives());
  check_joints("algorithm 1", "qd_given", qd_given.size(), algorithm.drives());
  check_joints("algorithm 1", "cycle", cycle.qdd.size(), algorithm.drives());
  check_joints("algorithm 1", "ws", ws.joint_count(), algorithm.drives());
  cycle.status = CycleStatus::ok;
  cycle.time = time;
  cycle.fault = {};
  cycle.any_limited = false;
  cycle.friction_settled = true;
  for (LimitSet& set : cycle.limited) set = {};
  const double* position = q.data();
  if (ws.closed_) {
    position = take_entries(q, algorithm.active(), ws.position_);
    if (!is_finite("q", q, cycle)) return spoil(cycle, CycleStatus::not_finite_input);
    if (!ws.closed_->place(algorithm.engine(), q)) {
      keep_good(time, ws.position_, qd, cycle);
      return spoil(cycle, CycleStatus::dead_centre);
    }
  }
  const bool finite =
      run_algorithm1(algorithm, ws, {position, qd.data(), qd_given.data(), wrenches}, cycle);
  if (cycle.status == CycleStatus::not_finite_input)
    find_faulty_input(q, qd, qd_given, wrenches, cycle);
  if (cycle.status != CycleStatus::ok) return spoil(cycle, cycle.status);
  if (!finite) {
    find_fault(cycle);
    return spoil(cycle, CycleStatus::not_finite_result);
  }
  for (const LimitSet set : cycle.limited) cycle.any_limited |= set.any();
}

bool end_position(const Algorithm1& algorithm, Algorithm1Workspace& ws, In<double> q,
                  const Cycle& cycle, Out<double> q_end) {
  if (!ws.closed_) {
    q_end = cycle.q_next;
    return true;
  }
  ws.closed_->velocities(cycle.qd_next, q_end);
  q_end = q + algorithm.settings().period * q_end;
  return ws.closed_->close(algorithm.engine(), cycle.q_next, q_end);
}

namespace {

std::string dead_centre_text(const Algorithm1& algorithm, const Cycle& cycle) {
  const Model& model = algorithm.model();
  LoopWorkspace loops(model);
  VectorX<double> q = model.start(), target = q;
  for (std::size_t i = 0; i < algorithm.active().size(); ++i)
    target[algorithm.active()[i]] = cycle.last_good.q[static_cast<Eigen::Index>(i)];
  move_active<double>(model, loops, target, q);
  const std::string trouble = loop_trouble<double>(model, loops, q);
  return trouble.empty() ? "the active joints do not rule the mechanism there" : trouble;
}

std::string owner(const Algorithm1& algorithm, const Cycle::Fault& fault) {
  if (fault.joint < 0) return "";
  if (std::string_view(fault.quantity) == "wrench") return " " + std::to_string(fault.joint);
  const auto& bodies = algorithm.model().bodies();
  const bool of_all = std::string_view(fault.quantity) == "q";
  const auto index = static_cast<std::size_t>(fault.joint);
  const int joint = of_all ? fault.joint : algorithm.active()[index];
  return " of joint '" + bodies[static_cast<std::size_t>(joint)].joint + "'";
}

}  // namespace

std::string describe_fault(const Algorithm1& algorithm, const Cycle& cycle) {
  if (cycle.status == CycleStatus::ok) return {};
  std::string text =
      "algorithm 1: '" + algorithm.model().name() + "' at t = " + number_text(cycle.time) + " s: ";
  if (cycle.status == CycleStatus::singular)
    text += "the accelerations have no solution, expected a regular matrix H_a";
  else if (cycle.status == CycleStatus::dead_centre)
    text += dead_centre_text(algorithm, cycle);
  else if (cycle.status == CycleStatus::drives_out_of_reach)
    text += out_of_reach_text(algorithm.drives(), cycle.fault.joint);
  else if (cycle.status == CycleStatus::friction_drives)
    text += "the friction of " + algorithm.drives().motor(cycle.fault.joint).name + ", " +
            number_text(std::abs(cycle.fault.value)) +
            " N m at its shaft, is more than the motor gives and would drive it; expected less, or "
            "the shortfall 'consistent', which lets it rest";
  else
    text += std::string(cycle.fault.quantity) + owner(algorithm, cycle.fault) + " is " +
            number_text(cycle.fault.value) + ", expected a finite number";
  if (!cycle.last_good.known) return text + "; no good state before";
  return text + "; last good state at t = " + number_text(cycle.last_good.time) +
         " s: q = " + list_text(cycle.last_good.q) + ", qd = " + list_text(cycle.last_good.qd);
}

}  // namespace erfd
