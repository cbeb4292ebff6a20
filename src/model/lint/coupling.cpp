// The coupling matrix q_motor = K q.
#include "model/lint/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/SVD>
#include <fmt/format.h>

namespace erfd::linting {
namespace {

using Rows = std::vector<std::vector<double>>;

bool has_right_shape(const Subject& s, const Rows& rows, Location at) {
  const std::size_t drives = s.robot.drives.size(), joints = s.tree.moving.size();
  if (rows.size() != drives) {
    s.report.error("coupling-shape", at, no_owner,
                   fmt::format("transmission: coupling has {} rows, expected one a drive: {}",
                               rows.size(), drives));
    return false;
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() == joints) continue;
    s.report.error("coupling-shape", at, no_owner,
                   fmt::format("transmission: coupling row {} (drive '{}') has {} columns, "
                               "expected one a moving joint: {}",
                               r + 1, s.robot.drives[r].name, rows[r].size(), joints));
    return false;
  }
  return !rows.empty() && joints > 0;
}

// Rows are scaled to size 1 first: a wrist ratio of 50 beside a base ratio of 500 is no
// defect.
void check_rank(const Subject& s, const Rows& rows, Location at) {
  Eigen::MatrixXd K(rows.size(), rows.front().size());
  for (Eigen::Index r = 0; r < K.rows(); ++r)
    for (Eigen::Index c = 0; c < K.cols(); ++c) K(r, c) = rows[r][c];
  if (!K.allFinite()) return;
  for (Eigen::Index r = 0; r < K.rows(); ++r)
    K.row(r) /= std::max(K.row(r).cwiseAbs().maxCoeff(), 1e-300);
  const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(K).singularValues();
  if (sigma[sigma.size() - 1] > 1e-10 * sigma[0]) return;
  s.report.error(
      "coupling-singular", at, no_owner,
      fmt::format("transmission: coupling is singular (singular values of its scaled rows {:g} to "
                  "{:g}): the motor "
                  "positions do not tell the joint positions; check for zero or repeated rows",
                  sigma[sigma.size() - 1], sigma[0]));
}

// Each joint must be able to reach its speed while the others stand still.
void check_motor_speed(const Subject& s, const DriveDescription& drive,
                       const std::vector<double>& row) {
  double most = 0;
  int worst = -1;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const Field<double>& speed = s.robot.bodies[s.tree.moving[c]].joint.speed_max;
    if (!speed || !(std::abs(row[c]) * speed->value > most)) continue;
    most = std::abs(row[c]) * speed->value;
    worst = s.tree.moving[c];
  }
  if (worst < 0 || !drive.speed_max || most <= 1.005 * drive.speed_max->value)
    return;  // data sheets round
  const BodyDescription& body = s.robot.bodies[worst];
  const double rpm = 30 / std::numbers::pi;
  s.report.warning(
      "motor-speed", place_or(drive.speed_max->at, drive.at), worst,
      fmt::format("drive '{}': joint '{}' at its speed_max of {:g} {}/s needs {:g} rad/s ({:.0f} "
                  "rpm) of the motor "
                  "through the coupling, which has {:g} rad/s ({:.0f} rpm); one of the two limits "
                  "cannot be reached",
                  drive.name, joint_name(body), body.joint.speed_max->value,
                  measure_of(body).position, most, most * rpm, drive.speed_max->value,
                  drive.speed_max->value * rpm));
}

}  // namespace

void check_coupling(const Subject& s) {
  if (!s.robot.coupling) return;
  const Rows& rows = s.robot.coupling->value;
  if (!has_right_shape(s, rows, s.robot.coupling->at)) return;
  check_rank(s, rows, s.robot.coupling->at);
  for (std::size_t r = 0; r < rows.size(); ++r)  // the ratio of a mechanism is none of the matrix
    if (!s.robot.drives[r].mechanism) check_motor_speed(s, s.robot.drives[r], rows[r]);
}

}  // namespace erfd::linting
