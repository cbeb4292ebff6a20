// Kinematics of parallel robots: legs in closed form from the platform, the platform by Newton.
//
// A leg ends in the point P that the platform prescribes, given in the axes of its first joint at
// zero. X_2, X_3 place the second and third joint, c is P in the third body.
//
//   UPS, axes 1 and 2 meet (p_2 on axis 1):  the third body carries P along the line s + q_3 d
//     |P − p_2|² = |s + q_3 d|²                          a quadratic for q_3                    (1)
//     z_2 · R_z(−q_1) (P − p_2) = (s + q_3 d)_z          A cos q_1 + B sin q_1 = C              (2)
//     q_2 from both sides of the plane across z_2                                               (3)
//   RUS, axes 2 and 3 meet at o in the first body:
//     |R_z(−q_1) P − o|² = |c|²                          A cos q_1 + B sin q_1 = C              (4)
//     z-part in axes of joint 2: (p_3 + R_3 R_z(q_3) c)_z, for q_3 as in (2); q_2 as in (3)     (5)
//   Of two solutions the one is taken that is nearer to where the leg stands.
//
//   x := x + J_r⁻¹ (q_a − q_a(x))                        platform from the active joints        (6)
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/math/lu.hpp"

#include "dynamics/tree.hpp"
#include "model/loops/cut_rows.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace erfd {
namespace {

using V3 = Vector3<double>;

/// The angle that differs from `near` by less than half a turn.
double unwound(double angle, double near) {
  return near + std::remainder(angle - near, 2 * std::numbers::pi);
}

double nearer(double a, double b, double near) {
  return std::abs(a - near) <= std::abs(b - near) ? a : b;
}

/// A cos q + B sin q = C.
std::optional<double> solve_turn(double A, double B, double C, double near) {
  const double size = std::hypot(A, B);
  if (!(size > 0) || !(std::abs(C) <= size)) return std::nullopt;
  const double middle = std::atan2(B, A), half = std::acos(C / size);
  return nearer(unwound(middle + half, near), unwound(middle - half, near), near);
}

/// The turn about z that carries `from` onto `to`, seen across z.
double turn_between(const V3& from, const V3& to, double near) {
  return unwound(std::atan2(to.y(), to.x()) - std::atan2(from.y(), from.x()), near);
}

/// What a leg is made of, in axes of its joints at zero.
struct LegGeometry {
  Pose<double> X_W1, X_2, X_3;
  V3 c;  ///< end of the leg in the third body
  bool slides = false;
};

bool on_axis(const V3& p) { return std::hypot(p.x(), p.y()) <= 1e-12; }

/// @throws Error for a leg without a closed form.
LegGeometry geometry_of(const Model& model, const ParallelLeg& leg) {
  const CutJoint& cut = model.constraints()[static_cast<std::size_t>(leg.cut)];
  const auto refuse = [&](const char* why) -> LegGeometry {
    throw Error("parallel_inverse_kinematics: the leg of cut joint '" + cut.name + "' of '" +
                model.name() + "' has no closed form here: " + why);
  };
  if (cut.kind != CutKind::spherical) return refuse("it does not end in a spherical joint");
  const auto body = [&](std::size_t k) -> const Body& { return model.body({leg.joints[k]}); };
  LegGeometry g{body(0).X_PB0, body(1).X_PB0, body(2).X_PB0, {}, false};
  g.c = cut.body_b.value == leg.joints[2] ? cut.X_BG.p : cut.X_AF.p;
  g.slides = body(2).kind == JointKind::prismatic;
  if (body(0).kind != JointKind::revolute || body(1).kind != JointKind::revolute ||
      (!g.slides && body(2).kind != JointKind::revolute))
    return refuse("its joints are not two turns and a slide, nor three turns");
  if (g.slides ? !on_axis(g.X_2.p) : !on_axis(g.X_3.p))
    return refuse(g.slides ? "its first two axes do not meet" : "its last two axes do not meet");
  return g;
}

/// (1) to (3). @return false if the leg does not reach P
bool reach_by_slide(const LegGeometry& g, const V3& P, std::array<double*, 3> q) {
  const V3 s = g.X_3 * g.c, d = g.X_3.R.col(2), P_2 = P - g.X_2.p;
  const double half = s.dot(d), root = half * half - s.squaredNorm() + P_2.squaredNorm();
  if (!(root >= 0)) return false;
  const double q3 = nearer(-half + std::sqrt(root), -half - std::sqrt(root), *q[2]);  // (1)
  const V3 end = s + q3 * d, z = g.X_2.R.col(2);
  const auto q1 = solve_turn(z.x() * P_2.x() + z.y() * P_2.y(), z.x() * P_2.y() - z.y() * P_2.x(),
                             end.z() - z.z() * P_2.z(), *q[0]);  // (2)
  if (!q1) return false;
  const V3 seen = g.X_2.R.transpose() * (rotation_z(-*q1) * P_2);
  *q[0] = *q1;
  *q[1] = turn_between(end, seen, *q[1]);  // (3)
  *q[2] = q3;
  return true;
}

/// (4), (5). @return false if the leg does not reach P
bool reach_by_turns(const LegGeometry& g, const V3& P, std::array<double*, 3> q) {
  const V3 o = g.X_2 * V3(0, 0, g.X_3.p.z());
  const double reach = (P.squaredNorm() + o.squaredNorm() - g.c.squaredNorm()) / 2;
  const auto q1 = solve_turn(P.x() * o.x() + P.y() * o.y(), P.y() * o.x() - P.x() * o.y(),
                             reach - P.z() * o.z(), *q[0]);  // (4)
  if (!q1) return false;
  const V3 seen = g.X_2.inverse() * V3(rotation_z(-*q1) * P);
  const V3 row = g.X_3.R.row(2);
  const auto q3 =
      solve_turn(row.x() * g.c.x() + row.y() * g.c.y(), row.y() * g.c.x() - row.x() * g.c.y(),
                 seen.z() - g.X_3.p.z() - row.z() * g.c.z(), *q[2]);  // (5)
  if (!q3) return false;
  const V3 end = g.X_3 * V3(rotation_z(*q3) * g.c);
  *q[0] = *q1;
  *q[1] = turn_between(end, seen, *q[1]);
  *q[2] = *q3;
  return true;
}

/// Pose of the platform at its joints of q.
Pose<double> platform_pose(const Model& model, const ParallelStructure& s,
                           const Eigen::Ref<const VectorX<double>>& q) {
  Pose<double> X;
  for (const int i : s.platform) X = X * joint_pose<double>(model.body({i}), q);
  return X;
}

}  // namespace

LegReach parallel_inverse_kinematics(const Model& model, ParallelWorkspace& ws,
                                     Eigen::Ref<VectorX<double>> q) {
  check_size("parallel_inverse_kinematics", "q", q.size(), model.nq(), model);
  const Pose<double> X_WP = platform_pose(model, ws.structure, q);
  const int platform = ws.structure.platform.back();
  for (std::size_t k = 0; k < ws.structure.legs.size(); ++k) {
    const ParallelLeg& leg = ws.structure.legs[k];
    const LegGeometry g = geometry_of(model, leg);
    const CutJoint& cut = model.constraints()[static_cast<std::size_t>(leg.cut)];
    const V3 end = X_WP * (cut.body_a.value == platform ? cut.X_AF.p : cut.X_BG.p);
    const V3 P = g.X_W1.inverse() * end;
    const std::array joints{&q[leg.joints[0]], &q[leg.joints[1]], &q[leg.joints[2]]};
    if (!(g.slides ? reach_by_slide(g, P, joints) : reach_by_turns(g, P, joints)))
      return {false, static_cast<int>(k)};
  }
  return {};
}

PlatformClosure parallel_forward_kinematics(const Model& model, ParallelWorkspace& ws,
                                            const VectorX<double>& active_positions,
                                            Eigen::Ref<VectorX<double>> q) {
  const auto n = static_cast<Eigen::Index>(ws.structure.active.size());
  check_size("parallel_forward_kinematics", "active_positions", active_positions.size(), n, model);
  check_size("parallel_forward_kinematics", "q", q.size(), model.nq(), model);
  constexpr int most = 50;
  constexpr double longest_step = 0.2, enough = 1e-10;
  const auto& [platform, legs, active] = ws.structure;
  PlatformClosure closure;
  double before = std::numeric_limits<double>::infinity();
  for (; closure.iterations < most; ++closure.iterations) {
    if (!parallel_inverse_kinematics(model, ws, q).reached) return closure;
    for (Eigen::Index k = 0; k < n; ++k)
      ws.v2[k] = active_positions[k] - q[active[static_cast<std::size_t>(k)]];
    closure.gap = ws.v2.head(n).cwiseAbs().maxCoeff();
    if (closure.gap == 0 || (closure.gap < enough && !(closure.gap < before / 2))) break;
    before = closure.gap;
    for (Eigen::Index k = 0; k < n; ++k) {  // columns of K are velocities for a unit of x
      ws.v3.setZero();
      ws.v3[platform[static_cast<std::size_t>(k)]] = 1;
      parallel_velocity<double>(model, ws, q, ws.v3);
      for (Eigen::Index a = 0; a < n; ++a)
        ws.square(a, k) = ws.v3[active[static_cast<std::size_t>(a)]];
    }
    if (!solve_lu(ws.square, ws.v2.head(n))) return closure;  // (6)
    const double size = ws.v2.head(n).cwiseAbs().maxCoeff();
    const double share = size > longest_step ? longest_step / size : 1;
    for (Eigen::Index k = 0; k < n; ++k)
      q[platform[static_cast<std::size_t>(k)]] += share * ws.v2[k];
  }
  closure.closed = closure.gap <= enough;
  return closure;
}

}  // namespace erfd
