// For controllers alone, so for doubles alone: what a cycle asks of a position twice.
#include "dynamics/engine/access.hpp"
#include "dynamics/engine_kept.hpp"

namespace erfd {

void inertia_matrix_kept(const Engine& engine, EngineWorkspace& ws, In<double> q,
                         OutMatrix<double> H) {
  const EngineAccess<double> e(engine, ws);
  if (e.links == nullptr) return inertia_matrix(engine, ws, q, H);
  if (e.branched) engine::clear<double>(H);
  e.run.crba(q.data(), true, H.data(), H.outerStride(), e.states);
}

static_assert(kept_columns == engine::most_columns);

bool inertia_times_kept(const Engine& engine, EngineWorkspace& ws, const double* q, int count,
                        const double* const* x, double* const* y) {
  const EngineAccess<double> e(engine, ws);
  if (e.links == nullptr || e.run.base != nullptr || e.run.n > engine::most_swinging ||
      count > kept_columns)
    return false;
  e.run.kernels.inertia_times(e.links, e.run.n, q, count, x, y, e.states);
  return true;
}

}  // namespace erfd
