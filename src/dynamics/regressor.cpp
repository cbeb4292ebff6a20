// Regressor of Slotine and Li for a tree, in body axes.
// Source  [SL87] J.-J. E. Slotine and W. Li 1987, for the use; the factor of the velocity products
//         is that of [EW21], so that C is the matrix of the Christoffel symbols. The loop is ours.
//
//   v_j  = X_jλ v_λ + S_j qd_j                                               (1)
//   v_rj = X_jλ v_rλ + S_j qd_rj                                             (2)
//   a_rj = X_jλ a_rλ + S_j qdd_rj + v_j × S_j qd_rj                          (3)  a_r0 = −g
//   f_j  = I_j a_rj + ½ (v ×* I v_r − I (v × v_r) + v_r ×* I v)              (4)
//   τ_i  = Σ S_iᵀ X_ij* f_j   over i and all that hangs on it                (5)
//
// f_j is linear in the ten parameters of body j: column p of its part of Y is (4), (5) for the
// inertia whose parameter p is one and whose others are zero.
//
// Legend  here            meaning                                            expressed in
//         ws.V, ws.gamma  v, v_r                                             B
//         ws.A            a_r: spatial acceleration minus gravity            B
#include "erfd/dynamics/regressor.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

#include <array>

namespace erfd {
namespace {

/// The inertia with parameter p one and the others zero.
template <class S>
BasicInertia<S> unit_inertia(int p) {
  BasicInertia<S> I;
  if (p == 0) I.mass = S(1);
  if (p >= 1 && p <= 3) I.moment[p - 1] = S(1);
  if (p >= 4) {
    constexpr std::array<int, 6> row{0, 1, 2, 0, 0, 1}, col{0, 1, 2, 1, 2, 2};
    I.about_origin(row[p - 4], col[p - 4]) = I.about_origin(col[p - 4], row[p - 4]) = S(1);
  }
  return I;
}

template <class S>
Force<S> wrench(const BasicInertia<S>& I, const Motion<S>& v, const Motion<S>& v_r,
                const Motion<S>& a_r) {
  return I * a_r +
         (cross_dual(v, I * v_r) - I * cross(v, v_r) + cross_dual(v_r, I * v)) * S(0.5);  // (4)
}

}  // namespace

template <class S>
void regressor(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qd_r,
               In<S> qdd_r, OutMatrix<S> Y) {
  const char* const name = "regressor";
  const int n = model.body_count();
  check_fixed_base(name, model);
  check_size(name, "q", q.size(), model.nq(), model);
  check_size(name, "qd", qd.size(), model.nv(), model);
  check_size(name, "qd_r", qd_r.size(), model.nv(), model);
  check_size(name, "qdd_r", qdd_r.size(), model.nv(), model);
  check_size(name, "Y (rows)", Y.rows(), model.nv(), model);
  check_size(name, "Y (columns)", Y.cols(), parameters_of_a_body * n, model);

  const Motion<S> at_rest{}, lifted{Vector3<S>::Zero(), -model.gravity().template cast<S>()};
  Y.setZero();
  for (int j = 0; j < n; ++j) {
    const Body& body = model.body({j});
    const int p = body.parent.value, k = body.v_index;
    const Pose<S>& X_PB = ws.X_PB[j] = joint_pose<S>(body, q);
    const Motion<S> rate_r = joint_motion<S>(body.screw(), qd_r[k]);
    ws.V[j] =
        X_PB.inv_act(p < 0 ? at_rest : ws.V[p]) + joint_motion<S>(body.screw(), qd[k]);  // (1)
    ws.gamma[j] = X_PB.inv_act(p < 0 ? at_rest : ws.gamma[p]) + rate_r;                  // (2)
    ws.A[j] = X_PB.inv_act(p < 0 ? lifted : ws.A[p]) + joint_motion<S>(body.screw(), qdd_r[k]) +
              cross(ws.V[j], rate_r);  // (3)
    for (int c = 0; c < parameters_of_a_body; ++c) {
      Force<S> f = wrench<S>(unit_inertia<S>(c), ws.V[j], ws.gamma[j], ws.A[j]);
      for (BodyIndex i{j}; !i.is_world(); i = model.body(i).parent) {
        const Body& ancestor = model.body(i);
        Y(ancestor.v_index, parameters_of_a_body * j + c) =
            joint_component<S>(ancestor.screw(), f);  // (5)
        f = ws.X_PB[i.value].act(f);
      }
    }
  }
}

#define ERFD_INSTANTIATE(S)                                                                \
  template void regressor<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, In<S>, \
                             OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
