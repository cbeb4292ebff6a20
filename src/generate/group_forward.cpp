// Forward dynamics: what a reference motion leaves, by the inertia matrix for absolute speeds.
//
//   reference motion   q, qd, and qdd_ref without angular acceleration about z in any link; Q_ref     (1)
//   H y = Q − Q_ref    Q_k = τ_k − Σ τ_child of the same group                                        (2)
//   qdd_k = qdd_ref,k + y_k − y_parent (of the same group)                                            (3)
//
// (2) by A = Lᵀ D L with the joints eliminated in a chosen order: a diagonal that is constant costs no division
// and, eliminated early, no recursion.
#include "generate/group_forward.hpp"

#include "generate/group_inertia.hpp"
#include "generate/newton_euler.hpp"

namespace erfd::generate {
namespace {

/// Solves A x = b for symmetric positive definite A, the indices eliminated in this order.
std::vector<Traced> solve(std::vector<Traced> A, std::vector<Traced> b,
                          const std::vector<int>& order) {
  const int n = static_cast<int>(b.size());
  std::vector<Traced> L(A.size()), inverse(b.size());
  for (int t = 0; t < n; ++t) {
    const int k = order[t];
    inverse[k] = Traced(1.0) / A[k * n + k];
    for (int s = t + 1; s < n; ++s) L[order[s] * n + k] = A[order[s] * n + k] * inverse[k];
    for (int s = t + 1; s < n; ++s) {
      const int i = order[s];
      b[i] -= L[i * n + k] * b[k];
      for (int r = s; r < n; ++r) {
        const int j = order[r];
        A[i * n + j] = A[j * n + i] = A[i * n + j] - L[i * n + k] * A[j * n + k];
      }
    }
  }
  for (int t = n - 1; t >= 0; --t) {
    const int k = order[t];
    b[k] *= inverse[k];
    for (int s = t + 1; s < n; ++s) b[k] -= L[order[s] * n + k] * b[order[s]];
  }
  return b;
}

std::vector<int> elimination_order(const Choices& choices, std::size_t n) {
  if (!choices.order.empty()) return choices.order;
  std::vector<int> order;
  for (std::size_t k = n; k-- > 0;) order.push_back(static_cast<int>(k));
  return order;
}

}  // namespace

std::vector<Traced> forward_dynamics(const std::vector<RobotLink>& links, const Choices& choices,
                                     const std::vector<Traced>& q, const std::vector<Traced>& qd,
                                     const std::vector<Traced>& tau) {
  const std::size_t n = links.size();
  const Efforts reference =
      newton_euler(links, choices.links, q, qd, {}, Accelerations::reference);  // (1)
  std::vector<Traced> rest = tau;
  for (std::size_t k = 0; k < n; ++k)
    if (links[k].joins_group) rest[links[k].parent] -= tau[k];
  for (std::size_t k = 0; k < n; ++k) rest[k] -= reference.absolute[k];
  const std::vector<Traced> y = solve(inertia_matrix(links, choices, q, Speeds::absolute), rest,
                                      elimination_order(choices, n));  // (2)
  std::vector<Traced> qdd(n);
  for (std::size_t k = 0; k < n; ++k)  // (3)
    qdd[k] = reference.reference_qdd[k] + (links[k].joins_group ? y[k] - y[links[k].parent] : y[k]);
  return qdd;
}

}  // namespace erfd::generate
