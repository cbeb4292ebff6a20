// Closed mechanisms: with the tool's velocity V = T qd_a, T = J G, for an axis a, each against what it is
// where the robot is put together
//
//   |row a of T⁺|      grows without bound at a singularity of type 1: a leg is stretched         (1)
//   |column a of T|    at one of type 2: the motors do not hold the tool                          (2)
#include "erfd/base/units.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/math/decompositions.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double near_angle = 15 * degree;
constexpr double near_distance = 0.1;  // [m]

constexpr double near_share = 4;  // of what (1) and (2) are where the robot is put together

/// (1) and (2).
struct Gains {
  double needs = 0, gives = 0;
};

Gains gains_of(const InverseKinematics& kinematics, const Model& model, const VectorX<double>& q,
               Eigen::Index axis) {
  Workspace ws(model);
  LoopWorkspace loops(model);
  MatrixX<double> J(6, model.nv()), G(model.nv(), static_cast<Eigen::Index>(loops.active().size()));
  jacobian<double>(model, ws, q, kinematics.flange(), J);
  loop_matrix<double>(model, loops, q, G);
  const MatrixX<double> T = J * G;
  const MatrixX<double> inverse = pseudo_inverse(T);
  return {inverse.row(axis).norm(), T.col(axis).norm()};
}

std::string near_singularity_of_loops(const InverseKinematics& kinematics, const Model& model,
                                      const VectorX<double>& q, int axis) {
  const std::vector<int> active = active_indices(model);
  const auto place = std::ranges::find(active, axis);
  if (place == active.end()) return "";
  VectorX<double> start = model.start();
  LoopWorkspace loops(model);
  if (!close_position<double>(model, loops, start).closed) return "";
  const Eigen::Index a = place - active.begin();
  const Gains here = gains_of(kinematics, model, q, a),
              usual = gains_of(kinematics, model, start, a);
  const double needs = here.needs / usual.needs, gives = here.gives / usual.gives;
  const std::string& name = model.body({axis}).joint;
  if (gives > near_share && gives > needs)
    return fmt::format(
        "of type 2, the motors hardly hold the tool: it moves {:.1f} times as far for {} as "
        "where the robot is put together",
        gives, name);
  if (needs > near_share)
    return fmt::format(
        "of type 1, a leg is nearly stretched: {} moves {:.1f} times as far for the tool as "
        "where the robot is put together",
        name, needs);
  return "";
}

double angle_of_sine(double sine) { return std::asin(std::min(1.0, sine)); }

}  // namespace

std::string near_singularity(const InverseKinematics& kinematics, const Model& model,
                             const VectorX<double>& q, int axis) {
  if (axis >= 0 && is_closed(model)) return near_singularity_of_loops(kinematics, model, q, axis);
  if (!kinematics.is_closed_form() || axis < 0) return "";
  const InverseKinematics::Clearance clear = kinematics.clearance(q);
  const auto name = [&](int i) { return model.body({i}).joint; };
  const double wrist = angle_of_sine(clear.wrist), elbow = angle_of_sine(clear.elbow);
  if ((axis == 3 || axis == 5) && wrist < near_angle)
    return fmt::format("the wrist is nearly straight, {} stands {:.1f} deg from it", name(4),
                       wrist / degree);
  if ((axis == 1 || axis == 2) && elbow < near_angle)
    return fmt::format("the arm is nearly stretched or folded, {} stands {:.1f} deg from it",
                       name(2), elbow / degree);
  if (axis == 0 && clear.shoulder < near_distance)
    return fmt::format("the wrist stands nearly above {}, {:.0f} mm from it", name(0),
                       1000 * clear.shoulder);
  return "";
}

}  // namespace erfd
