// Accelerations of a plant with closed loops, in minimal coordinates of the state itself.
// Source  [F08] R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008, section 8.7; here with
//         friction that grows with the load, which turns the forces of the constraints.
//
//   c (H qdd + u' − Jᵀ λ) + R qdd + Σ a_e λ_e = right                                        (1)
//   J qdd = −J̇ qd,   a_e · qdd = 0                                                           (2)
//   qdd = N y + β,   N spans all that (2) leaves free, β the shortest that keeps (2)          (3)
//   W spans all that is normal to Jᵀ and to a_e / c; W = N where all c are 1                  (4)
//   Wᵀ c⁻¹ M N y = Wᵀ c⁻¹ (right − c u' − M β),   M = c H + R                                 (5)
//   (Jᵀ, a_e / c) (−λ, λ_e) = c⁻¹ (right − c u' − M qdd), the shortest where several do it    (6)
//
// Legend  c, R, a_e, λ_e  of dynamics.cpp, which has the same equation for trees
//         λ               forces of the cut joints
//
// The ranks are those of the position: redundant rows and singular positions need no case of their own.
#include "simulation/plant/loops.hpp"

#include "erfd/math/lu.hpp"

namespace erfd {
namespace {

constexpr double rank_tolerance = 1e-9;  // of the constants of a model, newton.hpp

}  // namespace

PlantLoops::PlantLoops(const Plant& plant)
    : plant_(plant),
      ws_(plant.model()),
      n_(plant.coordinates()),
      loop_rows_(plant.model().constraint_rows()),
      stuck_(plant.friction().size(), false),
      rows_(MatrixX<double>::Zero(loop_rows_ + static_cast<Eigen::Index>(plant.friction().size()),
                                  n_)),
      J_(MatrixX<double>::Zero(loop_rows_, plant.nv())),
      of_rows_(rows_.rows(), n_),
      of_forces_(rows_.rows(), n_),
      of_loops_(loop_rows_, n_),
      bias_(VectorX<double>::Zero(loop_rows_)),
      wanted_(VectorX<double>::Zero(rows_.rows())),
      shift_(VectorX<double>::Zero(n_)),
      multipliers_(wanted_),
      x_(shift_) {}

void PlantLoops::set_modes(const std::vector<int>& modes) {
  for (std::size_t e = 0; e < modes.size(); ++e) {
    stuck_[e] = modes[e] == 0;
    const auto row = loop_rows_ + static_cast<Eigen::Index>(e);
    const VectorX<double>& a = plant_.friction()[e].direction;
    if (stuck_[e])
      rows_.row(row) = a.transpose() / a.norm();
    else
      rows_.row(row).setZero();
  }
}

void PlantLoops::update(In<double> q, In<double> qd) {
  const Model& model = plant_.model();
  const int nv = plant_.nv();
  constraint_jacobian(model, ws_, q.head(plant_.nq()), J_);
  constraint_bias(model, ws_, q.head(plant_.nq()), qd.head(nv), bias_);
  rows_.topLeftCorner(loop_rows_, nv) = J_;
}

void PlantLoops::take_basis(OrthogonalDecomposition<double>& of, MatrixX<double>& basis) {
  const Eigen::Index free = n_ - of.rank();
  basis.resize(n_, free);
  for (Eigen::Index k = 0; k < free; ++k) of.null_vector(k, basis.col(k));
}

/// (3), (4)
void PlantLoops::find_bases(const VectorX<double>& c) {
  of_rows_.compute(rows_, rank_tolerance);
  take_basis(of_rows_, basis_);
  wanted_.setZero();
  wanted_.head(loop_rows_) = -bias_;
  of_rows_.solve(wanted_, shift_);
  MatrixX<double> forces = rows_;
  for (Eigen::Index row = loop_rows_; row < rows_.rows(); ++row)
    forces.row(row) = rows_.row(row).cwiseQuotient(c.transpose());
  of_forces_.compute(forces, rank_tolerance);
  take_basis(of_forces_, force_basis_);
}

bool PlantLoops::solve(const MatrixX<double>& M, const VectorX<double>& c,
                       const VectorX<double>& asked, VectorX<double>& qdd) {
  find_bases(c);
  if (force_basis_.cols() != basis_.cols()) return false;
  x_ = asked - M * shift_;
  force_basis_ = c.cwiseInverse().asDiagonal() * force_basis_;
  M_basis_.noalias() = M * basis_;
  reduced_.noalias() = force_basis_.transpose() * M_basis_;
  VectorX<double> y = force_basis_.transpose() * x_;
  if (!solve_lu(reduced_, y)) return false;  // (5)
  qdd = shift_;
  qdd.noalias() += basis_ * y;
  return qdd.allFinite();
}

void PlantLoops::find_loop_torques(const VectorX<double>& c, const VectorX<double>& left,
                                   VectorX<double>& torques) {
  x_ = left.cwiseQuotient(c);
  of_forces_.solve_transposed(x_, multipliers_);  // (6)
  torques.setZero();
  torques.head(plant_.nv()).noalias() = J_.transpose() * multipliers_.head(loop_rows_);
}

const MatrixX<double>& PlantLoops::free_directions() {
  of_loops_.compute(rows_.topRows(loop_rows_), rank_tolerance);
  take_basis(of_loops_, free_);
  return free_;
}

LoopClosure PlantLoops::close(Out<double> q, Out<double> qd, const std::vector<bool>& pinned) {
  const Model& model = plant_.model();
  held_.clear();
  for (int j = 0; j < plant_.nv(); ++j)
    if (pinned[static_cast<std::size_t>(j)]) held_.push_back(j);
  auto of_links = q.head(plant_.nq());
  const LoopClosure closure = project_position<double>(model, ws_, of_links, held_);
  project_velocity<double>(model, ws_, of_links, qd.head(plant_.nv()), held_);
  return closure;
}

}  // namespace erfd
