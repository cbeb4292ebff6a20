#include "verification/slowed.hpp"

#include "erfd/dynamics/felt.hpp"

#include "verification/judge.hpp"
#include "verification/motor_side.hpp"

#include <cmath>

namespace erfd {
namespace {

constexpr double tolerance = 1e-9;  // as bindings.cpp has it

}  // namespace

SlowedCycles::Scaled& SlowedCycles::scaled(int load, int percent) {
  std::unique_ptr<Scaled>& made = made_[{load, percent}];
  if (made) return *made;
  const Algorithm1& asked = work_.loads.all()[static_cast<std::size_t>(load)].asked;
  Algorithm1Settings settings = asked.settings();
  settings.period *= 100.0 / percent;
  made = std::make_unique<Scaled>(Algorithm1(asked.model(), asked.drives(), settings));
  return *made;
}

const Cycle& SlowedCycles::stiff(int k, int percent) {
  Scaled& s = scaled(work_.loads.index_of_instruction(work_.instruction(k)), percent);
  const ExternalWrench<double> wrench = wrench_on_tool(
      work_.conditions(k), work_.model, record_.X_WT_asked[static_cast<std::size_t>(k)]);
  const double c = percent / 100.0;
  const VectorX<double> q = record_.q_asked.col(k),
                        given = c * work_.active_of(record_.qd_asked.col(k));
  VectorX<double> qd = VectorX<double>::Zero(given.size());
  if (k > 0) qd = c * work_.active_of(record_.qd_asked.col(k - 1));
  step(s.algorithm, s.ws, k * record_.period / c, q, qd, given, s.cycle, {&wrench, 1});
  return s.cycle;
}

const SlowedCycles::InFront& SlowedCycles::in_front(int percent) {
  const auto found = in_front_.find(percent);
  if (found != in_front_.end()) return found->second;
  const int cycles = static_cast<int>(record_.q_asked.cols());
  MatrixX<double> ua(work_.drives.count(), cycles);
  for (int k = 0; k < cycles; ++k) ua.col(k) = stiff(k, percent).ua_required;
  const AskedCycles asked = asked_cycles(work_, record_, percent / 100.0, std::move(ua));
  MotorSide side(work_.loads.all().front().asked.drives(), asked);
  InFront& made = in_front_[percent];
  made = {MatrixX<double>(asked.ua.rows(), cycles), MatrixX<double>(asked.ua.rows(), cycles)};
  VectorX<double> speed(asked.ua.rows()), torque(asked.ua.rows());
  for (int k = 0; k < cycles; ++k) {
    if (!side.motors(k, speed, torque)) torque.setConstant(std::nan(""));
    made.speed.col(k) = speed;
    made.ua.col(k) = torque;
  }
  return made;
}

const SlowedCycles::Needs& SlowedCycles::at(int k, int percent) {
  const Cycle& cycle = stiff(k, percent);
  needs_.u = cycle.u_required;
  if (work_.drives.elastic_gears().empty()) {
    needs_.speed = percent / 100.0 * record_.qda_asked.col(k);
    needs_.ua = cycle.ua_required;
    return needs_;
  }
  const InFront& front = in_front(percent);
  needs_.speed = front.speed.col(k);
  needs_.ua = front.ua.col(k);
  return needs_;
}

bool SlowedCycles::too_fast(int k, double share, const VectorX<double>& motors) const {
  for (const Body& body : work_.model.bodies())
    if (share * std::abs(record_.qd_asked(body.v_index, k)) > body.limits.speed * (1 + tolerance))
      return true;
  for (int i = 0; i < work_.drives.count(); ++i)
    if (std::abs(motors[i]) > work_.drives.motor(i).limits.speed * (1 + tolerance)) return true;
  return false;
}

bool SlowedCycles::feels_too_much(int k, double share, Binding* beyond) {
  const auto& sensors = work_.model.sensors();
  if (sensors.empty()) return false;
  VectorX<double> qd = record_.qd_asked.col(k) - record_.period / 2 * record_.qdd_asked.col(k),
                  numbers(record_.felt_asked.rows());
  felt(work_.model, sensors_, record_.q_asked.col(k), share * qd,
       share * share * record_.qdd_asked.col(k), numbers);
  for (Eigen::Index i = 0; i < numbers.size(); ++i) {
    constexpr auto count = static_cast<Eigen::Index>(sensor_channel_count);
    const Sensor& sensor = sensors[static_cast<std::size_t>(i / count)];
    const FeltShare felt = felt_share(sensor, static_cast<int>(i % count), numbers[i]);
    if (sensor.body.is_world() || felt.needed <= felt.available * (1 + tolerance)) continue;
    if (beyond != nullptr) {
      beyond->limit = i % count < 3 ? Limit::felt_acceleration : Limit::felt_rate;
      beyond->sensor = static_cast<int>(i / count);
      beyond->channel = static_cast<int>(i % count);
      beyond->needed = felt.needed;
      beyond->available = felt.available;
      beyond->ratio = felt.needed / felt.available;
    }
    return true;
  }
  return false;
}

bool SlowedCycles::exceeds(int k, int percent, Binding* beyond) {
  const Needs& cycle = at(k, percent);
  if (too_fast(k, percent / 100.0, cycle.speed)) return true;
  if (record_.jumps[static_cast<std::size_t>(k)]) return false;
  if (feels_too_much(k, percent / 100.0, beyond)) return true;
  const auto is_beyond = [&](double needed, double bound, int axis, int motor) {
    if (std::abs(needed) <= bound * (1 + tolerance)) return false;
    if (beyond == nullptr) return true;
    beyond->axis = axis;
    beyond->motor = motor;
    beyond->needed = std::abs(needed);
    beyond->available = bound;
    beyond->ratio = bound > 0 ? beyond->needed / bound : std::numeric_limits<double>::infinity();
    return true;
  };
  for (int i = 0; i < work_.drives.count(); ++i) {
    const double needed = cycle.ua[i];
    const TorqueRange range = torque_range(work_.drives.motor(i), cycle.speed[i]);
    if (is_beyond(needed, needed > 0 ? range.high : -range.low, axis_of(work_.drives, i), i))
      return true;
  }
  for (std::size_t i = 0; i < work_.active().size(); ++i) {
    const int joint = work_.active()[i];
    const Body& body = work_.model.bodies()[static_cast<std::size_t>(joint)];
    if (has_own_effort(work_.drives, body) &&
        is_beyond(cycle.u[static_cast<Eigen::Index>(i)], body.limits.effort, joint, -1))
      return true;
  }
  return false;
}

}  // namespace erfd
