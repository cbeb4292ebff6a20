#include "erfd/motion/missing_freedom.hpp"

#include "erfd/base/text.hpp"
#include "erfd/model/frames.hpp"

#include "motion/inverse_kinematics/ik_iteration.hpp"
#include "motion/inverse_kinematics/platform_reach.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The model with the tool centre as its last frame.
Model with_tool_frame(const Model& model, const Pose<double>& X_FlangeT) {
  const Frame& flange = model.frame(flange_of(model));
  Model::Parts parts = model.parts();
  parts.frames.push_back({"tool centre", flange.body, flange.X_BF * X_FlangeT});
  return Model(std::move(parts));
}

/// "the x axis of the world", "the z axis of the tool", "the axis (0.60, 0.80, 0.00) of the world".
std::string axis_text(const Vector3<double>& direction, const Matrix3<double>& R_WT) {
  constexpr double same = 1e-6;
  const Vector3<double> u = direction.normalized();
  const auto named = [&](const Matrix3<double>& axes, const char* of) -> std::string {
    for (int i = 0; i < 3; ++i)
      if (cross(u, Vector3<double>(axes.col(i))).norm() < same)
        return fmt::format("the {} axis of the {}", "xyz"[i], of);
    return "";
  };
  std::string text = named(Matrix3<double>::Identity(), "world");
  if (text.empty()) text = named(R_WT, "tool");
  if (!text.empty()) return text;
  const auto plain = [](double x) { return std::abs(x) < 0.005 ? 0.0 : x; };  // no "-0.00"
  return fmt::format("the axis ({:.2f}, {:.2f}, {:.2f}) of the world", plain(u.x()), plain(u.y()),
                     plain(u.z()));
}

}  // namespace

std::optional<MissingFreedom> missing_freedom(const Model& model, const Pose<double>& X_FlangeT,
                                              const Pose<double>& X_WT,
                                              const VectorX<double>& q_near) {
  std::string why;
  if (const auto reach = PlatformReach::of(model, flange_of(model), why))
    return missing_freedom(reach->platform(), X_FlangeT, X_WT, reach->platform_part(q_near));
  const Model robot = with_tool_frame(model, X_FlangeT);
  const FrameIndex tool{static_cast<int>(robot.frames().size()) - 1};
  MissingFreedom missing;
  std::tie(missing.freedoms, missing.position_freedoms) = freedoms_of(robot, tool);
  if (missing.freedoms >= 6) return std::nullopt;
  PositionFirst nearest = position_first(robot, tool, X_WT, q_near);
  missing.q = std::move(nearest.q);
  missing.turn = nearest.turn;
  missing.way = nearest.way;
  return missing;
}

std::string text_of(const MissingFreedom& missing, const Pose<double>& X_WT) {
  constexpr double reached = MissingFreedom::reached;
  const double way = missing.way.norm(), turn = missing.turn.norm();
  if (missing.is_out_of_reach())
    return fmt::format("out of reach by {} mm within the joints' ranges, in any orientation",
                       amount_with_decimals(1000 * way, 1));
  std::string what;
  if (way > reached)
    what = fmt::format("a way of {} mm along {}", amount_with_decimals(1000 * way, 1),
                       axis_text(missing.way, X_WT.R));
  if (turn > reached)
    what += fmt::format("{}a turn of {} deg about {}", what.empty() ? "" : " and ",
                        amount_with_decimals(turn * 180 / std::numbers::pi, 2),
                        axis_text(missing.turn, X_WT.R));
  return fmt::format("the robot has {} of 6 freedoms: {} {} missing", missing.freedoms,
                     what.empty() ? "one of them" : what,
                     way > reached && turn > reached ? "are" : "is");
}

}  // namespace erfd
