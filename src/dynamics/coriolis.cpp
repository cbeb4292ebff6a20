// Coriolis matrix of a tree by the composite rigid body method, in world axes at the world's origin.
// Source  [EW21] S. Echeandia and P. M. Wensing, Numerical methods to compute the Coriolis matrix and
//         Christoffel symbols for rigid-body systems, J. Comput. Nonlinear Dyn. 16 (2021); the
//         body-level factor is theirs, the loop is ours.
//
//   B(I, v) = ½ ((v×*) I − I (v×) + (I v)×̄*)    with (f×̄*) m = m ×* f           (1)
//   I_j^c = Σ I ,  B_j^c = Σ B  over j and all that hangs on it                   (2)
//   Ṡ_j  = v_j × S_j                                                             (3)
//   C_ij = S_iᵀ (I_j^c Ṡ_j + B_j^c S_j)                j hangs on i, or j = i     (4)
//   C_ji = Ṡ_iᵀ I_j^c S_j + S_iᵀ (B_j^c)ᵀ S_j          j hangs on i               (5)
//
// S_j: motion of joint j with unit speed (one column, six for a free base). B + Bᵀ = v×* I − I v× is
// dI/dt, which makes dH/dt − 2 C skew-symmetric; the third term of (1) makes C that of the Christoffel
// symbols.
#include "erfd/dynamics/coriolis.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/velocity.hpp"

namespace erfd {
namespace {

/// Matrix of m ↦ v × m.
template <class S>
Matrix6<S> cross_matrix(const Motion<S>& v) {
  Matrix6<S> m = Matrix6<S>::Zero();
  m.template topLeftCorner<3, 3>() = skew(v.angular);
  m.template bottomRightCorner<3, 3>() = skew(v.angular);
  m.template bottomLeftCorner<3, 3>() = skew(v.linear);
  return m;
}

/// Matrix of m ↦ m ×* f.
template <class S>
Matrix6<S> cross_dual_with(const Force<S>& f) {
  Matrix6<S> m = Matrix6<S>::Zero();
  m.template topLeftCorner<3, 3>() = -skew(f.moment);
  m.template topRightCorner<3, 3>() = -skew(f.force);
  m.template bottomLeftCorner<3, 3>() = -skew(f.force);
  return m;
}

/// Column k of S_j in the world.
template <class S>
Motion<S> unit_motion(const Body& body, const Pose<S>& X_WB, int k) {
  if (!body.is_free()) return X_WB.act(joint_motion<S>(body.screw(), S(1)));
  Vector6<S> unit = Vector6<S>::Zero();
  unit[k] = S(1);
  return X_WB.act(Motion<S>::from(unit));
}

}  // namespace

template <class S>
void coriolis_matrix(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, OutMatrix<S> C) {
  check_size("coriolis_matrix", "q", q.size(), model.nq(), model);
  check_size("coriolis_matrix", "qd", qd.size(), model.nv(), model);
  check_size("coriolis_matrix", "C (rows)", C.rows(), model.nv(), model);
  check_size("coriolis_matrix", "C (columns)", C.cols(), model.nv(), model);

  const int n = model.body_count();
  update_poses<S>(model, ws, q);
  update_velocities<S>(model, ws, qd);
  for (int i = 0; i < n; ++i) {
    ws.V[i] = ws.X_WB[i].act(ws.V[i]);  // from here on in the world
    const BasicInertia<S> I = model.body({i}).I_B.template cast<S>().moved(ws.X_WB[i]);
    const Matrix6<S> vx = cross_matrix(ws.V[i]);
    ws.J[i] = I.matrix();
    ws.B[i] =
        S(0.5) * (-vx.transpose() * ws.J[i] - ws.J[i] * vx + cross_dual_with(I * ws.V[i]));  // (1)
  }
  for (int i = n - 1; i > 0; --i) {
    if (const BodyIndex p = model.body({i}).parent; !p.is_world()) {
      ws.J[p.value] += ws.J[i];  // (2)
      ws.B[p.value] += ws.B[i];
    }
  }
  C.setZero();
  for (int j = 0; j < n; ++j) {
    const Body& body = model.body({j});
    for (int k = 0; k < velocity_count(body.kind); ++k) {
      const Motion<S> S_j = unit_motion<S>(body, ws.X_WB[j], k);
      const Vector6<S> s = S_j.vector(), s_dot = cross(ws.V[j], S_j).vector();  // (3)
      const Vector6<S> F_a = ws.J[j] * s_dot + ws.B[j] * s, F_b = ws.J[j] * s,
                       F_c = ws.B[j].transpose() * s;
      const int col = body.v_index + k;
      for (BodyIndex i{j}; !i.is_world(); i = model.body(i).parent) {
        const Body& ancestor = model.body(i);
        for (int l = 0; l < velocity_count(ancestor.kind); ++l) {
          const Motion<S> S_i = unit_motion<S>(ancestor, ws.X_WB[i.value], l);
          const int row = ancestor.v_index + l;
          C(row, col) = S_i.vector().dot(F_a);  // (4)
          if (i.value != j) {
            C(col, row) =
                cross(ws.V[i.value], S_i).vector().dot(F_b) + S_i.vector().dot(F_c);  // (5)
          }
        }
      }
    }
  }
}

#define ERFD_INSTANTIATE(S) \
  template void coriolis_matrix<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
