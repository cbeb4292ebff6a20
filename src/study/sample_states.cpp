#include "erfd/study/sample_states.hpp"

#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"

#include <numbers>
#include <random>

namespace erfd {
namespace {

// Not std::uniform_real_distribution: every standard library has its own.
VectorX<double> random_vector(int size, double bound, std::mt19937& rng) {
  VectorX<double> v(size);
  for (double& x : v) x = bound * (2 * (static_cast<double>(rng()) * 0x1p-32) - 1);
  return v;
}

/// Closed states around the one where the robot is put together: its active joints a little beside it.
SampleState closed_state(const Model& model, LoopWorkspace& ws, std::mt19937& rng) {
  constexpr double beside = 0.1;  // [rad or m]
  SampleState s;
  const VectorX<double> away = random_vector(model.nq(), beside, rng);
  s.qd = random_vector(model.nv(), 3, rng);
  s.qdd = random_vector(model.nv(), 10, rng);
  for (double share = 1;; share /= 2) {  // a robot may reach less than that
    s.q = model.start();
    close_position(model, ws, s.q);
    VectorX<double> target = s.q;
    for (const Body& body : model.joints())
      if (!body.passive) target[body.q_index] += share * away[body.q_index];
    if (move_active<double>(model, ws, target, s.q).closed || share < 1e-3) break;
  }
  close_velocity(model, ws, s.q, s.qd);
  close_acceleration(model, ws, s.q, s.qd, s.qdd);
  VectorX<double> at_active(static_cast<Eigen::Index>(ws.active().size()));
  loop_inverse_dynamics(model, ws, s.q, s.qd, s.qdd, at_active);
  s.tau.setZero(model.nv());
  for (std::size_t i = 0; i < ws.active().size(); ++i)
    s.tau[ws.active()[i]] = at_active[static_cast<Eigen::Index>(i)];
  return s;
}

}  // namespace

std::vector<SampleState> sample_states(const Model& model, int count, unsigned seed) {
  std::mt19937 rng(seed);
  Workspace ws(model);
  std::vector<SampleState> states;
  if (!model.constraints().empty()) {
    LoopWorkspace loops(model);
    for (int k = 0; k < count; ++k) states.push_back(closed_state(model, loops, rng));
    return states;
  }
  for (int k = 0; k < count; ++k) {
    SampleState s;
    s.q = random_vector(model.nq(), std::numbers::pi, rng);
    if (model.has_free_base()) s.q.head<4>().normalize();
    s.qd = random_vector(model.nv(), 3, rng);
    s.qdd = random_vector(model.nv(), 10, rng);
    s.tau.resize(model.nv());
    rnea<double>(model, ws, s.q, s.qd, s.qdd, s.tau);
    states.push_back(std::move(s));
  }
  return states;
}

}  // namespace erfd
