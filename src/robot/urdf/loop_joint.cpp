// <loop_joint> of a URDF, as Isaac Sim and former versions of Drake have it: where a loop is cut.
//
//   <loop_joint name="pin" type="revolute">
//     <link1 link="coupler" xyz="0.55 0 0" rpy="0 0 0"/>
//     <link2 link="rocker" xyz="0.4 0 0" rpy="0 0 0"/>
//     <axis xyz="0 1 0"/>                           in the frames, as in a joint; default x
//   </loop_joint>
//
// Here the axis of a cut joint is z of its frames, so that both are turned: R(rpy) · R(z to axis).
#include "erfd/robot/cut_kind.hpp"

#include "robot/urdf/inertial.hpp"
#include "robot/urdf/parts.hpp"

#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

const std::map<std::string_view, CutKind>& cut_types() {
  static const std::map<std::string_view, CutKind> all = {{"spherical", CutKind::spherical},
                                                          {"revolute", CutKind::revolute},
                                                          {"continuous", CutKind::revolute},
                                                          {"prismatic", CutKind::prismatic},
                                                          {"fixed", CutKind::fixed}};
  return all;
}

using Matrix = std::array<Triple, 3>;  // row by row

Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Triple of_length_one(const Triple& a) {
  const double length = std::hypot(a[0], a[1], a[2]);
  return {a[0] / length, a[1] / length, a[2] / length};
}

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix C{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  return C;
}

/// Where pitch is a right angle only yaw and roll together are determined; roll is 0 then.
Triple rpy_of(const Matrix& R) {
  const double cos_pitch = std::hypot(R[0][0], R[1][0]), pitch = std::atan2(-R[2][0], cos_pitch);
  if (cos_pitch < 1e-9) return {0, pitch, std::atan2(-R[0][1], R[1][1])};
  return {std::atan2(R[2][1], R[2][2]), pitch, std::atan2(R[1][0], R[0][0])};
}

/// A frame whose z lies along the axis: its x may be any, for it is the same at both ends.
Matrix frame_along(const Triple& axis) {
  const Triple z = of_length_one(axis);
  std::size_t across = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(z[k]) < std::abs(z[across])) across = k;
  Triple unit{0, 0, 0};
  unit[across] = 1;
  const Triple x = of_length_one(cross(unit, z)), y = cross(z, x);
  return {{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}};
}

/// What turns z into the axis; none for an axis without a direction.
std::optional<Matrix> onto_axis(const Element& element, CutKind kind, Values& values,
                                const std::string& owner) {
  if (kind == CutKind::spherical || kind == CutKind::fixed) return rotation({0, 0, 0});
  Triple axis{1, 0, 0};
  if (const Element* const given = element.FirstChildElement("axis"))
    if (const auto xyz = values.triple(*given, "xyz", owner)) axis = xyz->value;
  if (axis == Triple{0, 0, 0}) {
    values.findings().error("bad-axis", values.at(element),
                            fmt::format("{}: its axis is zero, expected a direction", owner));
    return std::nullopt;
  }
  return frame_along(axis);
}

struct End {
  std::string link;
  Field<OriginDescription> frame;
};

End read_end(const Element& element, const Matrix& turn, Values& values, const std::string& owner) {
  OriginDescription origin;
  if (const auto xyz = values.triple(element, "xyz", owner)) origin.xyz = xyz->value;
  if (const auto rpy = values.triple(element, "rpy", owner)) origin.rpy = rpy->value;
  origin.rpy = rpy_of(product(rotation(origin.rpy), turn));
  return {values.text(element, "link", owner).value_or(""),
          Entry<OriginDescription>{origin, values.at(element), {}}};
}

}  // namespace

std::optional<LoopDescription> read_loop_joint(const Element& element, Values& values) {
  const std::string name = values.text(element, "name", "loop_joint").value_or("?");
  const std::string owner = fmt::format("loop_joint '{}'", shown(name));
  const auto refuse = [&](const std::string& text) {
    values.findings().error("loop", values.at(element), fmt::format("{}: {}", owner, text));
    return std::nullopt;
  };
  const std::string type = values.text(element, "type", owner).value_or("");
  const auto kind = cut_types().find(type);
  if (kind == cut_types().end())
    return refuse(
        fmt::format("type '{}' is not known, expected spherical, revolute, continuous, "
                    "prismatic or fixed",
                    shown(type)));
  const Element* const first = element.FirstChildElement("link1");
  const Element* second = element.FirstChildElement("link2");
  if (first != nullptr && second == nullptr) second = first->NextSiblingElement("link1");
  if (first == nullptr || second == nullptr)
    return refuse("expected two ends, <link1 link=.. xyz=.. rpy=../> and <link2 .../>");
  const auto turn = onto_axis(element, kind->second, values, owner);
  if (!turn) return std::nullopt;
  const End a = read_end(*first, *turn, values, owner), b = read_end(*second, *turn, values, owner);
  LoopDescription loop;
  loop.name = name;
  loop.joint = kind->second;
  loop.body_a = a.link, loop.body_b = b.link;
  loop.frame_a = a.frame, loop.frame_b = b.frame;
  loop.at = values.at(element);
  return loop;
}

}  // namespace erfd::urdf
