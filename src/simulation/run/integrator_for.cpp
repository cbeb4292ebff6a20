// Which integrator suits a plant.
//
//   ω_e² = k_e g_e,   λ_e = d_e g_e,   g_e = (0, …, −1, …, 1, …) M⁻¹ (0, …, −1, …, 1, …)ᵀ     (1)
//
// Legend  k_e, d_e  stiffness and damping of spring e
//         g_e       what a unit of its force accelerates its two ends apart, with all else free
//
// An explicit method must follow the fastest ω_e or λ_e wherever it goes, an implicit one only as long as
// it shows. The bound was measured: tests/simulation/elastic_drives_test.cpp.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/simulation/simulate.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace erfd {
namespace {

constexpr double fast = 2000;  ///< [1/s]

}  // namespace

std::string_view integrator_for(const Plant& plant, In<double> q) {
  const std::string_view usual = integrators().front().name, stiff = "implicit";
  const Model& model = plant.model();
  if (plant.gears().empty() && model.springs().empty()) return usual;
  const int n = plant.coordinates(), nv = plant.nv();
  EngineWorkspace ws(plant.engine());
  MatrixX<double> M = MatrixX<double>::Zero(n, n), H(nv, nv);
  inertia_matrix(plant.engine(), ws, q, H);
  M.topLeftCorner(nv, nv) = H;
  if (plant.shafts()) {
    DriveState state(*plant.shafts());
    VectorX<double> shafts = VectorX<double>::Zero(n);
    const int joints = static_cast<int>(model.joints().size());
    shafts.segment(nv - joints, joints) = q.tail(joints);
    for (std::size_t e = 0; e < plant.gears().size(); ++e)
      shafts[nv + static_cast<Eigen::Index>(e)] = shafts[plant.gears()[e].joint];
    MatrixX<double> rotors = M;
    if (!set_position(*plant.shafts(), shafts, state)) return usual;  // the run says so
    reflected_inertia(*plant.shafts(), state, rotors);
    M += rotors;
  }
  const Eigen::LDLT<MatrixX<double>> inverse(M);
  double fastest = 0;
  const auto look = [&](const VectorX<double>& apart, double stiffness, double damping) {
    const double g = apart.dot(inverse.solve(apart));  // (1)
    fastest = std::max({fastest, std::sqrt(stiffness * g), damping * g});
  };
  for (const JointSpring& spring : model.springs())
    look(VectorX<double>::Unit(n, model.body(spring.body).v_index), spring.stiffness,
         spring.damping);
  for (std::size_t e = 0; e < plant.gears().size(); ++e) {
    const ElasticGear& gear = plant.gears()[e];
    look(VectorX<double>::Unit(n, nv + static_cast<Eigen::Index>(e)) -
             VectorX<double>::Unit(n, gear.joint),
         gear.stiffness, gear.damping);
  }
  return fastest > fast ? stiff : usual;
}

}  // namespace erfd
