#include "erfd/study/sample_states.hpp"

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

}  // namespace

std::vector<SampleState> sample_states(const Model& model, int count, unsigned seed) {
  std::mt19937 rng(seed);
  Workspace ws(model);
  std::vector<SampleState> states;
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
