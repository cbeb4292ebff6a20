// Inverse dynamics of a robot with closed loops, and the forces in its cut joints.
// Source  [K10] W. Khalil 2010, equations (55) to (57).
//
//   Γ_tr = NE(q_tr, qd_tr, qdd_tr)                     of the open tree       (1)
//   Γ_c  = Gᵀ Γ_tr = Γ_a + (∂qd_p/∂qd_a)ᵀ Γ_p                                 (2)  [K10] (55), (57)
//   Jᵀ λ = Γ_tr − τ                                    smallest λ             (3)
//   (n, f) = Σ λ_r (w × u, u)                          of one cut joint       (4)
//   F_i += −(n, f) about o_i                           of all bodies i from B down to the ground; the
//                                                      opposite from A down   (5)
//
// Errata §1.4: (57) needs the transpose.
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {

template <class S>
void loop_inverse_dynamics(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                           In<S> qdd, Out<S> tau, Wrenches<S> wrenches) {
  const char* const caller = "loop_inverse_dynamics";
  LoopMemory<S>& m = ws.memory();
  check_size(caller, "tau", tau.size(), m.active_count(), model);
  rnea<S>(model, m.tree, q, qd, qdd, m.v1, wrenches);  // (1)
  expect_regular<S>(caller, model, ws, update_constraints<S>(model, m, q), q);
  update_loop_matrix<S>(m);
  tau.noalias() = m.basis.leftCols(m.active_count()).transpose() * m.v1;  // (2)
}

template <class S>
void loop_forces(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                 In<S> tau, Out<S> lambda, Wrenches<S> wrenches, std::span<const double> armature) {
  LoopMemory<S>& m = ws.memory();
  check_size("loop_forces", "tau", tau.size(), model.nv(), model);
  check_size("loop_forces", "lambda", lambda.size(), model.constraint_rows(), model);
  rnea<S>(model, m.tree, q, qd, qdd, m.v1, wrenches);
  for (std::size_t i = 0; i < armature.size(); ++i)
    m.v1[static_cast<Eigen::Index>(i)] += S(armature[i]) * qdd[static_cast<Eigen::Index>(i)];
  update_constraints<S>(model, m, q);
  m.v1 -= tau;
  m.s.of_all.solve_transposed(m.v1, lambda);  // (3)
}

template <class S>
Force<S> cut_wrench(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> lambda,
                    int index) {
  LoopMemory<S>& m = ws.memory();
  check_size("cut_wrench", "q", q.size(), model.nq(), model);
  check_size("cut_wrench", "lambda", lambda.size(), model.constraint_rows(), model);
  if (index < 0 || index >= static_cast<int>(model.constraints().size()))
    throw Error("cut_wrench: the model '" + model.name() + "' has " +
                std::to_string(model.constraints().size()) + " cut joints, found index " +
                std::to_string(index));
  m.s.update_poses(model, q);
  Eigen::Index r = 0;
  for (int k = 0; k < index; ++k)
    r += row_count(model.constraints()[static_cast<std::size_t>(k)].kind);
  const CutJoint& cut = model.constraints()[static_cast<std::size_t>(index)];
  const CutRows<S> rows(cut.kind, CutFrames<S>(cut, m.s.X_WB));
  Force<S> sum;
  for (int k = 0; k < rows.count; ++k) sum += rows.row[k].wrench() * lambda[r + k];  // (4)
  return sum;
}

namespace {

/// (5) with the wrench F about p on a body.
template <class S>
void carry_down(const Model& model, const std::vector<Pose<S>>& X_WB, BodyIndex on,
                const Force<S>& F, const Vector3<S>& p, std::span<Force<S>> reactions) {
  for (BodyIndex i = on; !i.is_world(); i = model.body(i).parent) {
    const Pose<S>& X = X_WB[static_cast<std::size_t>(i.value)];
    const Vector3<S> moment = F.moment + cross(Vector3<S>(p - X.p), F.force);
    reactions[static_cast<std::size_t>(i.value)] +=
        Force<S>{X.R.transpose() * moment, X.R.transpose() * F.force};
  }
}

}  // namespace

template <class S>
void add_cut_reactions(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> lambda,
                       std::type_identity_t<std::span<Force<S>>> reactions) {
  check_size("add_cut_reactions", "reactions", static_cast<Eigen::Index>(reactions.size()),
             model.body_count(), model);
  for (std::size_t k = 0; k < model.constraints().size(); ++k) {
    const CutJoint& cut = model.constraints()[k];
    const Force<S> on_b = cut_wrench<S>(model, ws, q, lambda, static_cast<int>(k));
    const std::vector<Pose<S>>& X_WB = ws.memory().s.X_WB;
    const Vector3<S> p = CutFrames<S>(cut, X_WB).X_WG.p;
    carry_down<S>(model, X_WB, cut.body_b, on_b * S(-1), p, reactions);
    carry_down<S>(model, X_WB, cut.body_a, on_b, p, reactions);
  }
}

#define ERFD_INSTANTIATE(S)                                                                      \
  template void loop_inverse_dynamics<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>,     \
                                         In<S>, Out<S>, Wrenches<S>);                            \
  template void loop_forces<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, In<S>, In<S>, \
                               Out<S>, Wrenches<S>, std::span<const double>);                    \
  template Force<S> cut_wrench<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, int);      \
  template void add_cut_reactions<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>,         \
                                     std::span<Force<S>>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
