// A free base in the engine: the body on which the links of link.hpp hang, with a record of its own in
// front of theirs. Its axes are those of the model and its children have constant poses, so that the
// kernels of the links see it as one more parent.
//
//   A    = a − Rᵀ g                     acceleration of the origin minus gravity                (1)
//   F    = m A + U S,   N = S × A + axial(U E)                                                  (2)
//   H_00 = (tr(E) 1 − E, S^; −S^, m 1)                                                          (3)
//   (J, B; Bᵀ, M) (dWd, dA) = (τ_N − N, τ_F − F)                                                (4)
//   J' = J − B M⁻¹ Bᵀ,   dWd = J'⁻¹ (n − B M⁻¹ f),   dA = M⁻¹ (f − Bᵀ dWd)                      (5)
//
// qd and τ of a base are in its own axes. The rate of the velocity's components is a − ω × v. The
// reference motion of forward dynamics (aba.hpp) leaves out all of the base's acceleration, gravity with
// it: Wd = A = 0.
#pragma once

#include "dynamics/engine/motion.hpp"

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

/// Gravity in axes of the base: Rᵀ g = g + k (u × (u × g) − w u × g), k = 2 / (w² + u²), of a quaternion
/// (w, u) of any length.
template <class S>
ERFD_INLINE Vec<S> gravity_in_base(const Base<S>& base, const S* q) {
  const S& w = q[0];
  const Vec<S> u = {q[1], q[2], q[3]};
  const S k = S(2.0) / (w * w + (u.x * u.x + u.y * u.y + u.z * u.z));
  const Vec<S> t = cross(u, base.g), uu = cross(u, t);
  const Vec<S> change = {uu.x - w * t.x, uu.y - w * t.y, uu.z - w * t.z};
  return scaled_sum(k, change, base.g);
}

/// What qd and qdd count besides the acceleration of the origin: ω × v.
template <class S>
ERFD_INLINE Vec<S> turning_of_velocity(const S* qd) {
  return cross(Vec<S>{qd[0], qd[1], qd[2]}, Vec<S>{qd[3], qd[4], qd[5]});
}

/// (1), (2).
template <Motion motion, class S>
ERFD_INLINE void move_base(const Base<S>& base, LinkState<S>& w, const S* q, const S* qd,
                           const S* qdd) {
  const S zero(0.0);
  const Vec<S>& W = w.W = {qd[0], qd[1], qd[2]};
  if constexpr (motion == Motion::actual) {
    const Vec<S> g = gravity_in_base(base, q), turning = turning_of_velocity(qd);
    w.Wd = {qdd[0], qdd[1], qdd[2]};
    w.A = {qdd[3] + turning.x - g.x, qdd[4] + turning.y - g.y, qdd[5] + turning.z - g.z};
  } else {
    w.Wd = w.A = {zero, zero, zero};
  }
  const Vec<S>& Wd = w.Wd;
  const S xx = W.x * W.x, yy = W.y * W.y, zz = W.z * W.z;
  const S xy = W.x * W.y, xz = W.x * W.z, yz = W.y * W.z;
  const Mat<S> U = {-(yy + zz), xy - Wd.z, xz + Wd.y, xy + Wd.z, -(xx + zz),
                    yz - Wd.x,  xz - Wd.y, yz + Wd.x, -(xx + yy)};
  const Vec<S> s = {base.Sx, base.Sy, base.Sz}, sA = cross(s, w.A);
  const Mat<S> G = U * full(base.E);
  w.F = scaled_sum(base.m, w.A, U * s);
  w.N = {G.zy - G.yz + sA.x, G.xz - G.zx + sA.y, G.yx - G.xy + sA.z};
}

/// Inertia in the form of aba.hpp.
template <class S>
ERFD_INLINE Articulated<S> own_inertia(const S& m, const Vec<S>& s, const Sym<S>& E) {
  const S zero(0.0);
  return {{E.yy + E.zz, E.xx + E.zz, E.xx + E.yy, -E.xy, -E.xz, -E.yz},
          {zero, -s.z, s.y, s.z, zero, -s.x, -s.y, s.x, zero},
          {m, m, m, zero, zero, zero}};
}

/// L D Lᵀ of a symmetric 3×3 matrix, to solve with it.
template <class S>
struct Factored {
  S a, b, c;        ///< L below the diagonal: yx, zx, zy
  S d_x, d_y, d_z;  ///< 1 / D
};

template <class S>
ERFD_INLINE Factored<S> factored(const Sym<S>& m) {
  const S one(1.0);
  const S d_x = one / m.xx, a = m.xy * d_x, b = m.xz * d_x;
  const S yz = m.yz - a * m.xz;
  const S d_y = one / (m.yy - a * m.xy), c = yz * d_y;
  return {a, b, c, d_x, d_y, one / (m.zz - b * m.xz - c * yz)};
}

template <class S>
ERFD_INLINE Vec<S> solved(const Factored<S>& f, const Vec<S>& v) {
  const S y = v.y - f.a * v.x, z = (v.z - f.b * v.x - f.c * y) * f.d_z;
  const S y_ = y * f.d_y - f.c * z;
  return {v.x * f.d_x - f.a * y_ - f.b * z, y_, z};
}

template <class S>
ERFD_INLINE Vec<S> minus(const Vec<S>& a, const Vec<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

/// (4), (5): writes dWd, dA of the base and its six of qdd.
template <class S>
ERFD_INLINE void accelerate_base(const Base<S>& base, LinkState<S>& w, const S* q, const S* qd,
                                 const S* tau, S* qdd) {
  const Articulated<S> I =
      w.children + own_inertia(base.m, Vec<S>{base.Sx, base.Sy, base.Sz}, base.E);
  const Mat<S>& B = I.B;
  const Vec<S> n = minus(Vec<S>{tau[0], tau[1], tau[2]}, w.N),
               f = minus(Vec<S>{tau[3], tau[4], tau[5]}, w.F);
  const Factored<S> M = factored(I.M);
  // Rows of B M⁻¹.
  const Vec<S> x = solved(M, Vec<S>{B.xx, B.xy, B.xz}), y = solved(M, Vec<S>{B.yx, B.yy, B.yz}),
               z = solved(M, Vec<S>{B.zx, B.zy, B.zz});
  const auto dot = [](const Vec<S>& a, const S& bx, const S& by, const S& bz) {
    return a.x * bx + a.y * by + a.z * bz;
  };
  const Sym<S> J = {I.J.xx - dot(x, B.xx, B.xy, B.xz), I.J.yy - dot(y, B.yx, B.yy, B.yz),
                    I.J.zz - dot(z, B.zx, B.zy, B.zz), I.J.xy - dot(x, B.yx, B.yy, B.yz),
                    I.J.xz - dot(x, B.zx, B.zy, B.zz), I.J.yz - dot(y, B.zx, B.zy, B.zz)};
  const Vec<S> moment = {n.x - dot(x, f.x, f.y, f.z), n.y - dot(y, f.x, f.y, f.z),
                         n.z - dot(z, f.x, f.y, f.z)};
  const Vec<S>& a = w.dWd = solved(factored(J), moment);
  w.dA = solved(M, minus(f, transpose(B) * a));
  const Vec<S> g = gravity_in_base(base, q), turning = turning_of_velocity(qd);
  qdd[0] = a.x, qdd[1] = a.y, qdd[2] = a.z;
  qdd[3] = w.dA.x + (g.x - turning.x);
  qdd[4] = w.dA.y + (g.y - turning.y);
  qdd[5] = w.dA.z + (g.z - turning.z);
}

/// (3), both triangles.
template <class S>
ERFD_INLINE void base_block(const LinkState<S>& w, S* H, long stride) {
  const Articulated<S> I = own_inertia(w.m, w.S_c, w.E);
  const Mat<S> J = full(I.J), &B = I.B;
  const S* const rows[3] = {&J.xx, &J.yx, &J.zx};
  const S* const coupled[3] = {&B.xx, &B.yx, &B.zx};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      H[c * stride + r] = rows[r][c];
      H[(3 + c) * stride + r] = H[r * stride + 3 + c] = coupled[r][c];
      H[(3 + c) * stride + 3 + r] = r == c ? w.m : S(0.0);
    }
  }
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
