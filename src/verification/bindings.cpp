// How near the asked motion comes to each limit.
//
//   ratio = needed / available                      of the worst cycle of the move
//
//   motor torque    needed |u_a|, available what the motor gives at its speed, to that side
//   motor speed     needed |K qd|
//   joint speed     needed |qd|
//   joint range     needed way beyond the middle of the range, available half of the range; with a
//                   motor: the same of the angle of its mechanism
//   joint effort    needed |u| of the joint; |k u_a| where no torque of the motor is known
//   felt            needed what a sensor says, available its limit to that side
//
// A torque is needed from the start of its cycle on, a speed is reached at the end of it. A jump of a
// velocity is a limit of its own: whatever there is, more is needed.
#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// A limit is exceeded beyond rounding.
constexpr double tolerance = 1e-9;

double ratio_of(double needed, double available) {
  if (available > 0) return needed / available;
  return needed > 0 ? std::numeric_limits<double>::infinity() : 0;
}

/// Keeps the worst cycle of one limit of one axis.
class Watch {
 public:
  Watch(Limit limit, int axis, int motor) {
    worst_.limit = limit;
    worst_.axis = axis;
    worst_.motor = motor;
  }

  void see(double time, double needed, double available, Limit limit) {
    const double ratio = ratio_of(needed, available);
    if (ratio > 1 + tolerance) ++worst_.cycles;
    if (ratio <= worst_.ratio) return;
    worst_.ratio = ratio;
    worst_.time = time;
    worst_.needed = needed;
    worst_.available = available;
    worst_.limit = limit;
  }
  void see(double time, double needed, double available) {
    see(time, needed, available, worst_.limit);
  }

  const Binding& worst() const { return worst_; }

 private:
  Binding worst_;
};

/// k of a motor whose limit is that of its joint, else 1: both then speak of the joint.
double scale_of(const CaseInWork& work, int motor) {
  const Motor& m = work.drives.motor(motor);
  return m.peak_of_joint ? std::abs(work.drives.coupling()(motor, m.joint)) : 1;
}

Binding torque_of_motor(const CaseInWork& work, const MotionRecord& record, const PlannedMove& move,
                        int motor) {
  const bool of_joint = work.drives.motor(motor).peak_of_joint;
  const double scale = scale_of(work, motor);
  Watch watch(Limit::motor_torque, axis_of(work.drives, motor), motor);
  for (int k = move.first_sample; k < move.end_sample; ++k) {
    if (record.jumps[static_cast<std::size_t>(k)]) continue;
    const double needed = record.ua_asked(motor, k);
    const TorqueRange range = torque_range(work.drives.motor(motor), record.qda_asked(motor, k));
    const double bound = needed > 0 ? range.high : -range.low;
    if (!std::isfinite(bound)) continue;
    watch.see(k * record.period, scale * std::abs(needed), scale * bound,
              of_joint     ? Limit::joint_effort
              : needed > 0 ? range.high_by
                           : range.low_by);
  }
  return watch.worst();
}

Binding speed_of_motor(const CaseInWork& work, const MotionRecord& record, const PlannedMove& move,
                       int motor) {
  Watch watch(Limit::motor_speed, axis_of(work.drives, motor), motor);
  const double most = work.drives.motor(motor).limits.speed;
  if (!std::isfinite(most)) return watch.worst();
  for (int k = move.first_sample; k < move.end_sample; ++k)
    watch.see((k + 1) * record.period, std::abs(record.qda_asked(motor, k)), most);
  return watch.worst();
}

Binding speed_of_joint(const MotionRecord& record, const PlannedMove& move, const Body& body) {
  Watch watch(Limit::joint_speed, body.v_index, -1);
  if (!std::isfinite(body.limits.speed)) return watch.worst();
  for (int k = move.first_sample; k < move.end_sample; ++k)
    watch.see((k + 1) * record.period, std::abs(record.qd_asked(body.v_index, k)),
              body.limits.speed);
  return watch.worst();
}

/// Of a joint whose motor has limits of its own.
Binding effort_of_joint(const CaseInWork& work, const MotionRecord& record, const PlannedMove& move,
                        const Body& body) {
  Watch watch(Limit::joint_effort, body.v_index, -1);
  if (!has_own_effort(work.drives, body)) return watch.worst();
  for (int k = move.first_sample; k < move.end_sample; ++k)
    if (!record.jumps[static_cast<std::size_t>(k)])
      watch.see(k * record.period, std::abs(record.tau_asked(body.v_index, k)), body.limits.effort);
  return watch.worst();
}

Binding range_of_joint(const MotionRecord& record, const PlannedMove& move, const Body& body) {
  Watch watch(Limit::joint_range, body.v_index, -1);
  const double middle = (body.limits.upper + body.limits.lower) / 2;
  const double half = (body.limits.upper - body.limits.lower) / 2;
  if (!std::isfinite(half)) return watch.worst();
  for (int k = move.first_sample; k < move.end_sample; ++k)
    watch.see(k * record.period, std::abs(record.q_asked(body.q_index, k) - middle), half);
  return watch.worst();
}

/// Of the angle of a motor's mechanism: the stroke of its screw, the swing of its crank.
Binding range_of_mechanism(const CaseInWork& work, const MotionRecord& record,
                           const PlannedMove& move, int motor) {
  Watch watch(Limit::joint_range, axis_of(work.drives, motor), motor);
  const std::optional<Mechanism>& mechanism = work.drives.mechanism(motor);
  if (!mechanism || !std::isfinite(mechanism->upper - mechanism->lower)) return watch.worst();
  const double middle = (mechanism->upper + mechanism->lower) / 2;
  for (int k = move.first_sample; k < move.end_sample; ++k) {
    const double angle = work.drives.coupling().row(motor).dot(record.q_asked.col(k));
    watch.see(k * record.period, std::abs(angle - middle), mechanism->upper - middle);
  }
  return watch.worst();
}

void add_sensors(const CaseInWork& work, const MotionRecord& record, const PlannedMove& move,
                 std::vector<Binding>& all) {
  const auto& sensors = work.model.sensors();
  constexpr int felt_count = 3, count = static_cast<int>(sensor_channel_count);
  for (int s = 0; s < static_cast<int>(sensors.size()); ++s) {
    const Sensor& sensor = sensors[static_cast<std::size_t>(s)];
    if (sensor.body.is_world()) continue;  // nothing that a motion could change
    for (int c = 0; c < count; ++c) {
      if (std::isinf(sensor.lower[c]) && std::isinf(sensor.upper[c])) continue;
      Watch watch(c < felt_count ? Limit::felt_acceleration : Limit::felt_rate,
                  work.model.body(sensor.body).v_index, -1);
      for (int k = move.first_sample; k < move.end_sample; ++k) {
        if (record.jumps[static_cast<std::size_t>(k)]) continue;
        const FeltShare share = felt_share(sensor, c, record.felt_asked(count * s + c, k));
        watch.see(k * record.period, share.needed, share.available);
      }
      Binding binding = watch.worst();
      binding.sensor = s;
      binding.channel = c;
      all.push_back(binding);
    }
  }
}

/// The jumps at the end of a move: its fly-by word lets them happen.
void add_jumps(const Plan& plan, const PlannedMove& move, std::vector<Binding>& all) {
  const auto index = static_cast<int>(&move - plan.moves.data());
  auto jump = std::lower_bound(plan.jumps.begin(), plan.jumps.end(), index,
                               [](const Jump& j, int before) { return j.before < before; });
  for (; jump != plan.jumps.end() && jump->before == index; ++jump) {
    Binding binding;
    binding.limit = Limit::jump;
    binding.axis = jump->quantity == Jump::Quantity::joint_speed ? jump->axis : -1;
    binding.time = jump->time;
    binding.needed = jump->step;
    binding.ratio = std::numeric_limits<double>::infinity();
    binding.cycles = 1;
    binding.jump = static_cast<int>(jump - plan.jumps.begin());
    all.push_back(binding);
  }
}

}  // namespace

int axis_of(const Drives& drives, int motor) {
  const int joint = drives.motor(motor).joint;
  return joint >= 0 ? joint : motor;
}

std::vector<Binding> bindings_of(const CaseInWork& work, const MotionRecord& record,
                                 const PlannedMove& move) {
  std::vector<Binding> all;
  const auto tell = [&] { work.tell(judging, 256 * (move.end_sample / 256), work.plan.samples()); };
  for (int i = 0; i < work.drives.count(); ++i) {
    tell();
    all.push_back(torque_of_motor(work, record, move, i));
    all.push_back(speed_of_motor(work, record, move, i));
    all.push_back(range_of_mechanism(work, record, move, i));
  }
  for (const Body& body : work.model.bodies()) {
    tell();
    all.push_back(speed_of_joint(record, move, body));
    all.push_back(range_of_joint(record, move, body));
    all.push_back(effort_of_joint(work, record, move, body));
  }
  add_sensors(work, record, move, all);
  add_jumps(work.plan, move, all);
  std::stable_sort(all.begin(), all.end(), [](const Binding& a, const Binding& b) {
    // Ranges tell nothing about effort: only an exceeded one comes first.
    const auto rank = [](const Binding& x) {
      return x.limit == Limit::joint_range && x.cycles == 0 ? 0 : x.ratio;
    };
    return rank(a) > rank(b);
  });
  if (all.empty() || all.front().ratio == 0)
    all.insert(all.begin(), Binding{});  // nothing limits it
  return all;
}

}  // namespace erfd
