#include "erfd/base/error.hpp"
#include "erfd/study/sample_states.hpp"

#include <cmath>

namespace erfd {
namespace {

/// The k-th number of a sequence that fills 0..1 evenly and never repeats.
double between(double low, double high, int k, double step) {
  const double x = (k + 1) * step;
  return low + (high - low) * (x - std::floor(x));
}

constexpr double golden = 0.6180339887498949, plastic = 0.7548776662466927,
                 silver = 0.4142135623730951;

/// A small ball and three point masses off the axes: a body that can exist, with skew principal
/// axes.
Inertia inertia_of_link(int k, double mass, double length) {
  const double l = length;
  Inertia I = Inertia::about_com(0.4 * mass, {0.3 * l, 0.1 * l, -0.05 * l},
                                 0.01 * mass * l * l * Matrix3<double>::Identity());
  const double shift = between(0.05, 0.25, k, silver);
  const Vector3<double> points[] = {{0.7 * l, shift * l, 0.1 * l},
                                    {0.2 * l, -0.15 * l, shift * l},
                                    {-shift * l, 0.2 * l, -0.3 * l}};
  for (const Vector3<double>& p : points)
    I += Inertia::about_com(0.2 * mass, p, Matrix3<double>::Zero());
  return I;
}

Body link(int k) {
  Body body;
  body.name = body.joint = "link" + std::to_string(k + 1);
  body.parent = {k - 1};
  body.kind = JointKind::revolute;
  const double length = between(0.2, 0.6, k, golden);
  body.X_PB0.R = rotation_z(between(0.2, 1.3, k, plastic)) *
                 rotation_x(between(0.4, 1.2, k, golden)) *
                 rotation_y(between(0.3, 0.9, k, silver));
  body.X_PB0.p = {length, between(-0.15, -0.05, k, plastic), between(0.05, 0.2, k, silver)};
  body.I_B = inertia_of_link(k, between(1, 6, k, plastic), length);
  return body;
}

}  // namespace

Model general_chain(int joints) {
  if (joints < 1)
    throw Error("general chain: " + std::to_string(joints) + " joints, expected at least 1");
  Model::Parts parts;
  parts.name = "chain" + std::to_string(joints);
  for (int k = 0; k < joints; ++k) {
    parts.bodies.push_back(link(k));
    parts.frames.push_back({parts.bodies.back().name, {k}, {}});
  }
  return Model(std::move(parts));
}

}  // namespace erfd
