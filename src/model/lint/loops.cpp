// Closed loops: what they join, whether they close where the robot is put together, and what they
// leave free. Freedoms are counted by the rank of the constraints, not by their number: four bars in
// a plane have one although five rows hold three joints.
#include "model/build/assemble.hpp"
#include "model/lint/rules.hpp"
#include "model/loops/newton.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd::linting {
namespace {

/// The loop whose gap is largest.
const LoopDescription& widest(const Subject& s, const Model& model, const VectorX<double>& gap) {
  Eigen::Index row = 0;
  gap.cwiseAbs().maxCoeff(&row);
  std::size_t loop = 0;
  for (Eigen::Index end = row_count(model.constraints()[0].kind);
       end <= row && loop + 1 < model.constraints().size(); ++loop)
    end += row_count(model.constraints()[loop + 1].kind);
  return s.robot.loops[loop];
}

void check_start(const Subject& s, const BodyDescription& body) {
  const JointDescription& joint = body.joint;
  if (!joint.start) return;
  const double q = joint.start->value;
  if ((joint.lower && q < joint.lower->value) || (joint.upper && q > joint.upper->value))
    s.report.warning("loop", place_or(joint.start->at, joint.at), no_owner,
                     fmt::format("joint '{}': start is {:g} {}, outside of its range",
                                 joint_name(body), q, measure_of(body).position));
}

void check_passive_drives(const Subject& s) {
  for (const DriveDescription& drive : s.robot.drives) {
    const auto joint = s.tree.joint.find(drive.joint);
    if (joint == s.tree.joint.end() || !s.robot.bodies[joint->second].joint.passive) continue;
    s.report.error("loop", drive.at, no_owner,
                   fmt::format("drive '{}': joint '{}' is passive; let it be active, or remove the "
                               "drive",
                               drive.name, drive.joint));
  }
}

/// At the position whose poses `scratch` holds. @return whether the active joints rule the mechanism
bool check_mobility(const Subject& s, LoopScratch<double>& scratch, const Model& model) {
  scratch.update_passive_rows(model);
  scratch.of_all.compute(scratch.J, rank_tolerance<double>);
  const int rank = static_cast<int>(scratch.of_all.rank()),
            held = static_cast<int>(scratch.of_passive.rank());
  const int freedoms = model.nv() - rank, active = static_cast<int>(scratch.active.size());
  const Location at = s.robot.loops.front().at;
  const int redundant = model.constraint_rows() - rank;
  if (redundant > 0)
    s.report.note("loop-redundant", at,
                  fmt::format("loops: {} of {} constraints are redundant where the robot is put "
                              "together: torques and motion are exact, of the forces in the cut "
                              "joints the smallest are given",
                              redundant, model.constraint_rows()));
  const int loose = static_cast<int>(scratch.passive.size()) - held;
  if (loose == 0 && rank == held) return true;
  s.report.warning(
      "loop-mobility", at, no_owner,
      fmt::format("loops: the mechanism has {} freedom{} where it is put together and {} active "
                  "coordinate{}, which {}; mark with actuation = \"passive\" what nothing drives, "
                  "or start outside of the dead centre",
                  freedoms, freedoms == 1 ? "" : "s", active, active == 1 ? "" : "s",
                  loose > 0 ? "do not hold all passive joints" : "cannot move independently"));
  return false;
}

/// The start with all joints free to move: nearest position that closes.
std::optional<VectorX<double>> closed_by_all_joints(const Model& model) {
  Model::Parts parts = model.parts();
  for (Body& body : parts.bodies) body.passive = !body.is_free();
  const Model free(std::move(parts));
  LoopScratch<double> scratch(free);
  VectorX<double> q = free.start();
  if (!close_by_newton<double>(free, scratch, q).closed) return std::nullopt;
  return q;
}

}  // namespace

void check_loops(const Subject& s) {
  for (const LoopDescription& loop : s.robot.loops) {
    const std::string place = fmt::format("loop '{}'", loop.name);
    if (loop.body_a == loop.body_b)
      s.report.error("loop", loop.at, no_owner,
                     fmt::format("{}: body_a and body_b are both '{}', expected two bodies", place,
                                 loop.body_a));
    if ((loop.frame_a && loop.mdh_a) || (loop.frame_b && loop.mdh_b))
      s.report.error("placement-twice", loop.at, no_owner,
                     place + ": a frame is placed by frame and by mdh; keep one");
  }
  check_passive_drives(s);
  for (const int i : s.tree.moving) check_start(s, s.robot.bodies[static_cast<std::size_t>(i)]);
}

void check_closed_loops(const Subject& s) {
  const Model model = assemble(s.robot);
  LoopScratch<double> scratch(model);
  VectorX<double> q = model.start();
  const NewtonResult closure = close_by_newton<double>(model, scratch, q);
  if (closure.closed) {
    check_mobility(s, scratch, model);
    return;
  }
  if (const auto near = closed_by_all_joints(model)) {  // perhaps too many joints are active
    scratch.update_poses(model, *near);
    if (!check_mobility(s, scratch, model)) return;
    scratch.update_gap(model, q);
  }
  const LoopDescription& loop = widest(s, model, scratch.gap);
  s.report.warning(
      "loop-open", loop.at, no_owner,
      fmt::format("loop '{}': does not close from where the robot is put together: {:g} is left "
                  "(m, or the sine of an angle); give its joints a start near the closed position",
                  loop.name, closure.gap));
}

}  // namespace erfd::linting
