// From the model to links with as many zeros as frames can give.
//
// The engine chooses the frames between two joints and regroups inertias (dynamics/engine/compile.cpp). Two frames
// are left: that of a leaf may be moved and turned about its own z, that of the base about the first axis.
//
//   leaf:  d = 0;  turned so that S_y = 0, or, if its centre of mass lies on the axis, E_xy = 0               (1)
//   base:  turned so that the gravity in seat axes has no y                                                   (2)
#include "generate/links.hpp"

#include "dynamics/engine/compile.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::generate {
namespace {

using EngineLink = engine::Link<double>;

/// Beside the largest number of its kind this is rounding.
constexpr double rounding = 2e-15;

/// How far a leaf's frame turns about its z, equation (1).
double turn_of_leaf(const EngineLink& leaf) {
  const double scale = std::abs(leaf.Exx) + std::abs(leaf.Eyy);
  if (std::hypot(leaf.Sx, leaf.Sy) > 1e-12 * scale) return std::atan2(leaf.Sy, leaf.Sx);
  return std::atan2(2 * leaf.Exy, leaf.Exx - leaf.Eyy) / 2;
}

/// The same robot, the frames of its leaves chosen by (1).
Model with_canonical_leaves(const Model& model) {
  Model::Parts parts = model.parts();
  const std::vector<EngineLink> links = engine::compile(model).links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const EngineLink& link = links[i];
    if (!link.leaf || link.kind == engine::Kind::prismatic) continue;
    const double shift = link.kind == engine::Kind::placed ? 0 : -link.d;
    const Pose<double> X{rotation_z(turn_of_leaf(link)), {0, 0, shift}};
    Body& body = parts.bodies[i];
    body.X_PB0 = body.X_PB0 * X;
    body.I_B = body.I_B.moved(X.inverse());
    for (Frame& frame : parts.frames)
      if (frame.body.value == static_cast<int>(i)) frame.X_BF = X.inverse() * frame.X_BF;
  }
  return Model(std::move(parts));
}

double snapped(double x, double scale) { return std::abs(x) <= rounding * scale ? 0 : x; }

Vec vec(const engine::Vec<double>& v, double scale) {
  return {snapped(v.x, scale), snapped(v.y, scale), snapped(v.z, scale)};
}

/// Elements of a rotation that are 0 or ±1 but for rounding.
double unit(double x) {
  if (std::abs(x) <= rounding) return 0;
  return std::abs(std::abs(x) - 1) <= rounding ? std::copysign(1.0, x) : x;
}

Mat rotation(const engine::Mat<double>& R) {
  return {unit(R.xx), unit(R.xy), unit(R.xz), unit(R.yx), unit(R.yy),
          unit(R.yz), unit(R.zx), unit(R.zy), unit(R.zz)};
}

Mat tilt(const EngineLink& link) {
  const double c = link.cos_alpha, s = link.sin_alpha;
  return {1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c};
}

/// Sizes beside which numbers of a robot are rounding.
struct Scales {
  double length = 0, S = 0, E = 0;
};

Scales scales_of(const std::vector<EngineLink>& links) {
  Scales s;
  for (const EngineLink& link : links) {
    s.length = std::max({s.length, std::abs(link.a), std::abs(link.d), std::abs(link.p.x),
                         std::abs(link.p.y), std::abs(link.p.z)});
    s.S = std::max({s.S, std::abs(link.Sx), std::abs(link.Sy), std::abs(link.Sz)});
    s.E = std::max({s.E, std::abs(link.Exx), std::abs(link.Eyy)});
  }
  return s;
}

Moments moments_of(const EngineLink& link, const Scales& scales) {
  const auto S = [&](double x) { return Traced(snapped(x, scales.S)); };
  const auto E = [&](double x) { return Traced(snapped(x, scales.E)); };
  // E_xx + E_yy is all that a slender tool has about its axis: never snapped away.
  return {link.m,
          {S(link.Sx), S(link.Sy), S(link.Sz)},
          {link.Exx, link.Eyy, 0.0, E(link.Exy), E(link.Exz), E(link.Eyz)}};
}

/// Equation (2).
void turn_base(RobotLink& link, double gx, double gy, double size) {
  if (std::abs(gy) <= rounding * size) return;
  const double angle = std::atan2(gy, gx);
  link.lift.x = std::hypot(gx, gy);
  link.lift.y = 0.0;
  link.q0 -= angle;
}

RobotLink robot_link(const EngineLink& link, const Scales& scales) {
  RobotLink r;
  r.parent = link.parent;
  r.prismatic = link.kind == engine::Kind::prismatic;
  r.q0 = link.q0;
  r.moments = moments_of(link, scales);
  if (link.parent < 0) {
    const double g = std::hypot(link.lift.x, link.lift.y, link.lift.z);
    r.lift = vec(link.lift, g);
    if (!r.prismatic) turn_base(r, link.lift.x, link.lift.y, g);
    return r;
  }
  if (engine::has_pose(link.kind)) {
    r.p = vec(link.p, scales.length);
    r.R = rotation(link.R);
    return r;
  }
  r.joins_group = link.kind == engine::Kind::parallel;
  r.p = {snapped(link.a, scales.length), 0.0, 0.0};
  r.R = tilt(link);
  r.d = snapped(link.d, scales.length);
  return r;
}

}  // namespace

std::vector<RobotLink> robot_links(const Model& model) {
  const std::vector<EngineLink> links = engine::compile(with_canonical_leaves(model)).links;
  const Scales scales = scales_of(links);
  std::vector<RobotLink> result;
  for (const EngineLink& link : links) result.push_back(robot_link(link, scales));
  return result;
}

}  // namespace erfd::generate
