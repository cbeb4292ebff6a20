// How far elastic gears give way under the loads of the asked motion, and the tool with them.
//
//   δ_j = u_j / k_j                          the gear's spring carries what the link needs      (1)
//   off = |p(q − δ) − p(q)|                  motors at their asked places, the tool off         (2)
//
// Quasi-static: swinging of the springs is seen by simulate(), not here.
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/frames.hpp"

#include "verification/judge.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {

GearSag gear_sag(const CaseInWork& work, const MotionRecord& record) {
  GearSag sag;
  const std::vector<ElasticGear>& gears = work.drives.elastic_gears();
  if (gears.empty()) return sag;
  Workspace ws(work.model);
  const FrameIndex flange = flange_of(work.model);
  for (int k = 0; k < work.plan.samples(); ++k) {
    VectorX<double> q = record.q_asked.col(k);
    const Pose<double> before = frame_pose<double>(work.model, ws, q, flange);
    const Vector3<double>& tool = work.plan.X_WT[static_cast<std::size_t>(k)].p;
    for (const ElasticGear& gear : gears) {
      const double twist = record.tau_asked(gear.joint, k) / gear.stiffness;  // (1)
      q[gear.joint] -= twist;
      if (std::abs(twist) <= sag.twist) continue;
      sag.twist = std::abs(twist);
      sag.joint = gear.joint;
    }
    const Pose<double> after = frame_pose<double>(work.model, ws, q, flange);
    const double off = (after * (before.inverse() * tool) - tool).norm();  // (2)
    if (off <= sag.tool) continue;
    sag.tool = off;
    sag.time = k * record.period;
  }
  return sag;
}

std::string gear_sag_text(const CaseInWork& work, const GearSag& sag) {
  std::vector<std::string> names;
  for (const ElasticGear& gear : work.drives.elastic_gears())
    names.push_back(work.model.bodies()[static_cast<std::size_t>(gear.joint)].joint);
  const Body& body = work.model.bodies()[static_cast<std::size_t>(sag.joint)];
  const double in_degrees = sag.twist * 180 / std::numbers::pi;
  return fmt::format(
      "{} {}: the gear{} elastic, and the motor{} judged as if {} stiff; in the asked motion {} "
      "spring gives way by up to {}, and the tool with the springs by up to {:.3g} mm (at {:.3f} "
      "s)",
      names.size() == 1 ? "joint" : "joints", fmt::join(names, ", "),
      names.size() == 1 ? " is" : "s are", names.size() == 1 ? " is" : "s are",
      names.size() == 1 ? "it were" : "they were", body.joint + "'s",
      is_angle(body.kind) ? fmt::format("{:.3g} deg", in_degrees)
                          : fmt::format("{:.3g} mm", sag.twist * 1e3),
      sag.tool * 1e3, sag.time);
}

}  // namespace erfd
