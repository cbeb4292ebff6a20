// The engine's joint-space inertia matrix: composite links in the moments m, S, E of link.hpp.
//
//   E' = E + p Sᵀ + S pᵀ + m p pᵀ,  S' = S + m p                about a point that lies at −p   (1)
//   wrench of unit acceleration, revolute:   N = (−E_xz, −E_yz, E_xx + E_yy),  F = (−S_y, S_x, 0)   (2)
//                                prismatic:  N = (S_y, −S_x, 0),               F = (0, 0, m)
//   H_ij = z_j part of that wrench carried to ancestor j                                            (3)
#pragma once

#include "dynamics/engine/base.hpp"
#include "dynamics/engine/trigonometry.hpp"

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

template <class S>
ERFD_INLINE void set_composite(const Link<S>& link, LinkState<S>& w) {
  const S zero(0.0);
  if (link.kind == Kind::prismatic) {
    w.E = {zero, zero, zero, zero, zero, zero};
    w.S_c = {link.Sx, link.Sy, link.Sz};
    w.m = link.m;
  } else {
    w.E = {link.Exx, link.Eyy, zero, link.Exy, link.Exz, link.Eyz};
    w.S_c = {link.Sx, link.Sy, zero};
    w.m = zero;
  }
}

/// (1) along z by d.
template <class S>
ERFD_INLINE void shift_z(const S& d, const S& m, Sym<S>& E, Vec<S>& s) {
  const S md = m * d;
  E.xz = E.xz + d * s.x;
  E.yz = E.yz + d * s.y;
  E.zz = E.zz + d * (s.z + s.z + md);
  s.z = s.z + md;
}

/// (1) along x by a.
template <class S>
ERFD_INLINE void shift_x(const S& a, const S& m, Sym<S>& E, Vec<S>& s) {
  const S ma = m * a;
  E.xy = E.xy + a * s.y;
  E.xz = E.xz + a * s.z;
  E.xx = E.xx + a * (s.x + s.x + ma);
  s.x = s.x + ma;
}

/// (1) by any p.
template <class S>
ERFD_INLINE void shift(const Vec<S>& p, const S& m, Sym<S>& E, Vec<S>& s) {
  const Vec<S> t = scaled_sum(m, p, s);  // p Sᵀ + (S + m p) pᵀ
  E = {E.xx + p.x * (s.x + t.x),     E.yy + p.y * (s.y + t.y),     E.zz + p.z * (s.z + t.z),
       E.xy + p.x * s.y + t.x * p.y, E.xz + p.x * s.z + t.x * p.z, E.yz + p.y * s.z + t.y * p.z};
  s = t;
}

template <Kind kind, class S>
ERFD_INLINE void add_composite(const Link<S>& link, const LinkState<S>& w, const S& q,
                               LinkState<S>& parent) {
  Sym<S> E = w.E;
  Vec<S> s = w.S_c;
  if constexpr (kind != Kind::placed) shift_z(kind == Kind::prismatic ? q : link.d, w.m, E, s);
  if constexpr (kind != Kind::prismatic) {
    E = turn(w.c, w.s, E);
    s = turn(w.c, w.s, s);
  }
  E = to_parent<kind>(link, E);
  s = to_parent<kind>(link, s);
  if constexpr (has_pose(kind)) {
    shift(link.p, w.m, E, s);
  } else {
    shift_x(link.a, w.m, E, s);
  }
  parent.E = parent.E + E;
  parent.S_c = parent.S_c + s;
  parent.m = parent.m + w.m;
}

/// @param kept  the sines and cosines of q are those that the last call left
/// @param H  of a free base: where the joints' entries begin, six rows and columns behind the base's
template <bool free_base, class S>
ERFD_INLINE void sweep_composites(const Link<S>* links, int n, const S* q, bool kept, S* H,
                                  long stride, LinkState<S>* states) {
  const S zero(0.0);
  if (!kept) set_trigonometry(links, n, q, states);
  for (int i = 0; i < n; ++i) set_composite(links[i], states[i]);
  for (int i = n - 1; i >= 0; --i) {
    const Link<S>& link = links[i];
    const LinkState<S>& w = states[i];
    if (free_base || link.parent >= 0) {
      with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
        add_composite<kind>(link, w, q[i], states[link.parent]);
      });
    }
    Vec<S> N, F;
    if (link.kind == Kind::prismatic) {  // (2)
      N = {w.S_c.y, -w.S_c.x, zero};
      F = {zero, zero, w.m};
      H[i * stride + i] = w.m;
    } else {
      N = {-w.E.xz, -w.E.yz, w.E.xx + w.E.yy};
      F = {-w.S_c.y, w.S_c.x, zero};
      H[i * stride + i] = N.z;
    }
    int k = i;
    for (; links[k].parent >= 0;) {
      with_kind(links[k].kind, [&]<Kind kind>() __attribute__((always_inline)) {
        carry_wrench<kind>(links[k], states[k], q[k], N, F);
      });
      k = links[k].parent;
      H[i * stride + k] = H[k * stride + i] = links[k].kind == Kind::prismatic ? F.z : N.z;  // (3)
    }
    if constexpr (free_base) {
      // Two kinds hang on a base.
      if (links[k].kind == Kind::prismatic)
        carry_wrench<Kind::prismatic>(links[k], states[k], q[k], N, F);
      else
        carry_wrench<Kind::placed>(links[k], states[k], q[k], N, F);
      S* const column = H + (i * stride - 6);
      S* const row = H + (i - 6 * stride);
      column[0] = row[0] = N.x;
      column[1] = row[stride] = N.y;
      column[2] = row[2 * stride] = N.z;
      column[3] = row[3 * stride] = F.x;
      column[4] = row[4 * stride] = F.y;
      column[5] = row[5 * stride] = F.z;
    }
  }
}

template <class S>
void crba(const Link<S>* links, int n, const S* q, bool kept, S* H, long stride,
          LinkState<S>* states) {
  sweep_composites<false>(links, n, q, kept, H, stride, states);
}

template <class S>
void free_crba(const Base<S>& base, const Link<S>* links, int n, const S* q, bool kept, S* H,
               long stride, LinkState<S>* states) {
  LinkState<S>& w = states[-1];
  w.E = base.E;
  w.S_c = {base.Sx, base.Sy, base.Sz};
  w.m = base.m;
  sweep_composites<true>(links, n, q + 7, kept, H + 6 * stride + 6, stride, states);
  base_block(w, H, stride);
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
