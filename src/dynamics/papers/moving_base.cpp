// Inverse dynamics of a tree on a moving base, by composite links.
// Source  [K10] W. Khalil 2010, section 7.2. Section 7.3, direct dynamics (101) to (112), is aba.cpp.
//
//   γ_j, β_j                                                             recursion.hpp (2), (3)
//   ζ_j   = γ_j + qdd_j a                                                (1)  [K10] (89)
//                                                            tip to base
//   J_i^c = J_i + Σ jT_iᵀ J_j^c jT_i                                     (2)  [K10] (95)
//   β_i^c = β_i + Σ jT_iᵀ (β_j^c − J_j^c ζ_j)                            (3)  [K10] (96)
//   J_0^c V̇_0 = β_0^c                                                    (4)  [K10] (97)
//                                                            base to tip
//   V̇_j   = jT_i V̇_i + ζ_j                                               (5)  [K10] (98)
//   f_j   = J_j^c V̇_j − β_j^c                                            (6)  [K10] (99)
//   Γ_j   = aᵀ f_j + Ia_j qdd_j                                          (7)  [K10] (100), no friction
//
// Legend   [K10]     here          meaning                                           expressed in
//          i, j      p, i          parent, body
//          jT_i      X_PB.inv_act  motion of the parent at the body's origin             B
//          J^c, β^c  ws.I_c, ws.F  inertia and bias wrench of all that hangs on B        B
//          ζ         ws.gamma      acceleration beyond that of the parent                B
//          V̇         ws.A          acceleration of the origin minus gravity, and angular B
//
// Errata §1.4: (96) has both signs wrong (torques 91 % off); (97) gives V̇ − g, and V̇_0 is the
// projected acceleration: the rate of the components is V̇_0 − ω × V_0; β_0^c is −(H_1 + A_12 qdd).
#include "erfd/dynamics/moving_base.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/recursion.hpp"

namespace erfd {

template <class S>
void moving_base_inverse(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> qdd,
                         Out<S> tau, Wrenches<S> wrenches, std::span<const double> armature) {
  const char* const name = "moving_base_inverse";
  if (!model.has_free_base())
    throw Error(std::string(name) + ": the model '" + model.name() +
                "' has a fixed base, expected a free one; use rnea");
  check_size(name, "q", q.size(), model.nq(), model);
  check_size(name, "qd", qd.size(), model.nv(), model);
  check_size(name, "qdd", qdd.size(), model.nv(), model);
  check_size(name, "tau", tau.size(), model.nv(), model);
  if (!armature.empty())
    check_size(name, "armature", static_cast<Eigen::Index>(armature.size()), model.nv(), model);

  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>(name, model, ws, wrenches);
  sweep_velocities<S>(model, ws, qd);
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    ws.I_c[i] = body.I_B.template cast<S>();
    if (!body.is_free()) ws.gamma[i] += joint_motion<S>(body.screw(), qdd[body.v_index]);  // (1)
  }
  for (int i = n - 1; i > 0; --i) {
    const int p = model.body({i}).parent.value;
    ws.I_c[p] += ws.I_c[i].moved(ws.X_PB[i]);                      // (2)
    ws.F[p] += ws.X_PB[i].act(ws.F[i] - ws.I_c[i] * ws.gamma[i]);  // (3)
  }
  const Vector3<S> g = model.gravity().template cast<S>();
  solve_free_base<S>(ws, ws.I_c[0].matrix(), ws.F[0].vector(), g, qd, qdd);  // (4)
  tau.template head<6>().setZero();
  for (int i = 1; i < n; ++i) {
    const Body& body = model.body({i});
    ws.A[i] = ws.X_PB[i].inv_act(ws.A[body.parent.value]) + ws.gamma[i];          // (5)
    const S f = joint_component<S>(body.screw(), ws.I_c[i] * ws.A[i] - ws.F[i]);  // (6)
    const double Ia = armature.empty() ? 0.0 : armature[body.v_index];
    tau[body.v_index] = f + S(Ia) * qdd[body.v_index];  // (7)
  }
}

#define ERFD_INSTANTIATE(S)                                                                    \
  template void moving_base_inverse<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, Out<S>, \
                                       Out<S>, Wrenches<S>, std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
