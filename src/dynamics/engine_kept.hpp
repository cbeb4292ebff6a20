// Inertia at the position of the last inverse_dynamics() with the same workspace, whose sines and cosines
// it left. Private: sizes are not checked, and another q is not noticed.
#pragma once

#include "erfd/dynamics/engine.hpp"

namespace erfd {

/// H(q), as inertia_matrix().
void inertia_matrix_kept(const Engine& engine, EngineWorkspace& ws, In<double> q,
                         OutMatrix<double> H);

inline constexpr int kept_columns = 4;

/// y[k] = H(q) x[k] without H, O(n), one pass for up to kept_columns of them. False, and nothing written: more of
/// them, more than 32 joints, a free base, an engine that is not prepared().
[[nodiscard]] bool inertia_times_kept(const Engine& engine, EngineWorkspace& ws, const double* q,
                                      int count, const double* const* x, double* const* y);

}  // namespace erfd
