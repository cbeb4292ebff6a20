#include "erfd/base/units.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double near_angle = 15 * degree;
constexpr double near_distance = 0.1;  // [m]

double angle_of_sine(double sine) { return std::asin(std::min(1.0, sine)); }

}  // namespace

std::string near_singularity(const InverseKinematics& kinematics, const Model& model,
                             const VectorX<double>& q, int axis) {
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
