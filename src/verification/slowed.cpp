#include "verification/slowed.hpp"

#include "verification/judge.hpp"

#include <cmath>

namespace erfd {
namespace {

constexpr double tolerance = 1e-9;  // as bindings.cpp has it

Binding binding_of(int motor, int axis, double needed, double available) {
  Binding b;
  b.motor = motor;
  b.axis = axis;
  b.needed = needed;
  b.available = available;
  b.ratio = available > 0 ? needed / available : std::numeric_limits<double>::infinity();
  return b;
}

}  // namespace

SlowedCycles::Scaled& SlowedCycles::scaled(int load, int percent) {
  std::unique_ptr<Scaled>& made = made_[{load, percent}];
  if (made) return *made;
  const Algorithm1& asked = job_.loads.all()[static_cast<std::size_t>(load)].asked;
  Algorithm1Settings settings = asked.settings();
  settings.period *= 100.0 / percent;
  made = std::make_unique<Scaled>(Algorithm1(asked.model(), asked.train(), settings));
  return *made;
}

const VectorX<double>& SlowedCycles::torques(int k, int percent) {
  Scaled& s = scaled(job_.loads.index_of_instruction(job_.instruction(k)), percent);
  const ExternalWrench<double> wrench = wrench_on_tool(
      job_.conditions(k), job_.model, record_.X_WT_asked[static_cast<std::size_t>(k)]);
  const double c = percent / 100.0;
  const VectorX<double> q = record_.q_asked.col(k), given = c * record_.qd_asked.col(k);
  VectorX<double> qd = VectorX<double>::Zero(q.size());
  if (k > 0) qd = c * record_.qd_asked.col(k - 1);
  step(s.algorithm, s.ws, k * record_.period / c, q, qd, given, s.cycle, {&wrench, 1});
  return s.cycle.ua_required;
}

bool SlowedCycles::exceeds(int k, int percent, Binding* beyond) {
  const double c = percent / 100.0;
  for (const Body& body : job_.model.bodies())
    if (c * std::abs(record_.qd_asked(body.v_index, k)) > body.limits.speed * (1 + tolerance))
      return true;
  if (record_.jumps[static_cast<std::size_t>(k)]) return false;
  const VectorX<double>& needed = torques(k, percent);
  const VectorX<double>& u =
      scaled(job_.loads.index_of_instruction(job_.instruction(k)), percent).cycle.u_required;
  for (const Body& body : job_.model.bodies()) {
    const double most = body.limits.effort, asked = std::abs(u[body.v_index]);
    if (!has_effort_limit(job_.drives, body) || asked <= most * (1 + tolerance)) continue;
    if (beyond != nullptr) *beyond = binding_of(-1, body.v_index, asked, most);
    return true;
  }
  for (int i = 0; i < job_.drives.count(); ++i) {
    const Motor& motor = job_.drives.motor(i);
    const double speed = c * record_.qda_asked(i, k);
    if (std::abs(speed) > motor.limits.speed * (1 + tolerance)) return true;
    const TorqueRange range = torque_range(motor, speed);
    const double bound = needed[i] > 0 ? range.high : -range.low;
    if (std::abs(needed[i]) <= bound * (1 + tolerance)) continue;
    if (beyond != nullptr)
      *beyond = binding_of(i, axis_of(job_.drives, i), std::abs(needed[i]), bound);
    return true;
  }
  return false;
}

}  // namespace erfd
