// The bent slender rods that a model is made of, if it is.
//
//   X_{i+1}: the common normal of the axes Z_i and Z_{i+1}; O_{i+1} = b Z_i + a X_{i+1}      (1)
//   of the last link, which has no next axis, from its masses: h = m c,  L = |a| + |b|
//     L = 2 (|h_z| + |h_xy|)/m ,  a = √(2 |h_xy| L/m) ,  |b| = L − a                         (2)
//   masses of such a rod: step 3 of [MS07], rod_chain.cpp; what is left about Z_i is the hub (3)
//
// A model that is not made of rods fails at (1) or does not have the masses of (3).
#include "erfd/base/error.hpp"
#include "erfd/model/rod_chain.hpp"

#include <cmath>
#include <variant>

namespace erfd {
namespace {

constexpr double small = 1e-9;  ///< of lengths [m], directions, and shares of masses and inertias

struct Refusal {
  std::string reason;
};

struct Found {
  Rod rod;
  Vector3<double> x;  ///< X_{i+1} in axes of the body
};

using Search = std::variant<Found, Refusal>;

Refusal refusal(const Body& body, const std::string& why) {
  return {"needs bent slender rods, and body '" + body.name + "' " + why};
}

/// (1): a rod from the axis of a body to that of the next one.
Search rod_to(const Body& body, const Body& next) {
  const Vector3<double> p = next.X_PB0.p, z = next.X_PB0.R.col(2);
  const double a = std::hypot(p.x(), p.y()), sine = std::hypot(z.x(), z.y());
  Vector3<double> x{1, 0, 0};
  if (a > small)
    x = {p.x() / a, p.y() / a, 0};
  else if (sine > small)
    x = {-z.y() / sine, z.x() / sine, 0};
  if (std::abs(x.dot(z)) > small)
    return refusal(body, "does not end on the common normal of its axis and the next one");
  const Vector3<double> y{-x.y(), x.x(), 0};
  return Found{{.a = a > small ? a : 0, .b = p.z(), .alpha = std::atan2(-y.dot(z), z.z())}, x};
}

/// (2).
Found last_rod(const Inertia& I) {
  const double h_xy = std::hypot(I.moment.x(), I.moment.y()), h_z = std::abs(I.moment.z());
  if (!(I.mass > 0)) return {{}, {1, 0, 0}};
  const double L = 2 * (h_z + h_xy) / I.mass, a = std::sqrt(2 * h_xy * L / I.mass);
  const Vector3<double> x = h_xy > small * I.mass
                                ? Vector3<double>(I.moment.x() / h_xy, I.moment.y() / h_xy, 0)
                                : Vector3<double>(1, 0, 0);
  return {{.a = a, .b = std::copysign(L - a, I.moment.z())}, x};
}

/// (3): takes density and hub from the masses; the rest of them must be that of a rod.
std::string take_masses(const Inertia& I, Found& found) {
  Rod& rod = found.rod;
  const double length = std::abs(rod.a) + std::abs(rod.b);
  if (length > 0) rod.density = I.mass / length;
  if (length == 0 && I.mass > 0) return "has mass, but no length to have it on";
  const RodChain::Link link = RodChain({&rod, 1}).link(0);
  const Vector3<double>&x = found.x, z{0, 0, 1};
  const Matrix3<double> one = Matrix3<double>::Identity();
  Matrix3<double> M_ww = link.C3 * (one - z * z.transpose()) + link.C4 * (one - x * x.transpose()) -
                         link.C5 * (z * x.transpose() + x * z.transpose());
  rod.hub_inertia = I.about_origin(2, 2) - M_ww(2, 2);
  M_ww(2, 2) = I.about_origin(2, 2);
  const Vector3<double> h = -(link.C1 * z + link.C2 * x);
  const double scale = I.mass * length * length + I.about_origin.cwiseAbs().maxCoeff();
  if ((I.moment - h).norm() > small * I.mass * (1 + length))
    return "has another centre of mass than a rod of its length";
  if ((I.about_origin - M_ww).cwiseAbs().maxCoeff() > small * scale)
    return "has other inertias than a rod of its length";
  if (rod.hub_inertia < -small * scale)
    return "has less inertia about its axis than a rod of its length";
  return {};
}

std::variant<std::vector<Rod>, Refusal> search(const Model& model) {
  std::vector<Rod> rods;
  Vector3<double> x_before{1, 0, 0};  // X_i in axes of the body
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    if (body.kind != JointKind::revolute) return refusal(body, "does not turn");
    Found found;
    if (i + 1 < model.body_count()) {
      const Search rod = rod_to(body, model.body({i + 1}));
      if (const Refusal* const refused = std::get_if<Refusal>(&rod)) return *refused;
      found = std::get<Found>(rod);
    } else {
      found = last_rod(body.I_B);
    }
    if (const std::string why = take_masses(body.I_B, found); !why.empty())
      return refusal(body, why);
    found.rod.theta = std::atan2(found.x.y(), found.x.x()) - std::atan2(x_before.y(), x_before.x());
    rods.push_back(found.rod);
    if (i + 1 < model.body_count()) x_before = model.body({i + 1}).X_PB0.R.transpose() * found.x;
  }
  return rods;
}

}  // namespace

std::string obstacle_to_rods(const Model& model) {
  const auto found = search(model);
  const Refusal* const refused = std::get_if<Refusal>(&found);
  return refused != nullptr ? refused->reason : "";
}

RodChain rods_of(const Model& model) {
  const auto found = search(model);
  if (const Refusal* const refused = std::get_if<Refusal>(&found))
    throw Error("rods_of: the model '" + model.name() + "' " + refused->reason);
  return RodChain(std::get<std::vector<Rod>>(found));
}

}  // namespace erfd
