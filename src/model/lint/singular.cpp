// Joints that move nothing: the mass matrix is singular, and no acceleration can be computed.
// Its pivots are those of the articulated-body recursion ([F08] Table 7.1), tip to base:
//
//   D_i   = S_iᵀ IA_i S_i                         (1)  zero: the joint moves nothing of its own
//   Ia_i  = IA_i − (IA_i S_i) (IA_i S_i)ᵀ / D_i   (2)
//   IA_λ += X*_λi Ia_i X_iλ                       (3)
//
// They are taken in one posture without special angles: a pivot that vanishes in all postures
// vanishes there, and hardly any other does.
#include "model/lint/geometry.hpp"
#include "model/screw.hpp"

#include <limits>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

using Matrix6d = Matrix6<double>;
using Vector6d = Vector6<double>;

// Inertia that the joint would move if all joints behind it were locked: the scale of rounding
// errors in D.
double scale_of(const Screw& screw, const Matrix6d& composite) {
  const double slid = screw.slide * screw.slide * composite(5, 5);
  return screw.turns ? slid + composite.topLeftCorner<3, 3>().trace() : slid;
}

/// Torques of a given motion are defined nevertheless.
void report_singular(const Subject& s, int i, const Screw& screw) {
  const BodyDescription& body = s.robot.bodies[i];
  const auto severity = s.report.purpose() == Purpose::torques ? &Report::warning : &Report::error;
  (s.report.*severity)(
      "leaf-massless", place_or(body.joint.at, body.at), no_owner,
      fmt::format("joint '{}': moves no {} of its own, so its acceleration is not defined; give "
                  "body '{}' or what hangs on it {}",
                  joint_name(body), screw.turns ? "inertia" : "mass", body.name,
                  screw.turns ? "inertia about the joint axis" : "mass"));
}

}  // namespace

void check_inertias_at_joints(const Subject& s) {
  const auto links = link_geometry(s.robot, s.tree);
  const auto n = static_cast<int>(links.size());
  // Everything in the joint frames J, which move with their links.
  std::vector<Matrix6d> articulated(n), composite(n);
  for (int i = 0; i < n; ++i) {
    const auto mass = mass_of(s.robot.bodies[i], links[i].X_BJ);
    if (!mass) return;
    articulated[i] = composite[i] = mass->in_link_frame().moved(links[i].X_BJ.inverse()).matrix();
  }
  for (int i = n - 1; i >= 0; --i) {
    const BodyDescription& body = s.robot.bodies[i];
    const Screw screw = screw_of(body);
    if (moves(body)) {
      const Vector6d S = joint_motion<double>(screw, 1).vector();
      const Vector6d U = articulated[i] * S;
      const double D = S.dot(U);  // (1)
      if (D <= 1e3 * std::numeric_limits<double>::epsilon() * scale_of(screw, composite[i])) {
        report_singular(s, i, screw);
      } else {
        articulated[i] -= U * U.transpose() / D;  // (2)
      }
    }
    const int p = s.tree.parent[i];
    if (p == Tree::world) continue;
    const double q = moves(body) ? 0.7 + 0.37 * (i % 5) : 0;
    const Pose<double> X_PJ = moved_by<double>(links[i].X_PB * links[i].X_BJ, screw, q);
    const Matrix6d X_JP = (links[p].X_BJ.inverse() * X_PJ).inv_act_matrix();
    articulated[p] += X_JP.transpose() * articulated[i] * X_JP;  // (3)
    composite[p] += X_JP.transpose() * composite[i] * X_JP;
  }
}

}  // namespace erfd::linting
