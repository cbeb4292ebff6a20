// Mass, centre of mass and inertia from the numbers or the shape of a description.
#include "model/build/shapes.hpp"
#include "model/lint/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::linting {
namespace {

MassProperties of_shape(const ShapeDescription& shape, double mass, const Pose<double>& X_BJ) {
  const Inertia I = inertia_of_shape(shape, mass);
  MassProperties m;
  m.mass = mass;
  m.com_M = I.com();
  m.I_com = I.inertia_about_com();
  m.ideal = shape.kind == ShapeKind::rod || shape.kind == ShapeKind::bent_rod;
  if (shape.kind == ShapeKind::bent_rod) m.X_BM = X_BJ;
  return m;
}

std::optional<MassProperties> if_finite(MassProperties m) {
  const bool finite = std::isfinite(m.mass) && m.com_B().allFinite() && m.I_com.allFinite() &&
                      std::isfinite(m.given_trace);
  return finite ? std::optional(std::move(m)) : std::nullopt;
}

}  // namespace

double MassProperties::gyration_radius() const {
  return mass > 0 ? std::sqrt(std::max(0.0, I_com.trace() / 2) / mass) : 0;
}

bool is_mere_frame(const BodyDescription& body) {
  return !moves(body) && !body.mass && !body.com && !body.inertia && !body.shape;
}

std::optional<MassProperties> given_mass(const Field<double>& mass, const Field<Triple>& com,
                                         const Field<std::array<double, 6>>& inertia,
                                         bool about_origin) {
  if (!mass || !com || !inertia) return std::nullopt;
  const auto& [xx, yy, zz, xy, xz, yz] = inertia->value;
  MassProperties m;
  m.mass = mass->value;
  m.com_M = vector_of(com->value);
  m.I_com << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  m.given_trace = std::abs(m.I_com.trace());
  if (about_origin) m.I_com -= Inertia::steiner(m.mass, m.com_M);
  return if_finite(m);
}

std::optional<MassProperties> mass_of(const BodyDescription& body,
                                      const Pose<double>& joint_frame) {
  if (is_mere_frame(body)) return MassProperties{};
  std::optional<MassProperties> m;
  if (body.shape && body.mass) {
    m = of_shape(body.shape->value, body.mass->value, joint_frame);
    m->given_trace = std::abs(m->I_com.trace());
    return if_finite(*m);
  }
  const auto zero_unless = [](const auto& field) {
    using Given = std::remove_cvref_t<decltype(field)>;
    return field ? field : Given(typename Given::value_type{});
  };
  m = given_mass(zero_unless(body.mass), zero_unless(body.com), zero_unless(body.inertia),
                 body.inertia_about_origin);
  if (!m || !body.mass_frame) return m;
  m->X_BM = pose_of(body.mass_frame->value);
  return if_finite(*m);
}

}  // namespace erfd::linting
