#include "model/visuals/shape_visuals.hpp"

#include "erfd/math/rotation.hpp"

#include "model/build/placement.hpp"

#include <cmath>
#include <utility>

namespace erfd {
namespace {

using Vector = Vector3<double>;

// A thin rod has no radius; this one can be seen.
constexpr double rod_radius = 0.04;  // of its length

VisualDescription at_pose(const Pose<double>& X_LV, const Entry<ShapeDescription>& shape) {
  VisualDescription visual;
  visual.at = shape.at;
  visual.origin = Entry<OriginDescription>{{triple_of(X_LV.p), rpy_of(X_LV.R)}, shape.at, {}};
  return visual;
}

/// From point to point of frame F, which stands in the link frame.
VisualDescription cylinder(const Pose<double>& X_LF, const Vector& from, const Vector& to,
                           double radius, const Entry<ShapeDescription>& shape) {
  const Pose<double> X_FV{rotation_z_to(triple_of(to - from)), (from + to) / 2};
  VisualDescription visual = at_pose(X_LF * X_FV, shape);
  visual.kind = VisualKind::cylinder;
  visual.radius = radius;
  visual.length = (to - from).norm();
  return visual;
}

VisualDescription box(const Entry<ShapeDescription>& shape) {
  VisualDescription visual =
      at_pose({Matrix3<double>::Identity(), vector_of(shape.value.centre)}, shape);
  visual.size = shape.value.size;
  return visual;
}

/// A rod along each of the two lengths that is not zero, of one thickness.
std::vector<VisualDescription> bent_rod(const Pose<double>& X_LJ,
                                        const Entry<ShapeDescription>& shape) {
  const auto& [a, b] = std::pair(shape.value.a, shape.value.b);
  const double radius = rod_radius * (std::abs(a) + std::abs(b));
  const Vector corner{0, 0, b}, end{a, 0, b};
  std::vector<VisualDescription> visuals;
  if (b != 0) visuals.push_back(cylinder(X_LJ, Vector::Zero(), corner, radius, shape));
  if (a != 0) visuals.push_back(cylinder(X_LJ, corner, end, radius, shape));
  return visuals;
}

}  // namespace

std::vector<VisualDescription> visuals_of_shape(const BodyDescription& body,
                                                const Pose<double>& X_JL) {
  if (!body.shape) return {};
  const ShapeDescription& shape = body.shape->value;
  const Vector from = vector_of(shape.from), to = vector_of(shape.to);
  switch (shape.kind) {
    case ShapeKind::rod:
      return {cylinder({}, from, to, rod_radius * (to - from).norm(), *body.shape)};
    case ShapeKind::cylinder:
      return {cylinder({}, from, to, shape.radius, *body.shape)};
    case ShapeKind::box:
      return {box(*body.shape)};
    case ShapeKind::bent_rod:
      break;
  }
  return bent_rod(X_JL.inverse(), *body.shape);
}

}  // namespace erfd
