// The parts of the recursions that inverse and forward dynamics share: motion of a link from that of
// its parent, the wrench that this motion needs, and the way of a wrench to the parent.
//
//   W   = Rᵀ W_p + z qd                                                     (1)
//   Wd  = Rᵀ Wd_p + W × z qd + z qdd                                        (2)
//   A   = Rᵀ (A_p + U_p p) [+ q U z + 2 W × z qd + z qdd, prismatic]        (3)   A of the base is −g
//   U   = Wd^ + W^W^                                                        (4)
//   F   = m A + U S                                                         (5)
//   N   = S × A + axial(U E)                                                (6)
//
// with axial(G) = (G_zy − G_yz, G_xz − G_zx, G_yx − G_xy). p = a x + d z' in the frames of link.hpp:
// the a-part uses the first column of U_p, kept with the parent, the d-part the last column of U,
// which does not depend on qdd.
//
// Forward dynamics runs the same recursion on a reference motion in which every revolute link has
// Wd_z = 0 ("reference" below): that saves the z components, and `carried` remembers the joint
// acceleration that the choice implies.
#pragma once

#include "dynamics/engine/algebra.hpp"

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

enum class Motion { actual, reference };

/// A_p + U_p p for a constant pose: p in axes of the parent.
template <class S>
ERFD_INLINE Vec<S> carried_acceleration(const LinkState<S>& parent, const Vec<S>& p) {
  const Vec<S> spin = cross(parent.W, cross(parent.W, p)), swing = cross(parent.Wd, p);
  return parent.A + spin + swing;
}

/// (1) to (3) of a link on the base, but for the d-part.
template <Motion motion, class S>
ERFD_INLINE void move_root(const Link<S>& link, LinkState<S>& w, const S& qd, const S& qdd) {
  const S zero(0.0);
  w.W = w.Wd = {zero, zero, zero};
  w.carried = zero;
  if (link.kind == Kind::prismatic) {
    w.A = link.lift;
    if constexpr (motion == Motion::actual) w.A.z = w.A.z + qdd;
    return;
  }
  w.A = turn_back(w.c, w.s, link.lift);
  w.W.z = qd;
  if constexpr (motion == Motion::actual) w.Wd.z = qdd;
}

/// (1) to (3) of a link on another one, but for the d-part.
template <Kind kind, Motion motion, class S>
ERFD_INLINE void move_link(const Link<S>& link, const LinkState<S>& parent, LinkState<S>& w,
                           const S& qd, const S& qdd) {
  Vec<S> A = has_pose(kind) ? carried_acceleration(parent, link.p)
                            : scaled_sum(link.a, parent.Ux, parent.A);
  Vec<S> W = from_parent<kind>(link, parent.W), Wd = from_parent<kind>(link, parent.Wd);
  A = from_parent<kind>(link, A);
  if constexpr (kind == Kind::prismatic) {
    const S twice = qd + qd;
    A.x = A.x + twice * W.y;
    A.y = A.y - twice * W.x;
    if constexpr (motion == Motion::actual) A.z = A.z + qdd;
  } else {
    W = turn_back(w.c, w.s, W);
    Wd = turn_back(w.c, w.s, Wd);
    A = turn_back(w.c, w.s, A);
    w.carried = Wd.z;
    Wd.x = Wd.x + W.y * qd;
    Wd.y = Wd.y - W.x * qd;
    Wd.z = motion == Motion::actual ? Wd.z + qdd : S(0.0);
    W.z = W.z + qd;
  }
  w.W = W;
  w.Wd = Wd;
  w.A = A;
}

/// (4) to (6) and the d-part of (3), with the zeros of the regrouped inertia.
template <Kind kind, class S>
ERFD_INLINE void load_link(const Link<S>& link, LinkState<S>& w, const S& q) {
  const Vec<S>&W = w.W, &Wd = w.Wd;
  const S xx = W.x * W.x, yy = W.y * W.y, zz = W.z * W.z;
  const S xy = W.x * W.y, xz = W.x * W.z, yz = W.y * W.z;
  const S Uxy = xy - Wd.z, Uyx = xy + Wd.z, Uxz = xz + Wd.y, Uzx = xz - Wd.y, Uyz = yz - Wd.x,
          Uzy = yz + Wd.x;
  const S minus_Uxx = yy + zz, minus_Uyy = xx + zz, minus_Uzz = xx + yy;
  w.Ux = {-minus_Uxx, Uyx, Uzx};

  if constexpr (kind != Kind::placed) {
    const S& d = kind == Kind::prismatic ? q : link.d;
    w.A = {w.A.x + d * Uxz, w.A.y + d * Uyz, w.A.z - d * minus_Uzz};
  }
  const Vec<S>& A = w.A;
  const S &Sx = link.Sx, &Sy = link.Sy;
  const Vec<S> US = {Uxy * Sy - minus_Uxx * Sx, Uyx * Sx - minus_Uyy * Sy, Uzx * Sx + Uzy * Sy};
  if constexpr (kind == Kind::prismatic) {  // E = 0
    const S &Sz = link.Sz, &m = link.m;
    w.F = {US.x + Uxz * Sz + m * A.x, US.y + Uyz * Sz + m * A.y, US.z - minus_Uzz * Sz + m * A.z};
    w.N = cross(Vec<S>{Sx, Sy, Sz}, A);
  } else {  // m = Sz = Ezz = 0
    const S &Exx = link.Exx, &Eyy = link.Eyy, &Exy = link.Exy, &Exz = link.Exz, &Eyz = link.Eyz;
    w.F = US;
    w.N.x = (Uzx * Exy + Uzy * Eyy) + ((zz - yy) * Eyz - Uyx * Exz) + Sy * A.z;
    w.N.y = ((xx - zz) * Exz + Uxy * Eyz) - (Uzx * Exx + Uzy * Exy) - Sx * A.z;
    w.N.z = (Uyx * Exx - Uxy * Eyy) + ((yy - xx) * Exy + (Uyz * Exz - Uxz * Eyz)) +
            (Sx * A.y - Sy * A.x);
  }
}

/// A wrench on the link, about its origin and in its axes, becomes the same wrench on the parent.
template <Kind kind, class S, class V>
ERFD_INLINE void carry_wrench(const Link<S>& link, const LinkState<S>& w, const S& q, Vec<V>& N,
                              Vec<V>& F) {
  if constexpr (kind != Kind::placed) {  // N += d z × F
    const S& d = kind == Kind::prismatic ? q : link.d;
    N.x = N.x - d * F.y;
    N.y = N.y + d * F.x;
  }
  if constexpr (kind != Kind::prismatic) {
    N = turn(w.c, w.s, N);
    F = turn(w.c, w.s, F);
  }
  N = to_parent<kind>(link, N);
  F = to_parent<kind>(link, F);
  if constexpr (has_pose(kind)) {
    N = N + cross(link.p, F);
  } else {  // N += a x × F
    N.y = N.y - link.a * F.z;
    N.z = N.z + link.a * F.y;
  }
}

/// Calls `kernel.template operator()<kind>()` with the kind of the link.
template <class Kernel>
ERFD_INLINE void with_kind(Kind kind, const Kernel& kernel) {
  switch (kind) {
    case Kind::parallel:
      return kernel.template operator()<Kind::parallel>();
    case Kind::orthogonal:
      return kernel.template operator()<Kind::orthogonal>();
    case Kind::skew:
      return kernel.template operator()<Kind::skew>();
    case Kind::placed:
      return kernel.template operator()<Kind::placed>();
    case Kind::prismatic:
      return kernel.template operator()<Kind::prismatic>();
  }
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
