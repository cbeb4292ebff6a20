// H x without H: the wrenches of a robot that begins to move from rest without weight, O(n), for several
// x in one pass.
//
//   Ẇ = Rᵀ Ẇ_p + z x,   A = Rᵀ (A_p + Ẇ_p × p) [+ z x, prismatic]                         (1)
//   F = m A + Ẇ × S                                                                        (2)
//   N = S × A + (tr(E) 1 − E) Ẇ                                                            (3)
//
// This is motion.hpp with W = 0 and no gravity, with the zeros of the regrouped inertia; the wrenches go back as
// there. V is one number or a pack of them, one of each x: four columns of H of Lola 15 take 740 instructions, one
// 430, all of H 1560.
#pragma once

#include "dynamics/engine/motion.hpp"
#include "dynamics/engine/sincos.hpp"

#include <type_traits>

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

/// Of one link, in its axes.
template <class V>
struct Swing {
  Vec<V> Wd, A, N, F;
};

/// (1) of a link on the base.
template <class S, class V>
ERFD_INLINE void swing_root(const Link<S>& link, Swing<V>& w, const V& x) {
  w.Wd = w.A = {V{}, V{}, V{}};
  (link.kind == Kind::prismatic ? w.A.z : w.Wd.z) = x;
}

/// (1) of a link on another one.
template <Kind kind, class S, class V>
ERFD_INLINE void swing_link(const Link<S>& link, const LinkState<S>& state, const Swing<V>& parent,
                            Swing<V>& w, const S& q, const V& x) {
  Vec<V> Wd = parent.Wd, A = parent.A;
  if constexpr (has_pose(kind)) {  // − p × Ẇ
    const Vec<V> lag = cross(link.p, Wd);
    A = {A.x - lag.x, A.y - lag.y, A.z - lag.z};
  } else {  // Ẇ × a x
    A.y = A.y + link.a * Wd.z;
    A.z = A.z - link.a * Wd.y;
  }
  Wd = from_parent<kind>(link, Wd);
  A = from_parent<kind>(link, A);
  if constexpr (kind != Kind::prismatic) {
    Wd = turn_back(state.c, state.s, Wd);
    A = turn_back(state.c, state.s, A);
  }
  if constexpr (kind != Kind::placed) {  // Ẇ × d z
    const S& d = kind == Kind::prismatic ? q : link.d;
    A.x = A.x + d * Wd.y;
    A.y = A.y - d * Wd.x;
  }
  V& driven = kind == Kind::prismatic ? A.z : Wd.z;
  driven = driven + x;
  w.Wd = Wd;
  w.A = A;
}

/// (2), (3).
template <class S, class V>
ERFD_INLINE void load_swing(const Link<S>& link, Swing<V>& w) {
  const Vec<V>&Wd = w.Wd, &A = w.A;
  const S &Sx = link.Sx, &Sy = link.Sy;
  if (link.kind == Kind::prismatic) {  // E = 0
    const Vec<S> s = {Sx, Sy, link.Sz};
    const Vec<V> lag = cross(s, Wd);
    w.F = {link.m * A.x - lag.x, link.m * A.y - lag.y, link.m * A.z - lag.z};
    w.N = cross(s, A);
    return;
  }
  const S &Exx = link.Exx, &Eyy = link.Eyy, &Exy = link.Exy, &Exz = link.Exz, &Eyz = link.Eyz;
  w.F = {-(Sy * Wd.z), Sx * Wd.z, Sy * Wd.x - Sx * Wd.y};  // m = Sz = Ezz = 0
  w.N = {Eyy * Wd.x - Exy * Wd.y - Exz * Wd.z + Sy * A.z,
         Exx * Wd.y - Exy * Wd.x - Eyz * Wd.z - Sx * A.z,
         (Exx + Eyy) * Wd.z - Exz * Wd.x - Eyz * Wd.y + Sx * A.y - Sy * A.x};
}

/// @param x, y  by joint
template <class S, class V>
ERFD_INLINE void swing(const Link<S>* links, int n, const S* q, const V* x, V* y,
                       const LinkState<S>* states) {
  Swing<V> swings[most_swinging];
  for (int i = 0; i < n; ++i) {
    const Link<S>& link = links[i];
    if (link.parent < 0) {
      swing_root(link, swings[i], x[i]);
    } else {
      with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
        swing_link<kind>(link, states[i], swings[link.parent], swings[i], q[i], x[i]);
      });
    }
    load_swing(link, swings[i]);
  }
  for (int i = n - 1; i >= 0; --i) {
    const Link<S>& link = links[i];
    Vec<V> N = swings[i].N, F = swings[i].F;
    y[i] = link.kind == Kind::prismatic ? F.z : N.z;
    if (link.parent < 0) continue;
    with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
      carry_wrench<kind>(link, states[i], q[i], N, F);
    });
    Swing<V>& parent = swings[link.parent];
    parent.N = parent.N + N;
    parent.F = parent.F + F;
  }
}

/// The sines and cosines of q are those that the last call left.
template <class S>
void inertia_times(const Link<S>* links, int n, const S* q, int count, const S* const* x,
                   S* const* y, const LinkState<S>* states) {
#if defined(__AVX2__) && defined(__FMA__)
  if constexpr (std::is_same_v<S, double>) {
    using V = Pack<double>::Values;
    if (count > 1) {
      V columns[most_swinging], results[most_swinging];
      const S *second = x[1], *third = x[count > 2 ? 2 : 0], *fourth = x[count > 3 ? 3 : 0];
      for (int i = 0; i < n; ++i) columns[i] = V{x[0][i], second[i], third[i], fourth[i]};
      swing(links, n, q, columns, results, states);
      for (int k = 0; k < count; ++k) {
        for (int i = 0; i < n; ++i) y[k][i] = results[i][k];
      }
      return;
    }
  }
#endif
  for (int k = 0; k < count; ++k) swing(links, n, q, x[k], y[k], states);
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
