// Parallel robots and a palletiser as no catalogue has them: unequal legs, skewed bases, full inertias.
#pragma once

#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/math/lu.hpp"
#include "erfd/verification/case.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {

/// Unequal arms and rods, each leg turned its own way, the whole robot on a skewed base.
inline RobotChoice ugly_delta() {
  return {.robot = "delta",
          .settings = {
              "base.origin.rpy_rad=[0.07,-0.11,0.4]",
              "body.platform.shape.from_m=[0.03,-0.02,-0.03]",
              "body.platform.shape.to_m=[0.005,0.015,0.02]",
              "body.arm2.joint.origin.rpy_rad=[0.04,-0.06,2.02]",
              "body.arm2.joint.origin.xyz_m=[-0.11,0.17,0.02]",
              "body.cross2.joint.origin.xyz_m=[0.33,0.01,-0.015]",
              "body.rods2.com_m=[0.36,0.01,-0.02]",
              "body.rods2.inertia_kg_m2=[0.0004,0.0081,0.0079,0.0003,-0.0002,0.0001]",
              "body.arm3.joint.origin.rpy_rad=[-0.05,0.03,4.25]",
              "body.cross3.joint.origin.xyz_m=[0.28,-0.02,0.01]",
              "body.arm3.mass_kg=0.8",
              "loop.ball1.frame_b.xyz_m=[0.77,0,0.02]",
              "loop.ball3.frame_a.xyz_m=[-0.02,-0.05,0.01]",
          }};
}

/// The hexapod of the goldens has unlike legs and a full inertia; here its base is skewed as well.
inline RobotChoice ugly_hexapod() {
  return {.robot = "gough_stewart",
          .settings = {"base.origin.rpy_rad=[0.1,-0.07,0.6]", "base.origin.xyz_m=[0.2,-0.1,0.3]",
                       "body.leg2.com_m=[0.02,-0.01,-0.25]",
                       "body.cylinder5.inertia_kg_m2=[0.17,0.15,0.05,0.01,-0.02,0.005]",
                       "loop.ball4.frame_a.xyz_m=[-0.40,-0.11,-0.02]"}};
}

/// With a load-bearing base that leans.
inline RobotChoice ugly_palletiser() {
  return {.robot = "palletiser",
          .settings = {"base.origin.rpy_rad=[0.05,0.04,0.3]",
                       "body.rod.shape.from_m=[0,0.03,-0.05]", "body.rod.shape.to_m=[1,-0.06,0.08]",
                       "body.upper_arm.shape.to_m=[1.1,0.1,0.07]", "body.wrist.mass_kg=20"}};
}

/// A program in L-IRL of these statements.
inline ProgramChoice moves_of(const std::string& statements) {
  return {.program = "t.irl", .text = "program T;\nseq\n" + statements + "endseq\n"};
}

/// A target of L-IRL at a pose of the tool: millimetres, and R = Rz(a) Ry(b) Rx(c) in degrees.
inline std::string target_at(const Pose<double>& X) {
  const double deg = 180 / std::numbers::pi, b = std::asin(std::clamp(-X.R(2, 0), -1.0, 1.0));
  const double a = std::atan2(X.R(1, 0), X.R(0, 0)), c = std::atan2(X.R(2, 1), X.R(2, 2));
  return fmt::format("robtarget((({:.10f}, {:.10f}, {:.10f}), ({:.12f}, {:.12f}, {:.12f})))",
                     X.p.x() * 1000, X.p.y() * 1000, X.p.z() * 1000, a * deg, b * deg, c * deg);
}

/// Where the tool stands when the robot has closed its loops.
inline Pose<double> tool_at_start(const RobotChoice& choice) {
  RobotChoice closing = choice;
  closing.closes_loops = true;
  const Model model = choose_robot(closing).unloaded();
  LoopWorkspace loops(model);
  Workspace ws(model);
  VectorX<double> q = model.start();
  close_position<double>(model, loops, q);
  return frame_pose<double>(model, ws, q, model.tool());
}

/// The same, moved and turned: in millimetres, about the axes of the world in degrees.
inline Pose<double> moved_by(const Pose<double>& X, double x, double y, double z, double yaw = 0,
                             double pitch = 0, double roll = 0) {
  const double rad = std::numbers::pi / 180;
  const Matrix3<double> R = (Eigen::AngleAxisd(yaw * rad, Eigen::Vector3d::UnitZ()) *
                             Eigen::AngleAxisd(pitch * rad, Eigen::Vector3d::UnitY()) *
                             Eigen::AngleAxisd(roll * rad, Eigen::Vector3d::UnitX()))
                                .toRotationMatrix();
  return {R * X.R, X.p + Vector3<double>(x, y, z) / 1000};
}

/// Positions of a closed mechanism in coordinates of its own choice; their Lagrange equations by
/// differences of energies alone. Nothing of it knows a Jacobian, a constraint force or a recursion.
///
///   F = d/dt ∂T/∂ẋ − ∂T/∂x + ∂V/∂x                                                        (1)
///   Σ τ_a ∂q_a/∂x_i = F_i                                 virtual work of the motors       (2)
class PlatformLagrange {
 public:
  using Positions = std::function<VectorX<double>(const VectorX<double>& x)>;

  PlatformLagrange(const Model& model, Positions positions)
      : model_(model),
        ws_(model),
        active_(active_indices(model)),
        positions_(std::move(positions)) {}

  /// Torques of the active joints, from the motion of these at the place x.
  VectorX<double> torques(const VectorX<double>& x, const VectorX<double>& qd_a,
                          const VectorX<double>& qdd_a) {
    const Eigen::Index n = x.size();
    MatrixX<double> J(n, n);  // ∂q_a/∂x
    for (Eigen::Index i = 0; i < n; ++i)
      J.col(i) = slope([&](double t) { return active_at(x + t * unit(n, i)); });
    const VectorX<double> xd = solved(J, qd_a);
    const VectorX<double> bend = slope(
        [&](double s) { return slope([&](double t) { return active_at(x + (s + t) * xd); }); });
    const VectorX<double> xdd = solved(J, qdd_a - bend);
    const VectorX<double> F =
        slope([&](double t) { return momentum(x + t * xd + t * t / 2 * xdd, xd + t * xdd); }) -
        gradient([&](const VectorX<double>& y) { return kinetic(y, xd); }, x) +
        gradient([&](const VectorX<double>& y) { return potential(y); }, x);  // (1)
    return solved(J.transpose(), F);                                          // (2)
  }

 private:
  static constexpr double h = 1e-3;

  static VectorX<double> unit(Eigen::Index n, Eigen::Index i) {
    return VectorX<double>::Unit(n, i);
  }
  static VectorX<double> solved(MatrixX<double> A, VectorX<double> b) {
    EXPECT_TRUE(solve_lu(A, b));
    return b;
  }
  /// Of fourth order.
  static VectorX<double> slope(const std::function<VectorX<double>(double)>& f) {
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
  }
  static VectorX<double> gradient(const std::function<double(const VectorX<double>&)>& f,
                                  const VectorX<double>& x) {
    VectorX<double> g(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i)
      g[i] = slope(
          [&](double t) { return VectorX<double>::Constant(1, f(x + t * unit(x.size(), i))); })[0];
    return g;
  }
  VectorX<double> active_at(const VectorX<double>& x) { return entries_of(positions_(x), active_); }
  double kinetic(const VectorX<double>& x, const VectorX<double>& xd) {
    const VectorX<double> qd = slope([&](double t) { return positions_(x + t * xd); });
    return kinetic_energy<double>(model_, ws_, positions_(x), qd);
  }
  double potential(const VectorX<double>& x) {
    return potential_energy<double>(model_, ws_, positions_(x));
  }
  /// ∂T/∂ẋ: T is quadratic in ẋ, so that central differences of any width are exact.
  VectorX<double> momentum(const VectorX<double>& x, const VectorX<double>& xd) {
    VectorX<double> p(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i)
      p[i] = (kinetic(x, xd + unit(x.size(), i)) - kinetic(x, xd - unit(x.size(), i))) / 2;
    return p;
  }

  Model model_;
  Workspace ws_;
  std::vector<int> active_;
  Positions positions_;
};

}  // namespace erfd::test
