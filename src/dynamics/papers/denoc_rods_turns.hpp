// Turns and shifts of vectors and mass matrices about and along one axis: what a bent rod needs
// instead of general rotation matrices. Private to denoc_rods.
#pragma once

#include "erfd/dynamics/papers/denoc_rods.hpp"

namespace erfd::rod_steps {

/// (D, E) in a plane, turned.
template <class S>
void turn_pair(const Turn<S>& t, S& D, S& E) {
  const S d = t.c * D - t.s * E;
  E = t.s * D + t.c * E;
  D = d;
}

/// Symmetric [A B; B C], turned: R X Rᵀ.
template <class S>
void turn_symmetric_block(const Turn<S>& t, S& A, S& B, S& C) {
  const S d = C - A, w = t.ss * d - t.s2 * B;
  B = t.c2 * B - t.cs * d;
  A += w;
  C -= w;
}

/// Any [A B; C D], turned: R X Rᵀ. Its trace and its skew part stay.
template <class S>
void turn_block(const Turn<S>& t, S& A, S& B, S& C, S& D) {
  const S d = A - D, e = B + C;
  const S w = t.ss * d + t.cs * e, v = t.cs * d - t.ss * e;
  A -= w;
  D += w;
  B += v;
  C += v;
}

template <class S>
void turn_about_x(const Turn<S>& t, Symmetric<S>& X) {
  turn_symmetric_block(t, X.yy, X.yz, X.zz);
  turn_pair(t, X.xy, X.xz);
}
template <class S>
void turn_about_z(const Turn<S>& t, Symmetric<S>& X) {
  turn_symmetric_block(t, X.xx, X.xy, X.yy);
  turn_pair(t, X.xz, X.yz);
}
template <class S>
void turn_about_x(const Turn<S>& t, Matrix3<S>& X) {
  turn_block(t, X(1, 1), X(1, 2), X(2, 1), X(2, 2));
  turn_pair(t, X(0, 1), X(0, 2));
  turn_pair(t, X(1, 0), X(2, 0));
}
template <class S>
void turn_about_z(const Turn<S>& t, Matrix3<S>& X) {
  turn_block(t, X(0, 0), X(0, 1), X(1, 0), X(1, 1));
  turn_pair(t, X(0, 2), X(1, 2));
  turn_pair(t, X(2, 0), X(2, 1));
}

/// Q x and Qᵀ x with Q = Rz(θ) Rx(α).
template <class S>
Vector3<S> turned(const Turn<S>& alpha, const Turn<S>& theta, Vector3<S> x) {
  turn_pair(alpha, x.y(), x.z());
  turn_pair(theta, x.x(), x.y());
  return x;
}
template <class S>
Vector3<S> turned_back(const Turn<S>& alpha, const Turn<S>& theta, Vector3<S> x) {
  turn_pair(theta, x.y(), x.x());
  turn_pair(alpha, x.z(), x.y());
  return x;
}

/// M̄ at O_{i+1} seen from the corner O'_i, a along x before it. M̄ z = 0 leaves the third column of
/// vw and of ww empty. With p = (a, 0, 0): vw − vv p̂, ww + p̂ (vw − vv p̂) + (p̂ vw)ᵀ.
template <class S>
RodMass<S> along_x(const S& a, const RodMass<S>& M) {
  const Symmetric<S>&vv = M.vv, &ww = M.ww;
  const Matrix3<S>& vw = M.vw;
  RodMass<S> N;
  N.vv = vv;
  N.vw << vw(0, 0), vw(0, 1) - a * vv.xz, a * vv.xy,  //
      vw(1, 0), vw(1, 1) - a * vv.yz, a * vv.yy,      //
      vw(2, 0), vw(2, 1) - a * vv.zz, a * vv.yz;
  N.ww = {.xx = ww.xx,
          .xy = ww.xy - a * vw(2, 0),
          .xz = a * vw(1, 0),
          .yy = ww.yy - a * (vw(2, 1) + N.vw(2, 1)),
          .yz = a * (vw(1, 1) - N.vw(2, 2)),
          .zz = a * N.vw(1, 2)};
  return N;
}

/// The same from the corner O'_i to O_i, b along z before it: p = (0, 0, b), no empty columns.
template <class S>
RodMass<S> along_z(const S& b, const RodMass<S>& M) {
  const Symmetric<S>&vv = M.vv, &ww = M.ww;
  const Matrix3<S>& vw = M.vw;
  RodMass<S> N;
  N.vv = vv;
  N.vw << vw(0, 0) - b * vv.xy, vw(0, 1) + b * vv.xx, vw(0, 2),  //
      vw(1, 0) - b * vv.yy, vw(1, 1) + b * vv.xy, vw(1, 2),      //
      vw(2, 0) - b * vv.yz, vw(2, 1) + b * vv.xz, vw(2, 2);
  N.ww = {.xx = ww.xx - b * (vw(1, 0) + N.vw(1, 0)),
          .xy = ww.xy + b * (vw(0, 0) - N.vw(1, 1)),
          .xz = ww.xz - b * vw(1, 2),
          .yy = ww.yy + b * (vw(0, 1) + N.vw(0, 1)),
          .yz = ww.yz + b * vw(0, 2),
          .zz = ww.zz};
  return N;
}

}  // namespace erfd::rod_steps
