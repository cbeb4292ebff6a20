// Asked and achieved motion, one row a cycle.
#include "erfd/error.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/report/csv.hpp"

#include "report/verdict_moves.hpp"

namespace erfd {
namespace {

using Heads = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;

bool slides(const Body& body) { return body.kind == JointKind::prismatic; }

void joint_heads(const Model& model, const char* symbol, const char* turning, const char* sliding,
                 Heads& heads) {
  for (const Body& body : model.bodies())
    heads.push_back(std::string(symbol) + "_" + body.joint + "_" +
                    (slides(body) ? sliding : turning));
}

void motor_heads(const VerdictSubject& s, const char* symbol, const char* turning,
                 const char* sliding, Heads& heads) {
  for (const Motor& motor : s.drives.motors())
    heads.push_back(std::string(symbol) + "_" + motor.name + "_" +
                    (pushes(motor, s.model) ? sliding : turning));
}

Heads heads_of(const VerdictSubject& s, bool asked) {
  Heads heads = {"t_s", "move"};
  joint_heads(s.model, "q", "rad", "m", heads);
  joint_heads(s.model, "qd", "rad_s", "m_s", heads);
  joint_heads(s.model, "qdd", "rad_s2", "m_s2", heads);
  motor_heads(s, "qa", "rad", "m", heads);
  motor_heads(s, "qda", "rad_s", "m_s", heads);
  motor_heads(s, "ua", "N_m", "N", heads);
  if (asked) {
    motor_heads(s, "ua_low", "N_m", "N", heads);
    motor_heads(s, "ua_high", "N_m", "N", heads);
  }
  for (const char* head : {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"}) heads.emplace_back(head);
  if (!asked)
    for (const char* head : {"path_error_m", "turn_error_rad"}) heads.emplace_back(head);
  return heads;
}

template <class Column>
void append(const Column& column, std::vector<double>& row) {
  for (Eigen::Index i = 0; i < column.size(); ++i) row.push_back(column[i]);
}

void append(const Pose<double>& X, std::vector<double>& row) {
  append(X.p, row);
  for (const double part : quaternion_of(X.R)) row.push_back(part);
}

/// Positions that a mechanism does not reach never come this far.
void append_motors(const DriveTrain& drives, const VectorX<double>& q, const VectorX<double>& qd,
                   std::vector<double>& row) {
  DriveTrainState state(drives);
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

std::string asked_csv(const VerdictSubject& s) {
  const MotionRecord& r = s.verification.motion;
  const MatrixX<double> qd_asked = starting_speeds(r);
  Rows rows;
  for (Eigen::Index k = 0; k < r.q_asked.cols(); ++k) {
    std::vector<double> row = {static_cast<double>(k) * r.period,
                               s.plan.move[static_cast<std::size_t>(k)] + 1.0};
    append(r.q_asked.col(k), row);
    append(qd_asked.col(k), row);
    append(r.qdd_asked.col(k), row);
    append_motors(s.drives, r.q_asked.col(k), qd_asked.col(k), row);
    append(r.ua_asked.col(k), row);
    append(capped(r.ua_low.col(k)), row);
    append(capped(r.ua_high.col(k)), row);
    append(r.X_WT_asked[static_cast<std::size_t>(k)], row);
    rows.push_back(std::move(row));
  }
  return write_csv(heads_of(s, true), rows);
}

std::string achieved_csv(const VerdictSubject& s) {
  const MotionRecord& r = s.verification.motion;
  Rows rows;
  for (Eigen::Index k = 0; k < r.q.cols(); ++k) {
    std::vector<double> row = {static_cast<double>(k) * r.period,
                               r.move[static_cast<std::size_t>(k)] + 1.0};
    append(r.q.col(k), row);
    append(r.qd.col(k), row);
    append(r.qdd.col(k), row);
    append_motors(s.drives, r.q.col(k), r.qd.col(k), row);
    append(r.ua.col(k), row);
    append(r.X_WT[static_cast<std::size_t>(k)], row);
    row.push_back(r.path_error[k]);
    row.push_back(r.turn_error[k]);
    rows.push_back(std::move(row));
  }
  return write_csv(heads_of(s, false), rows);
}

}  // namespace erfd
