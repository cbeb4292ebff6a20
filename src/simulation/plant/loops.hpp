// The closed loops of a plant. Private to simulation.
#pragma once

#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/math/orthogonal.hpp"
#include "erfd/simulation/plant.hpp"

#include <vector>

namespace erfd {

/// Solves the equation of motion of a plant whose loops are closed, with stuck friction elements.
class PlantLoops {
 public:
  /// @param plant  with loops
  explicit PlantLoops(const Plant& plant);

  /// Takes J and J̇ qd of a state of the plant.
  void update(In<double> q, In<double> qd);
  /// Elements with mode 0 are stuck.
  void set_modes(const std::vector<int>& modes);

  /// Of c (H qdd + u' − Jᵀ λ) + R qdd + Σ a_e λ_e = right with M = c H + R.
  /// @param c          of each coordinate
  /// @param asked      right − c u'
  /// @return false if the accelerations have no solution
  bool solve(const MatrixX<double>& M, const VectorX<double>& c, const VectorX<double>& asked,
             VectorX<double>& qdd);
  /// −Jᵀ λ: what the loops take off the torques of the joints; after solve(), with
  /// left = asked − M qdd.
  void find_loop_torques(const VectorX<double>& c, const VectorX<double>& left,
                         VectorX<double>& torques);
  /// Columns: directions in which the loops let the plant move.
  const MatrixX<double>& free_directions();

  /// Nearest state with closed loops; what is pinned stays.
  LoopClosure close(Out<double> q, Out<double> qd, const std::vector<bool>& pinned);

 private:
  void find_bases(const VectorX<double>& c);
  void take_basis(OrthogonalDecomposition<double>& of, MatrixX<double>& basis);

  const Plant& plant_;
  LoopWorkspace ws_;
  int n_, loop_rows_;
  std::vector<bool> stuck_;
  MatrixX<double> rows_;  ///< J, then a row a stuck element
  MatrixX<double> J_;     ///< of the links
  OrthogonalDecomposition<double> of_rows_, of_forces_, of_loops_;
  VectorX<double> bias_, wanted_, shift_, multipliers_, x_;
  MatrixX<double> basis_, force_basis_, free_, M_basis_, reduced_;
  std::vector<int> held_;
};

}  // namespace erfd
