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

Admissible::Admissible(const PathTorques& torques, const TimeOptimalSettings& settings)
    : torques_(torques), share_(VectorX<double>::Ones(torques.motors())) {
  if (settings.torque_share.size() > 0) share_ = settings.torque_share;
  if (settings.tool) tool_most_ = {settings.tool->acceleration, settings.tool->turn_acceleration};
  const auto motors = static_cast<std::size_t>(torques.motors());
  for (int i = 0; i < torques.motors(); ++i)
    reach_.push_back(reach_of(torques.drives().motor(i), share_[i]));
  for (int j = 0; j < torques.joints(); ++j)
    if (std::isfinite(torques.efforts()[static_cast<std::size_t>(j)])) efforts_.push_back(j);
  const std::vector<LoadTerm>& loads = torques.loads();
  for (int i = 0; i <= torques.motors(); ++i)
    loads_begin_.push_back(static_cast<std::size_t>(
        std::count_if(loads.begin(), loads.end(), [&](const LoadTerm& t) { return t.motor < i; })));
  for (std::vector<double>* v : {&k_, &low_, &high_}) v->resize(motors);
  r_.resize(static_cast<std::size_t>(torques.joints()));
  bends_.reserve(loads.size());
}

Admissible::Reach Admissible::reach_of(const Motor& motor, double share) {
  const MotorConstants& constants = motor.constants;
  const bool by_voltage =
      constants.torque_constant && constants.resistance && std::isfinite(constants.voltage_max);
  Reach reach;
  reach.at_rest = torque_range(motor, 0);
  reach.at_rest.low *= share, reach.at_rest.high *= share;
  reach.varies = by_voltage || !motor.limits.curve.empty();
  if (by_voltage) {
    const double k = *constants.torque_constant;
    reach.grows = share * k * k / *constants.resistance;
    reach.concave_to = constants.voltage_max / k;
  }
  const auto& curve = motor.limits.curve;
  double slope = 0;  // the first is level or falls, and so on
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const double next =
        (curve[k].torque - curve[k - 1].torque) / (curve[k].speed - curve[k - 1].speed);
    reach.grows = std::max(reach.grows, share * next);
    if (k > 1 && next > slope) reach.concave_to = std::min(reach.concave_to, curve[k - 1].speed);
    slope = next;
  }
  if (!curve.empty()) reach.concave_to = std::min(reach.concave_to, curve.back().speed);
  if (curve.size() == 2 && !constants.torque_constant) {
    reach.line_to = curve.back().speed;
    reach.peak = share * motor.limits.torque_peak;
    reach.line_torque = share * curve.front().torque;
    reach.line_slope = share * slope;
  }
  return reach;
}

/// All of (4), (5) that does not change with s̈.
void Admissible::look(const Side& side, double rate) {
  const double x = rate * rate;
  for (std::size_t i = 0; i < reach_.size(); ++i) {
    const MotorRow& row = side.motors[i];
    const Reach& reach = reach_[i];
    k_[i] = row.b * x + row.d * rate + row.c;
    low_[i] = side.torque_share * reach.at_rest.low;
    high_[i] = side.torque_share * reach.at_rest.high;
    if (!reach.varies) continue;
    if (const double speed = std::abs(row.w) * rate; speed <= reach.line_to) {
      const double line = std::max(0.0, reach.line_torque + reach.line_slope * speed);
      high_[i] = side.torque_share * std::min(reach.peak, line);
      low_[i] = -high_[i];
      continue;
    }
    const auto motor = static_cast<int>(i);
    const TorqueRange range = torque_range(torques_.drives().motor(motor), row.w * rate);
    low_[i] = side.torque_share * share_[motor] * range.low;
    high_[i] = side.torque_share * share_[motor] * range.high;
  }
  for (std::size_t j = 0; j < r_.size(); ++j) r_[j] = side.joints[j].b * x + side.joints[j].c;
}

bool Admissible::all_rise(const Side& side) const {
  for (std::size_t i = 0; i < reach_.size(); ++i)
    if (!side.motors[i].rises() && loads_begin_[i + 1] > loads_begin_[i]) return false;
  return true;
}

/// Σ m |a s̈ + r| of a motor, whose terms begin at `term`.
double Admissible::load_torque(const Side& side, std::size_t& term, int motor, double u) const {
  double sum = 0;
  for (const std::size_t end = loads_begin_[static_cast<std::size_t>(motor) + 1]; term < end;
       ++term) {
    const auto j = static_cast<std::size_t>(torques_.loads()[term].joint);
    sum += side.loads[term] * std::abs(side.joints[j].a * u + r_[j]);
  }
  return sum;
}

double Admissible::bound_of(const Side& side, int row, bool high) const {
  if (row >= torques_.motors()) {
    const auto j = static_cast<std::size_t>(row - torques_.motors());
    const double effort = torques_.efforts()[j] * side.torque_share;
    return high == (side.joints[j].a > 0) ? effort : -effort;
  }
  const auto i = static_cast<std::size_t>(row);
  return high == (side.motors[i].a > 0) ? high_[i] : low_[i];
}

/// s̈ at which a row has a torque: by the signs that the τ_j have near by, then by those that they have
/// there.
double Admissible::solve(const Side& side, int row, double bound, double near) {
  if (row >= torques_.motors()) {
    const auto j = static_cast<std::size_t>(row - torques_.motors());
    return (bound - r_[j]) / side.joints[j].a;
  }
  const auto i = static_cast<std::size_t>(row);
  double u = near;
  for (int k = 0; k < 8; ++k) {
    double slope = side.motors[i].a, rest = k_[i];
    for (std::size_t t = loads_begin_[i]; t < loads_begin_[i + 1]; ++t) {
      const auto j = static_cast<std::size_t>(torques_.loads()[t].joint);
      const double m = side.joints[j].a * u + r_[j] < 0 ? -side.loads[t] : side.loads[t];
      slope += m * side.joints[j].a;
      rest += m * r_[j];
    }
    const double next = (bound - rest) / slope;
    bool same = true;
    for (std::size_t t = loads_begin_[i]; t < loads_begin_[i + 1]; ++t) {
      const auto j = static_cast<std::size_t>(torques_.loads()[t].joint);
      const double before = side.joints[j].a * u + r_[j], now = side.joints[j].a * next + r_[j];
      same = same && (before < 0) == (now < 0);
    }
    u = next;
    if (same) return u;
  }
  Span span;  // to and fro between two signs
  bends_.clear();
  double more = 0;
  for (std::size_t t = loads_begin_[i]; t < loads_begin_[i + 1]; ++t) {
    const JointRow& joint = side.joints[torques_.loads()[t].joint];
    const double r = r_[static_cast<std::size_t>(torques_.loads()[t].joint)];
    if (joint.a == 0)
      more += side.loads[t] * std::abs(r);
    else
      bends_.push_back({-r / joint.a, side.loads[t], joint.a, r});
  }
  narrow_bent(side.motors[i].a, k_[i] + more, -endless, bound, row, span);
  return side.motors[i].a > 0 ? span.high : span.low;
}

/// The row that forbids s̈ most on one side; −1: none does.
int Admissible::most_beyond(const Side& side, double u, bool high) const {
  int worst = -1;
  double most = 0;
  const auto see = [&](double beyond, double rise, int row) {
    if (beyond > most * rise && beyond > 0) most = beyond / rise, worst = row;
  };
  std::size_t term = 0;
  for (int i = 0; i < torques_.motors(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double a = side.motors[k].a;
    const double torque = a * u + k_[k] + load_torque(side, term, i, u);
    if (a > 0)
      see(high ? torque - high_[k] : low_[k] - torque, a, i);
    else if (a < 0)
      see(high ? low_[k] - torque : torque - high_[k], -a, i);
  }
  for (const int j : efforts_) {
    const auto k = static_cast<std::size_t>(j);
    const double a = side.joints[k].a, torque = a * u + r_[k];
    const double effort = torques_.efforts()[k] * side.torque_share;
    if (a != 0)
      see(((a > 0) == high ? torque : -torque) - effort, std::abs(a), torques_.motors() + j);
  }
  return worst;
}

/// Rows that s̈ does not move.
bool Admissible::still_rows_hold(const Side& side) const {
  std::size_t term = 0;
  for (int i = 0; i < torques_.motors(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (side.motors[k].a != 0) {
      term = loads_begin_[k + 1];
      continue;
    }
    const double torque = k_[k] + load_torque(side, term, i, 0);
    if (!(low_[k] <= torque && torque <= high_[k])) return false;
  }
  for (const int j : efforts_) {
    const auto k = static_cast<std::size_t>(j);
    if (side.joints[k].a == 0 && !(std::abs(r_[k]) <= torques_.efforts()[k] * side.torque_share))
      return false;
  }
  return true;
}

/// β, or α: from the bound of one row to that of the row that forbids it, until none does.
double Admissible::edge(const Side& side, bool high, int near_row, int& row) {
  const auto bounded = [&](int r) {
    if (is_tool(r)) return false;
    const double a =
        r < torques_.motors() ? side.motors[r].a : side.joints[r - torques_.motors()].a;
    return a != 0 && std::isfinite(bound_of(side, r, high));
  };
  row = near_row >= 0 && bounded(near_row) ? near_row : -1;
  double u = row >= 0 ? solve(side, row, bound_of(side, row, high), 0) : 0;
  if (row < 0) {  // the nearest of all
    u = high ? endless : -endless;
    const auto take = [&](int r) {
      if (!bounded(r)) return;
      const double bound = solve(side, r, bound_of(side, r, high), 0);
      if (high ? bound < u : bound > u) u = bound, row = r;
    };
    for (int r = 0; r < torques_.motors(); ++r) take(r);
    for (const int j : efforts_) take(torques_.motors() + j);
    return u;
  }
  for (int step = 0; step < 64; ++step) {
    const int beyond = most_beyond(side, u, high);
    if (beyond < 0 || beyond == row) break;
    const double next = solve(side, beyond, bound_of(side, beyond, high), u);
    if (high ? !(next < u) : !(next > u)) break;  // rounding
    u = next, row = beyond;
  }
  return u;
}

Span Admissible::at(const Side& side, double rate, const Span& near) {
  look(side, rate);
  Span span;
  if (!all_rise(side)) {
    span = bent(side);
    if (side.tool != nullptr) cut_by_tool(side, rate, span);
    return span;
  }
  if (!still_rows_hold(side)) {
    close(span, -1);
    return span;
  }
  span.high = edge(side, true, near.high_row, span.high_row);
  span.low = edge(side, false, near.low_row, span.low_row);
  if (side.tool != nullptr) cut_by_tool(side, rate, span);
  return span;
}

/// (5b): |v|² s̈² + 2 v·a x s̈ + |a|² x² ≤ most².
void Admissible::cut_by_tool(const Side& side, double rate, Span& span) const {
  const double x = rate * rate;
  for (int k = 0; k < 2; ++k) {
    const double most = tool_most_[static_cast<std::size_t>(k)] * side.torque_share;
    if (!std::isfinite(most)) continue;
    const ToolRow& tool = side.tool[k];
    const int row = torques_.motors() + torques_.joints() + k;
    const double vv = tool.v.squaredNorm(), va = tool.v.dot(tool.a) * x;
    const double left = most * most - tool.a.squaredNorm() * x * x;
    const double inside = va * va + vv * left;
    if (vv == 0 ? left < 0 : inside < 0) {
      // Nothing is left: the nearest s̈, with a width that tells how far off it is.
      const double off = std::sqrt(vv == 0 ? -left : -inside / vv) / std::sqrt(vv > 0 ? vv : 1);
      const double at = vv > 0 ? -va / vv : 0;
      if (at + off > span.low) span.low = at + off, span.low_row = row;
      if (at - off < span.high) span.high = at - off, span.high_row = row;
    } else if (vv > 0) {
      const double root = std::sqrt(inside);
      cut_low(span, (-va - root) / vv, row);
      cut_high(span, (-va + root) / vv, row);
    }
  }
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

/// Every row by itself: some fall back within their stretches.
Span Admissible::bent(const Side& side) {
  Span span;
  for (int i = 0; i < torques_.motors(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    bends_.clear();
    double more = 0;  // of friction that does not change with s̈
    for (std::size_t t = loads_begin_[k]; t < loads_begin_[k + 1]; ++t) {
      const auto j = static_cast<std::size_t>(torques_.loads()[t].joint);
      const double a = side.joints[j].a, m = side.loads[t];
      if (a == 0)
        more += m * std::abs(r_[j]);
      else if (m != 0)
        bends_.push_back({-r_[j] / a, m, a, r_[j]});
    }
    if (bends_.empty())
      narrow(side.motors[k].a, k_[k] + more, low_[k], high_[k], i, span);
    else
      narrow_bent(side.motors[k].a, k_[k] + more, low_[k], high_[k], i, span);
  }
  for (const int j : efforts_) {
    const auto k = static_cast<std::size_t>(j);
    const double effort = torques_.efforts()[k] * side.torque_share;
    narrow(side.joints[k].a, r_[k], -effort, effort, torques_.motors() + j, span);
  }
  return span;
}

std::string row_name(const PathTorques& torques, int row) {
  if (row < 0) return "nothing";
  if (row < torques.motors()) return torques.drives().motor(row).name;
  const int joint = row - torques.motors();
  if (joint >= torques.joints()) return "the tool";
  return torques.model().bodies()[static_cast<std::size_t>(joint)].joint;
}

}  // namespace erfd::optimal
