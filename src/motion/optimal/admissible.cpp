#include "motion/optimal/admissible.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::optimal {
namespace {

void cut_low(Span& span, double low, int row) {
  if (low > span.low) span.low = low, span.low_row = row;
}

void cut_high(Span& span, double high, int row) {
  if (high < span.high) span.high = high, span.high_row = row;
}

void close(Span& span, int row) { span = {endless, -endless, row, row}; }

}  // namespace

Admissible::Admissible(const PathTorques& torques, const VectorX<double>& torque_share)
    : torques_(torques), share_(VectorX<double>::Ones(torques.motors())) {
  if (torque_share.size() > 0) share_ = torque_share;
  bends_.reserve(static_cast<std::size_t>(torques.joints()));
}

/// low ≤ a s̈ + k ≤ high.
void Admissible::narrow(double a, double k, double low, double high, int row, Span& span) const {
  if (a > 0) {
    cut_low(span, (low - k) / a, row);
    cut_high(span, (high - k) / a, row);
  } else if (a < 0) {
    cut_low(span, (high - k) / a, row);
    cut_high(span, (low - k) / a, row);
  } else if (!(low <= k && k <= high)) {
    close(span, row);
  }
}

/// The same with + Σ m |a_j s̈ + r_j|: piece by piece between the bends.
void Admissible::narrow_bent(double a, double k, double low, double high, int row, Span& span) {
  std::sort(bends_.begin(), bends_.end(), [](const Bend& x, const Bend& y) { return x.at < y.at; });
  Span best{endless, -endless, row, row}, open = best;
  const auto keep = [&] {
    if (open.low <= open.high && !(best.width() >= open.width())) best = open;
    open = {endless, -endless, row, row};
  };
  double from = -endless;
  for (std::size_t piece = 0; piece <= bends_.size(); ++piece) {
    const double to = piece < bends_.size() ? bends_[piece].at : endless;
    double slope = a, rest = k;
    for (std::size_t t = 0; t < bends_.size(); ++t) {
      const Bend& bend = bends_[t];
      const double sense = (t < piece ? 1 : -1) * sign(bend.a);
      slope += bend.m * sense * bend.a;
      rest += bend.m * sense * bend.r;
    }
    Span part{from, to, row, row};
    narrow(slope, rest, low, high, row, part);
    const bool any = part.low <= part.high;
    if (any && open.low <= open.high && part.low <= from)
      open.high = part.high;  // goes on over the bend
    else if (any)
      keep(), open = part;
    if (!any || part.high < to) keep();
    from = to;
  }
  keep();
  if (best.low > best.high) return close(span, row);
  cut_low(span, best.low, row);
  cut_high(span, best.high, row);
}

Span Admissible::at(const Side& side, double rate) {
  Span span;
  const double x = rate * rate;
  const Drives& drives = torques_.drives();
  for (int i = 0; i < torques_.motors(); ++i) {
    const MotorRow& row = side.motors[i];
    const TorqueRange range = torque_range(drives.motor(i), row.w * rate);
    const double share = share_[i] * side.torque_share;
    const double k = row.b * x + row.d * rate + row.c;
    bends_.clear();
    double more = 0;  // of friction that does not change with s̈
    if (torques_.has_load_friction())
      for (const auto& [motor, j, part] : drives.torque_shares()) {
        const JointRow& joint = side.joints[j];
        const double m = part / row.slope * drives.load_dependent()[j] * joint.sign;
        if (motor != i || m == 0) continue;
        const double r = joint.b * x + joint.c;
        if (joint.a == 0)
          more += m * std::abs(r);
        else
          bends_.push_back({-r / joint.a, m, joint.a, r});
      }
    if (bends_.empty())
      narrow(row.a, k + more, share * range.low, share * range.high, i, span);
    else
      narrow_bent(row.a, k + more, share * range.low, share * range.high, i, span);
  }
  for (int j = 0; j < torques_.joints(); ++j) {
    const double effort = torques_.efforts()[static_cast<std::size_t>(j)] * side.torque_share;
    if (!std::isfinite(effort)) continue;
    const JointRow& row = side.joints[j];
    narrow(row.a, row.b * x + row.c, -effort, effort, torques_.motors() + j, span);
  }
  return span;
}

PathBound Admissible::bound(const Side& side, double rate, int row, bool high) const {
  if (row < 0) return {};
  if (row >= torques_.motors()) return {Limit::joint_effort, -1, row - torques_.motors()};
  const Motor& motor = torques_.drives().motor(row);
  if (motor.peak_of_joint) return {Limit::joint_effort, -1, motor.joint};
  const MotorRow& motion = side.motors[row];
  const TorqueRange range = torque_range(motor, motion.w * rate);
  return {high == (motion.a > 0) ? range.high_by : range.low_by, row, motor.joint};
}

}  // namespace erfd::optimal
