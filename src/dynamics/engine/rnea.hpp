// The engine's inverse dynamics: motion.hpp from the base to the tips, then the wrenches back.
//
//   τ_i   = N_z (revolute) or F_z (prismatic)                    (7)
//   N_p, F_p += the wrench carried to the parent                 (8)
#pragma once

#include "dynamics/engine/base.hpp"
#include "dynamics/engine/trigonometry.hpp"

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

template <Motion motion, bool free_base = false, class S>
ERFD_INLINE void sweep_out(const Link<S>* links, int n, const S* q, const S* qd, const S* qdd,
                           LinkState<S>* states) {
  for (int i = 0; i < n; ++i) {
    const Link<S>& link = links[i];
    LinkState<S>& w = states[i];
    with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
      if (!free_base && link.parent < 0) {
        move_root<motion>(link, w, qd[i], qdd[i]);
      } else {
        move_link<kind, motion>(link, states[link.parent], w, qd[i], qdd[i]);
      }
      load_link<kind>(link, w, q[i]);
    });
  }
}

/// (7), (8)
template <bool free_base = false, class S>
ERFD_INLINE void sweep_wrenches(const Link<S>* links, int n, const S* q, S* tau,
                                LinkState<S>* states) {
  for (int i = n - 1; i >= 0; --i) {
    const Link<S>& link = links[i];
    LinkState<S>& w = states[i];
    tau[i] = link.kind == Kind::prismatic ? w.F.z : w.N.z;  // (7)
    if (!free_base && link.parent < 0) continue;
    LinkState<S>& parent = states[link.parent];
    with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
      Vec<S> N = w.N, F = w.F;
      carry_wrench<kind>(link, w, q[i], N, F);
      parent.N = parent.N + N;  // (8)
      parent.F = parent.F + F;
    });
  }
}

template <class S>
void rnea(const Link<S>* links, int n, const S* q, const S* qd, const S* qdd, S* tau,
          LinkState<S>* states) {
  set_trigonometry(links, n, q, states);
  sweep_out<Motion::actual>(links, n, q, qd, qdd, states);
  sweep_wrenches(links, n, q, tau, states);
}

template <class S>
void free_rnea(const Base<S>& base, const Link<S>* links, int n, const S* q, const S* qd,
               const S* qdd, S* tau, LinkState<S>* states) {
  set_trigonometry(links, n, q + 7, states);
  LinkState<S>& w = states[-1];
  move_base<Motion::actual>(base, w, q, qd, qdd);
  sweep_out<Motion::actual, true>(links, n, q + 7, qd + 6, qdd + 6, states);
  sweep_wrenches<true>(links, n, q + 7, tau + 6, states);
  tau[0] = w.N.x, tau[1] = w.N.y, tau[2] = w.N.z;
  tau[3] = w.F.x, tau[4] = w.F.y, tau[5] = w.F.z;
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
