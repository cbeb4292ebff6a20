// Trees with springs in joints.
// Source  [K10] W. Khalil 2010, section 6; after W. Khalil, M. Gautier 2000.
//
//   Γ_j   = −K_j (q_j − q0_j) − D_j qd_j           of a spring            (1)  [K10] (69), (70)
//   direct dynamics: aba.cpp with (1) in Γ                                     [K10] section 6.2
//
//   inverse dynamics, after γ_j, β_j of recursion.hpp:
//                                                            tip to base
//   elastic  H_j  = aᵀ J_j* a                                            (2)  [K10] (72)
//            K_j  = J_j* − J_j* a H_j⁻¹ aᵀ J_j*                          (3)  [K10] (73)
//            α_j  = K_j γ_j + J_j* a H_j⁻¹ (Γ_j + aᵀ β_j*) − β_j*        (4)  [K10] (74)
//   rigid    K_j  = J_j*                                                 (5)  [K10] (75)
//            α_j  = J_j* (γ_j + a qdd_j) − β_j*                          (6)  [K10] (76)
//   both     β_i* = β_i* − jT_iᵀ α_j ,  J_i* = J_i* + jT_iᵀ K_j jT_i     (7)  [K10] (77), (78)
//                                                            base to tip
//   elastic  qdd_j = H_j⁻¹ (Γ_j + aᵀ β_j* − aᵀ J_j* (jT_i V̇_i + γ_j))    (8)  [K10] (80)
//   both     V̇_j   = jT_i V̇_i + γ_j + a qdd_j                            (9)  [K10] (81)
//   rigid    Γ_j   = aᵀ (K_j jT_i V̇_i + α_j) + Ia_j qdd_j                (10) [K10] (79), (82)
//
// Legend   as aba.cpp. A joint with a spring has an Ia, too, where one is given: H_j grows by it.
//
// [K10] has no damping and no free base here; both come without a new formula: D_j qd_j is known, and
// the base is that of [K10] (109). Errata §1.4: (79)–(81) have no transpose, and (9) is needed at rigid
// joints, too.
#include "erfd/dynamics/elastic_joints.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/recursion.hpp"

namespace erfd {
namespace {

/// (1)
template <class S>
S torque_of(const JointSpring& spring, const S& q, const S& qd) {
  return -(S(spring.stiffness) * (q - S(spring.rest)) + S(spring.damping) * qd);
}

/// Steps (2) to (7) of one joint; ws.gamma holds γ + a qdd of a rigid one.
template <class S>
void backward(int i, const Body& body, bool elastic, const S& tau, double armature,
              BasicWorkspace<S>& ws) {
  const Screw screw = body.screw();
  Matrix6<S> K = ws.J[i];  // (5)
  Vector6<S> pull = Vector6<S>::Zero();
  if (elastic) {
    Vector6<S>& JA = ws.JA[i];
    JA = combined<S, Vector6<S>>(screw, ws.J[i].col(2), ws.J[i].col(5));
    ws.H_inv[i] = S(1) / (combined<S, S>(screw, JA[2], JA[5]) + S(armature));  // (2)
    ws.residual[i] = tau + joint_component<S>(screw, ws.F[i]);
    K -= (JA * ws.H_inv[i]) * JA.transpose();  // (3)
    pull = JA * (ws.H_inv[i] * ws.residual[i]);
  }
  if (body.parent.is_world()) return;
  const Vector6<S> alpha = K * ws.gamma[i].vector() + pull - ws.F[i].vector();  // (4), (6)
  const Matrix6<S> T = ws.X_PB[i].inv_act_matrix();
  ws.F[body.parent.value] -= ws.X_PB[i].act(Force<S>::from(alpha));  // (7)
  ws.J[body.parent.value].noalias() += T.transpose() * K * T;
}

}  // namespace

template <class S>
void spring_torques(const Model& model, In<S> q, In<S> qd, Out<S> tau) {
  check_size("spring_torques", "q", q.size(), model.nq(), model);
  check_size("spring_torques", "qd", qd.size(), model.nv(), model);
  check_size("spring_torques", "tau", tau.size(), model.nv(), model);
  tau.setZero();
  for (const JointSpring& spring : model.springs()) {
    const Body& body = model.body(spring.body);
    tau[body.v_index] += torque_of<S>(spring, q[body.q_index], qd[body.v_index]);
  }
}

template <class S>
S spring_energy(const Model& model, In<S> q) {
  check_size("spring_energy", "q", q.size(), model.nq(), model);
  S energy = S(0);
  for (const JointSpring& spring : model.springs()) {
    const S stretch = q[model.body(spring.body).q_index] - S(spring.rest);
    energy += S(0.5 * spring.stiffness) * stretch * stretch;
  }
  return energy;
}

template <class S>
void elastic_forward(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> tau,
                     Out<S> qdd, Wrenches<S> wrenches, std::span<const double> armature) {
  check_size("elastic_forward", "q", q.size(), model.nq(), model);
  check_size("elastic_forward", "qd", qd.size(), model.nv(), model);
  check_size("elastic_forward", "tau", tau.size(), model.nv(), model);
  ws.with_springs = tau;
  for (const JointSpring& spring : model.springs()) {
    const Body& body = model.body(spring.body);
    ws.with_springs[body.v_index] += torque_of<S>(spring, q[body.q_index], qd[body.v_index]);
  }
  aba<S>(model, ws, q, qd, ws.with_springs, qdd, wrenches, armature);
}

template <class S>
void elastic_inverse(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, Out<S> qdd,
                     Out<S> tau, Wrenches<S> wrenches, std::span<const double> armature) {
  const char* const name = "elastic_inverse";
  check_size(name, "q", q.size(), model.nq(), model);
  check_size(name, "qd", qd.size(), model.nv(), model);
  check_size(name, "qdd", qdd.size(), model.nv(), model);
  check_size(name, "tau", tau.size(), model.nv(), model);
  if (!armature.empty())
    check_size(name, "armature", static_cast<Eigen::Index>(armature.size()), model.nv(), model);
  const auto Ia = [&](const Body& body) { return armature.empty() ? 0 : armature[body.v_index]; };

  const int n = model.body_count();
  for (int i = 0; i < n; ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  collect_wrenches<S>(name, model, ws, wrenches);
  sweep_velocities<S>(model, ws, qd);
  spring_torques<S>(model, q, qd, tau);
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    ws.J[i] = body.I_B.template cast<S>().matrix();
    if (!body.is_free() && !ws.sprung[i])
      ws.gamma[i] += joint_motion<S>(body.screw(), qdd[body.v_index]);
  }
  for (int i = n - 1; i >= 0; --i) {
    const Body& body = model.body({i});
    if (body.is_free()) continue;
    backward<S>(i, body, ws.sprung[i], tau[body.v_index], Ia(body), ws);
  }
  const Vector3<S> g = model.gravity().template cast<S>();
  const Motion<S> A_W{Vector3<S>::Zero(), -g};
  for (int i = 0; i < n; ++i) {
    const Body& body = model.body({i});
    if (body.is_free()) {
      tau.template head<6>().setZero();
      solve_free_base<S>(ws, ws.J[0], ws.F[0].vector(), g, qd, qdd);
      continue;
    }
    S& qdd_i = qdd[body.v_index];
    const Motion<S>& A_P = body.parent.is_world() ? A_W : ws.A[body.parent.value];
    ws.A[i] = ws.X_PB[i].inv_act(A_P) + ws.gamma[i];
    if (ws.sprung[i]) {
      qdd_i = ws.H_inv[i] * (ws.residual[i] - ws.JA[i].dot(ws.A[i].vector()));  // (8)
      ws.A[i] += joint_motion<S>(body.screw(), qdd_i);                          // (9)
    } else {
      const Force<S> f = Force<S>::from(ws.J[i] * ws.A[i].vector()) - ws.F[i];
      tau[body.v_index] = joint_component<S>(body.screw(), f) + S(Ia(body)) * qdd_i;  // (10)
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template void spring_torques<S>(const Model&, In<S>, In<S>, Out<S>);                             \
  template S spring_energy<S>(const Model&, In<S>);                                                \
  template void elastic_forward<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, Out<S>,  \
                                   Wrenches<S>, std::span<const double>);                          \
  template void elastic_inverse<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, Out<S>, Out<S>, \
                                   Wrenches<S>, std::span<const double>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
