// Placements and masses of a description in the frames of the joints.
#include "model/build/resolve.hpp"

#include "model/lint/geometry.hpp"

namespace erfd {
namespace {

int index_of(const std::vector<BodyDescription>& bodies, const std::string& name) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

Matrix3<double> matrix_of(const std::array<double, 6>& e) {
  Matrix3<double> I;
  I << e[0], e[3], e[4], e[3], e[1], e[5], e[4], e[5], e[2];
  return I;
}

std::array<double, 6> elements_of(const Matrix3<double>& I) {
  return {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
}

Inertia inertia_of(double mass, const Triple& com, const std::array<double, 6>& inertia) {
  return Inertia::about_com(mass, vector_of(com), matrix_of(inertia));
}

std::vector<ResolvedBody> resolve(const RobotDescription& robot) {
  std::vector<ResolvedBody> resolved(robot.bodies.size());
  std::vector<Pose<double>> X_WL(robot.bodies.size());  // link frames at zero, for screws
  const Pose<double> X_WBase = pose_of(robot.base.origin);
  for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
    const BodyDescription& body = robot.bodies[i];
    ResolvedBody& r = resolved[i];
    r.parent = index_of(robot.bodies, body.parent);
    const Pose<double> X_WP = r.parent < 0 ? X_WBase : X_WL[r.parent];
    const auto [X_PJ, X_JL] = placement_of(body.joint, X_WP);
    r.X_PJ = X_PJ;
    r.X_JL = X_JL;
    r.I_J = linting::mass_of(body, X_JL.inverse()).value().in_link_frame().moved(X_JL);
    X_WL[i] = X_WP * r.X_PJ * r.X_JL;
  }
  return resolved;
}

}  // namespace erfd
