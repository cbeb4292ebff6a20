// What stuck friction does to a robot: joints that cannot move, motions that are bound, torques held.
//
//   a_e · qdd = 0              for stuck elements e, in reduced rows                          (1)
//   Σ a_e λ_e = r              r: what the equation of motion leaves over                     (2)
//   Σ (λ_e / limit_e)² least                                                                  (3)
//
// A row of (1) with one entry pins a joint: it is left out of the equations, so that it rests
// exactly. Other rows bind joints of a coupled motor. Where more elements hold than there are
// directions, rigid bodies do not tell their shares; (3) loads all evenly.
#include "erfd/math/decompositions.hpp"

#include "simulation/plant/dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {

void PlantDynamics::set_modes(const std::vector<int>& modes) {
  modes_ = modes;
  find_constraints();
}

namespace {

/// Gauss–Jordan: rows that span the same space, each with a leading 1 that no other row has.
/// @return their number
int reduce_rows(MatrixX<double>& rows) {
  const double zero = 1e-9;  // directions are of size 1; couplings below this are none
  int rank = 0;
  for (Eigen::Index column = 0; column < rows.cols() && rank < rows.rows(); ++column) {
    Eigen::Index best = 0;
    const double size = rows.col(column).tail(rows.rows() - rank).cwiseAbs().maxCoeff(&best);
    if (size < zero) {
      rows.col(column).tail(rows.rows() - rank).setZero();
      continue;
    }
    rows.row(rank).swap(rows.row(rank + best));
    rows.row(rank) /= rows(rank, column);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const double factor = rows(i, column);
      if (i != rank) rows.row(i) -= factor * rows.row(rank);
    }
    ++rank;
  }
  return rank;
}

}  // namespace

void PlantDynamics::find_constraints() {
  pinned_.assign(static_cast<std::size_t>(n_), false);
  int coupled = 0;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    if (modes_[e] != 0) continue;
    const int joint = plant_.friction()[e].joint;
    if (joint >= 0) pinned_[static_cast<std::size_t>(joint)] = true;
    coupled += joint < 0;
  }
  constraints_ = MatrixX<double>::Zero(coupled, n_);
  int row = 0;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = plant_.friction()[e];
    if (modes_[e] != 0 || element.joint >= 0) continue;
    for (int j = 0; j < n_; ++j) {
      if (!pinned(j)) constraints_(row, j) = element.direction[j] / element.direction.norm();
    }
    ++row;
  }
  const int rank = reduce_rows(constraints_);
  row = 0;
  for (int i = 0; i < rank; ++i) {
    Eigen::Index lead = 0;
    const bool single = (constraints_.row(i).array().abs() > 1e-9).count() == 1;
    constraints_.row(i).cwiseAbs().maxCoeff(&lead);
    if (single)
      pinned_[static_cast<std::size_t>(lead)] = true;
    else
      constraints_.row(row++) = constraints_.row(i).eval();
  }
  constraints_.conservativeResize(row, n_);
  free_.clear();
  for (int j = 0; j < n_; ++j) {
    if (!pinned(j)) free_.push_back(j);
  }
  const Eigen::Index size = static_cast<Eigen::Index>(free_.size()) + row;
  A_ = MatrixX<double>::Zero(size, size);
  x_ = VectorX<double>::Zero(size);
  if (loops_) loops_->set_modes(modes_);
}

/// Of the coordinates that can have friction: passive joints of loops have none.
double PlantDynamics::least_inertia() const {
  double least = HUGE_VAL;
  const std::span<const Body> joints = plant_.model().joints();
  for (int j = 0; j < n_; ++j) {
    const int joint = j - plant_.base_velocities();
    const bool passive = loops_ && joint >= 0 && joint < static_cast<int>(joints.size()) &&
                         joints[static_cast<std::size_t>(joint)].passive;
    if (!passive) least = std::min(least, std::abs(M_(j, j)));
  }
  return least;
}

void PlantDynamics::find_holding_torques() {
  residual_ = right_ - factor_.cwiseProduct(bias_) - M_.lazyProduct(qdd);
  torque_scale = right_.cwiseAbs().maxCoeff() + bias_.cwiseAbs().maxCoeff() +
                 (M_.cwiseAbs() * qdd.cwiseAbs()).maxCoeff();
  acceleration_scale = torque_scale / least_inertia();
  holding.setZero();
  if (loops_) {
    // What the cut joints hold has no part in the directions that the loops leave free.
    find_shares(factor_.cwiseInverse().asDiagonal() * loops_->free_directions());
    return;
  }
  int coupled = 0;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = plant_.friction()[e];
    if (modes_[e] != 0) continue;
    coupled += element.joint < 0;
    if (element.joint >= 0) holding[static_cast<Eigen::Index>(e)] = residual_[element.joint];
  }
  if (coupled > 0) find_shares(MatrixX<double>::Identity(n_, n_));
}

/// (2) in these directions alone, with (3).
void PlantDynamics::find_shares(const MatrixX<double>& directions) {
  const auto stuck = std::count(modes_.begin(), modes_.end(), 0);
  if (stuck == 0) return;
  MatrixX<double> shares(n_, stuck);
  VectorX<double> limit(stuck);
  int column = 0;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    const FrictionElement& element = friction_[e];
    if (modes_[e] != 0) continue;
    limit[column] = std::max(1e-12 * torque_scale,
                             (element.starting.positive + element.starting.negative) / 2) +
                    load_friction_of(element);
    shares.col(column) = limit[column] * element.direction;
    ++column;
  }
  const MatrixX<double> seen = directions.transpose() * shares;
  const VectorX<double> part =
      least_norm_solution(seen, directions.transpose() * residual_);  // (2), (3)
  column = 0;
  for (std::size_t e = 0; e < modes_.size(); ++e) {
    if (modes_[e] != 0) continue;
    holding[static_cast<Eigen::Index>(e)] = limit[column] * part[column];
    ++column;
  }
}

}  // namespace erfd
