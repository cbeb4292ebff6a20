// Joint kinds. This table is the one place that knows them: everything else asks it, or works with
// the screw of a joint. docs/design/2026-11-18-joint-kinds.md says how a kind is added.
#pragma once

#include <array>
#include <cstddef>
#include <numbers>

namespace erfd {

/// How a body hangs on its parent. Joints act about and along the z axis of the body's own frame;
/// `free` is the six-degree joint of a free base.
enum class JointKind { revolute, prismatic, helical, fixed, free };

/// What a joint does for a unit of its position: it turns about z by one radian, or not at all, and
/// slides along z. The motion subspace is (0, 0, turns; 0, 0, slide) and constant in axes of the
/// body, so its rate is v × S.
struct Screw {
  bool turns = false;
  double slide = 0;  ///< [m/rad] where it turns, else 1

  constexpr bool slides() const { return slide != 0; }
};

/// How the position of a joint is counted, and all that follows from it.
struct Measure {
  const char* position;    ///< SI; behind it "/s" and "/s^2" for speed and acceleration
  const char* effort;      ///< "N m"
  const char* effort_key;  ///< "N_m", as keys and heads write it
  const char* inertia;     ///< effort for a unit of acceleration
  const char* shown;       ///< as people read positions
  double shown_in_si;      ///< one of `shown` in SI
};
inline constexpr Measure angle_measure{"rad",    "N m", "N_m",
                                       "kg m^2", "deg", std::numbers::pi / 180};
inline constexpr Measure length_measure{"m", "N", "N", "kg", "mm", 1e-3};

struct JointKindInfo {
  JointKind kind;
  const char* name;  ///< in robot files, tables and documents
  int nq, nv;        ///< positions, velocities
  bool turns;
  double slides;           ///< metres for a unit of position
  bool has_pitch;          ///< slides by `pitch` metres for a turn, which the robot file gives
  const Measure* measure;  ///< null where there is not one position
  const char* urdf;        ///< joint type of URDF with a range; null where URDF has none
};

inline constexpr std::array<JointKindInfo, 5> joint_kinds{{
    {JointKind::revolute, "revolute", 1, 1, true, 0, false, &angle_measure, "revolute"},
    {JointKind::prismatic, "prismatic", 1, 1, false, 1, false, &length_measure, "prismatic"},
    {JointKind::helical, "helical", 1, 1, true, 0, true, &angle_measure, nullptr},
    {JointKind::fixed, "fixed", 0, 0, false, 0, false, nullptr, "fixed"},
    {JointKind::free, "free", 7, 6, false, 0, false, nullptr, "floating"},
}};

constexpr const JointKindInfo& info_of(JointKind kind) {
  return joint_kinds[static_cast<std::size_t>(kind)];
}

constexpr int position_count(JointKind kind) { return info_of(kind).nq; }
constexpr int velocity_count(JointKind kind) { return info_of(kind).nv; }
constexpr bool moves(JointKind kind) { return velocity_count(kind) > 0; }
/// Of a joint that moves with one degree of freedom.
constexpr const Measure& measure_of(JointKind kind) { return *info_of(kind).measure; }
/// Counted in radians and N m, or in metres and N.
constexpr bool is_angle(JointKind kind) { return info_of(kind).measure == &angle_measure; }
constexpr bool is_length(JointKind kind) { return info_of(kind).measure == &length_measure; }
/// A whole turn brings the body back to where it was.
constexpr bool comes_round(JointKind kind) {
  const JointKindInfo& info = info_of(kind);
  return info.turns && info.slides == 0 && !info.has_pitch;
}

/// @param pitch  travel for a turn [m], of a kind that has one
constexpr Screw screw_of(JointKind kind, double pitch) {
  const JointKindInfo& info = info_of(kind);
  return {info.turns, info.has_pitch ? pitch / (2 * std::numbers::pi) : info.slides};
}

}  // namespace erfd
