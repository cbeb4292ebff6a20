#include "erfd/model/describe.hpp"

#include "erfd/math/rotation.hpp"
#include "erfd/model/lint.hpp"

#include "model/build/resolve.hpp"
#include "model/lint/geometry.hpp"
#include "model/lint/mass_plausibility.hpp"

#include <cmath>
#include <utility>

namespace erfd {
namespace {

OriginDescription origin_of(const Pose<double>& X) { return {triple_of(X.p), rpy_of(X.R)}; }

bool is_by_placement(const BodyDescription& body) {
  return body.joint.placed_by == PlacementKind::placement;
}

/// Link frame of the new description in the joint frame J: its own one where it was placed by
/// placement, else J itself.
Pose<double> new_link_in_joint(const BodyDescription& body, const ResolvedBody& resolved) {
  return is_by_placement(body) || !moves(body.joint.type) ? resolved.X_JL : Pose<double>{};
}

/// As numbers a rod without thickness looks impossible; the description says where the numbers come
/// from.
void accept_thin_shape(BodyDescription& body, const Matrix3<double>& I_com) {
  const InertiaSense sense = sense_of(I_com, I_com.trace());
  const std::string because = "from the shape of a rod without thickness";
  if (!sense.positive) body.accepted.push_back({"inertia-not-positive", because, body.shape->at});
  if (!sense.keeps_triangle)
    body.accepted.push_back({"triangle-inequality", because, body.shape->at});
}

Provenance provenance_of(const JointDescription& joint) {
  if (joint.dh) return joint.dh->from;
  if (joint.mdh) return joint.mdh->from;
  if (joint.screw) return joint.screw->from;
  return joint.origin ? joint.origin->from : Provenance{};
}

/// The same frame seen from another link frame.
void reseat(Field<OriginDescription>& frame, const Pose<double>& X_NL, Location at) {
  frame = Entry<OriginDescription>{origin_of(X_NL * pose_of(frame)), frame ? frame->at : at,
                                   frame ? frame->from : Provenance{}};
}

/// The frame of a cut joint by placement instead of a row.
void take_mdh(Field<OriginDescription>& frame, Field<MdhRow>& row) {
  if (!row) return;
  frame = Entry<OriginDescription>{origin_of(pose_of(row->value)), row->at, row->from};
  row.reset();
}

void rewrite_mass(BodyDescription& body, const linting::MassProperties& m,
                  const Pose<double>& X_NL) {
  const Matrix3<double> R_NM = X_NL.R * m.X_BM.R;
  const Matrix3<double> I_com = R_NM * m.I_com * R_NM.transpose();
  const Provenance from = body.mass ? body.mass->from : Provenance{};
  const auto keep = [&](auto& field, auto value) {
    const Provenance own = field ? field->from : body.shape ? body.shape->from : from;
    field = Entry<decltype(value)>{value, field ? field->at : Location{}, own};
  };
  keep(body.com, triple_of(X_NL * m.com_B()));
  keep(body.inertia, elements_of(I_com));
  if (body.shape) accept_thin_shape(body, I_com);
  body.inertia_about_origin = false;
  body.mass_frame.reset();
  body.shape.reset();
}

}  // namespace

RobotDescription describe_by_placement(const RobotDescription& robot) {
  Diagnostics findings(robot.file);
  lint(robot, findings, Purpose::kinematics);
  if (findings.has_errors()) throw FileError(std::move(findings));

  const std::vector<ResolvedBody> resolved = resolve(robot);
  RobotDescription out = robot;
  std::vector<Pose<double>> X_NL(robot.bodies.size());  // old link frame in the new one
  const auto seen_from_new = [&](const std::string& body) {
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
      if (robot.bodies[i].name == body) return X_NL[i];
    }
    return Pose<double>{};
  };
  for (std::size_t i = 0; i < out.bodies.size(); ++i) {
    BodyDescription& body = out.bodies[i];
    const ResolvedBody& r = resolved[i];
    const Pose<double> X_JN = new_link_in_joint(body, r);
    X_NL[i] = X_JN.inverse() * r.X_JL;
    const Pose<double> X_NP =
        r.parent < 0 ? Pose<double>{} : X_NL[static_cast<std::size_t>(r.parent)];
    if (!is_by_placement(body)) {
      for (VisualDescription& visual : body.visuals) reseat(visual.origin, X_NL[i], visual.at);
    }
    const bool has_mass = body.mass || body.com || body.inertia;
    if (has_mass &&
        (!is_by_placement(body) || body.shape || body.mass_frame || body.inertia_about_origin)) {
      rewrite_mass(body, linting::mass_of(body, r.X_JL.inverse()).value(), X_NL[i]);
    }
    const bool was_placed = is_by_placement(body);
    const Location at = body.joint.at;
    const Provenance from = provenance_of(body.joint);
    body.joint.origin = Entry<OriginDescription>{origin_of(X_NP * r.X_PJ * X_JN), at, from};
    if (!was_placed) body.joint.axis = Entry<Triple>{{0, 0, 1}, at, from};
    body.joint.placed_by = PlacementKind::placement;
    body.joint.dh.reset();
    body.joint.mdh.reset();
    body.joint.screw.reset();
  }
  for (ToolDescription& tool : out.tools) reseat(tool.origin, seen_from_new(tool.body), tool.at);
  for (SensorDescription& sensor : out.sensors)
    reseat(sensor.origin, seen_from_new(sensor.body), sensor.at);
  for (LoopDescription& loop : out.loops) {
    take_mdh(loop.frame_a, loop.mdh_a);
    take_mdh(loop.frame_b, loop.mdh_b);
    reseat(loop.frame_a, seen_from_new(loop.body_a), loop.at);
    reseat(loop.frame_b, seen_from_new(loop.body_b), loop.at);
  }
  for (DriveDescription& drive : out.drives) {
    if (drive.rotor_on && drive.rotor_axis) {
      drive.rotor_axis->value =
          triple_of(seen_from_new(drive.rotor_on->value).R * vector_of(drive.rotor_axis->value));
    }
  }
  return out;
}

}  // namespace erfd
