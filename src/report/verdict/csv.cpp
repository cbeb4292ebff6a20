// Asked and achieved motion, one row a cycle.
#include "erfd/io/csv.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/transmission.hpp"

#include "report/verdict/cycle_columns.hpp"
#include "report/verdict/moves.hpp"
#include "report/verdict/signal_columns.hpp"

namespace erfd {
namespace {

using Heads = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;

void motor_heads(const JudgedCase& s, const char* symbol, const char* turning, const char* sliding,
                 Heads& heads) {
  for (const Motor& motor : s.drives.motors())
    heads.push_back(std::string(symbol) + "_" + motor.name + "_" +
                    (pushes(motor, s.model) ? sliding : turning));
}

Heads heads_of(const JudgedCase& s, const LoadColumns& loads, bool asked) {
  Heads heads = {"time_s", "move"};
  add_joint_heads(s.model, "q", "rad", "m", heads);
  add_joint_heads(s.model, "qd", "rad_s", "m_s", heads);
  add_joint_heads(s.model, "qdd", "rad_s2", "m_s2", heads);
  loads.add_heads(heads);
  motor_heads(s, "qa", "rad", "m", heads);
  motor_heads(s, "qda", "rad_s", "m_s", heads);
  motor_heads(s, "ua", "N_m", "N", heads);
  if (asked) {
    motor_heads(s, "ua_low", "N_m", "N", heads);
    motor_heads(s, "ua_high", "N_m", "N", heads);
  }
  add_felt_heads(s.model, heads);
  add_pose_heads(heads);
  if (!asked)
    for (const char* head : {"path_error_m", "turn_error_rad"}) heads.emplace_back(head);
  if (!s.verification.motion.signals.empty()) add_signal_heads(s.model, s.drives, heads);
  return heads;
}

/// Positions that a mechanism does not reach never come this far.
void append_motors(const Drives& drives, const VectorX<double>& q, const VectorX<double>& qd,
                   std::vector<double>& row) {
  DriveState state(drives);
  if (!set_position(drives, q, state))
    throw Error("verdict: a mechanism does not reach the position");
  VectorX<double> speeds(drives.count());
  motor_velocities(drives, state, qd, speeds);
  append(state.q_a(), row);
  append(speeds, row);
}

/// Columns stay finite where a motor has no limit.
VectorX<double> capped(const VectorX<double>& bounds) {
  return bounds.cwiseMax(-1e300).cwiseMin(1e300);
}

}  // namespace

std::string asked_csv(const JudgedCase& s) {
  const MotionRecord& r = s.verification.motion;
  const MatrixX<double> qd_asked = starting_speeds(r);
  const LoadColumns loads(s.program, s.plan);
  Rows rows;
  for (Eigen::Index k = 0; k < r.q_asked.cols(); ++k) {
    std::vector<double> row = {static_cast<double>(k) * r.period,
                               s.plan.move[static_cast<std::size_t>(k)] + 1.0};
    append(r.q_asked.col(k), row);
    append(qd_asked.col(k), row);
    append(r.qdd_asked.col(k), row);
    loads.append(s.plan.move[static_cast<std::size_t>(k)], row);
    append_motors(s.drives, r.q_asked.col(k), qd_asked.col(k), row);
    append(r.ua_asked.col(k), row);
    append(capped(r.ua_low.col(k)), row);
    append(capped(r.ua_high.col(k)), row);
    if (r.felt_asked.size() > 0) append_felt(s.model, r.felt_asked.col(k), row);
    append(r.X_WT_asked[static_cast<std::size_t>(k)], row);
    if (!r.asked_signals.empty()) append_signals(s.drives, r.asked_signals, k, row);
    rows.push_back(std::move(row));
  }
  return write_csv(heads_of(s, loads, true), rows);
}

std::string achieved_csv(const JudgedCase& s) {
  const MotionRecord& r = s.verification.motion;
  const LoadColumns loads(s.program, s.plan);
  Rows rows;
  for (Eigen::Index k = 0; k < r.q.cols(); ++k) {
    std::vector<double> row = {static_cast<double>(k) * r.period,
                               r.move[static_cast<std::size_t>(k)] + 1.0};
    append(r.q.col(k), row);
    append(r.qd.col(k), row);
    append(r.qdd.col(k), row);
    loads.append(r.move[static_cast<std::size_t>(k)], row);
    append_motors(s.drives, r.q.col(k), r.qd.col(k), row);
    append(r.ua.col(k), row);
    if (r.felt.size() > 0) append_felt(s.model, r.felt.col(k), row);
    append(r.X_WT[static_cast<std::size_t>(k)], row);
    row.push_back(r.path_error[k]);
    row.push_back(r.turn_error[k]);
    if (!r.signals.empty()) append_signals(s.drives, r.signals, k, row);
    rows.push_back(std::move(row));
  }
  return write_csv(heads_of(s, loads, false), rows);
}

}  // namespace erfd
