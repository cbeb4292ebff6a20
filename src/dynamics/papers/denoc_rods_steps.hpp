// The numbered steps of [MS07] section 4.1, one function a step, so that each can be counted alone.
// The equations, the legend and the corrections stand in denoc_rods.cpp.
#pragma once

#include "dynamics/papers/denoc_rods_turns.hpp"

namespace erfd::rod_steps {

template <class S>
using Link = typename BasicDenocRodsWorkspace<S>::Link;
using Constants = RodChain::Link;

/// Steps 1 and 2: frame i+1 in frame i. The paper forms Q_i; turning by θ and α in turn needs no Q.
template <class S>
void steps_1_2(const Constants& k, const S& q, Link<S>& link) {
  link.theta = turn_of<S>(k.rod.theta == 0 ? q : q + S(k.rod.theta));
  link.a << S(k.rod.a) * link.theta.c, S(k.rod.a) * link.theta.s, S(k.rod.b);
}

/// Step 3: mass matrix of the rods, which turn in frame i by θ.
template <class S>
void step_3(const Constants& k, Link<S>& link) {
  const Turn<S>& t = link.theta;
  const S zero = S(0), C1 = S(k.C1), C2c = S(k.C2) * t.c, C2s = S(k.C2) * t.s;
  const S C4ss = S(k.C4) * t.ss;
  link.M.vv = {S(k.mass), zero, zero, S(k.mass), zero, S(k.mass)};
  link.M.vw << zero, -C1, C2s,  //
      C1, zero, -C2c,           //
      -C2s, C2c, zero;
  link.M.ww = {.xx = S(k.C3) + C4ss,
               .xy = -(S(k.C4) * t.cs),
               .xz = -(S(k.C5) * t.c),
               .yy = S(k.C3 + k.C4) - C4ss,
               .yz = -(S(k.C5) * t.s),
               .zz = S(k.C4 + k.rod.hub_inertia)};
}

/// Step 4: φ_i.
template <class S>
void step_4(const S& tau, const S& bias, Link<S>& link) {
  link.phi = tau - bias;
}

/// Step 5: M̂_i = M_i + A_{i+1,i}ᵀ M̄_{i+1} A_{i+1,i}, carried along the two rods of the link.
template <class S>
void step_5(const Constants& k, const Link<S>& next, Link<S>& link) {
  RodMass<S> N = along_x(S(k.rod.a), next.M_bar);
  const Turn<S> alpha = k.alpha.cast<S>();
  turn_about_x(alpha, N.vv);
  turn_about_x(alpha, N.vw);
  turn_about_x(alpha, N.ww);
  N = along_z(S(k.rod.b), N);
  turn_about_z(link.theta, N.vv);
  turn_about_z(link.theta, N.vw);
  turn_about_z(link.theta, N.ww);

  const RodMass<S>& M = link.M;  // diagonal vv, skew vw: what is zero is not added
  N.vv.xx += M.vv.xx, N.vv.yy += M.vv.yy, N.vv.zz += M.vv.zz;
  N.vw(0, 1) += M.vw(0, 1), N.vw(0, 2) += M.vw(0, 2), N.vw(1, 2) += M.vw(1, 2);
  N.vw(1, 0) += M.vw(1, 0), N.vw(2, 0) += M.vw(2, 0), N.vw(2, 1) += M.vw(2, 1);
  N.ww.xx += M.ww.xx, N.ww.xy += M.ww.xy, N.ww.xz += M.ww.xz;
  N.ww.yy += M.ww.yy, N.ww.yz += M.ww.yz, N.ww.zz += M.ww.zz;
  link.M_hat = N;
}

/// Steps 6 and 7: ψ̂_i = M̂_i p_i and m̂_i = p_i · ψ̂_i.
template <class S>
void steps_6_7(Link<S>& link) {
  link.psi_hat_1 = link.M_hat.vw.col(2);
  link.psi_hat_2 << link.M_hat.ww.xz, link.M_hat.ww.yz, link.M_hat.ww.zz;
  link.m_hat = link.psi_hat_2.z();
}

/// Step 8: ψ_i = ψ̂_i / m̂_i; its moment about the axis is 1.
template <class S>
void step_8(Link<S>& link) {
  for (int r = 0; r < 3; ++r) link.psi_1[r] = link.psi_hat_1[r] / link.m_hat;
  for (int r = 0; r < 2; ++r) link.psi_2[r] = link.psi_hat_2[r] / link.m_hat;
  link.psi_2.z() = S(1);
}

/// Step 9: M̄_i = M̂_i − ψ̂_i ψ_iᵀ, whose third columns of vw and ww are zero and not computed.
template <class S>
void step_9(Link<S>& link) {
  const Vector3<S>&f_hat = link.psi_hat_1, &n_hat = link.psi_hat_2, &f = link.psi_1,
        &n = link.psi_2;
  const RodMass<S>& M = link.M_hat;
  RodMass<S>& N = link.M_bar;
  N.vv = {.xx = M.vv.xx - f_hat.x() * f.x(),
          .xy = M.vv.xy - f_hat.x() * f.y(),
          .xz = M.vv.xz - f_hat.x() * f.z(),
          .yy = M.vv.yy - f_hat.y() * f.y(),
          .yz = M.vv.yz - f_hat.y() * f.z(),
          .zz = M.vv.zz - f_hat.z() * f.z()};
  for (int r = 0; r < 3; ++r) {
    N.vw(r, 0) = M.vw(r, 0) - f_hat[r] * n.x();
    N.vw(r, 1) = M.vw(r, 1) - f_hat[r] * n.y();
    N.vw(r, 2) = S(0);
  }
  N.ww = {.xx = M.ww.xx - n_hat.x() * n.x(),
          .xy = M.ww.xy - n_hat.x() * n.y(),
          .xz = S(0),
          .yy = M.ww.yy - n_hat.y() * n.y(),
          .yz = S(0),
          .zz = S(0)};
}

/// Step 10: φ̂_i = φ_i − p_i · η_{i,i+1}.
template <class S>
void step_10(const Constants& k, const Link<S>& next, Link<S>& link) {
  const Vector3<S> moment = cross(k.a_next.cast<S>(), next.eta_1) + next.eta_2;
  link.a_tilde = turned<S>(k.alpha.cast<S>(), link.theta, moment);
  link.phi_hat = link.phi - link.a_tilde.z();
}

/// Step 11: η_i = ψ_i φ̂_i + η_{i,i+1}.
template <class S>
void step_11(const Constants& k, const Link<S>& next, Link<S>& link) {
  const Vector3<S> force = turned<S>(k.alpha.cast<S>(), link.theta, next.eta_1);
  for (int r = 0; r < 3; ++r) link.eta_1[r] = link.psi_1[r] * link.phi_hat + force[r];
  for (int r = 0; r < 2; ++r) link.eta_2[r] = link.psi_2[r] * link.phi_hat + link.a_tilde[r];
  link.eta_2.z() = link.phi_hat + link.a_tilde.z();
}
/// The same for the last link, to which nothing is handed down.
template <class S>
void step_11_last(Link<S>& link) {
  for (int r = 0; r < 3; ++r) link.eta_1[r] = link.psi_1[r] * link.phi_hat;
  for (int r = 0; r < 2; ++r) link.eta_2[r] = link.psi_2[r] * link.phi_hat;
  link.eta_2.z() = link.phi_hat;
}

/// Step 12: φ̃_i = φ̂_i / m̂_i.
template <class S>
S step_12(const Link<S>& link) {
  return link.phi_hat / link.m_hat;
}

/// Step 13: θ̈_i = φ̃_i − ψ_i · μ̃_i.
template <class S>
S step_13(const S& phi_tilde, const Link<S>& link) {
  const Vector3<S>&f = link.psi_1, &n = link.psi_2, &v = link.mu_tilde_1, &w = link.mu_tilde_2;
  const S moments = n.x() * w.x() + n.y() * w.y() + w.z();
  const S all = f.x() * v.x() + f.y() * v.y() + f.z() * v.z() + moments;
  return phi_tilde - all;
}

/// Step 14: μ̃_i = A_{i,i−1} μ_{i−1}; `k` and `previous` are of link i−1.
template <class S>
void step_14(const Constants& k, const Link<S>& previous, Link<S>& link) {
  const Turn<S> alpha = k.alpha.cast<S>();
  const Vector3<S> v = previous.mu_1 - cross(previous.a, previous.mu_2);
  link.mu_tilde_1 = turned_back<S>(alpha, previous.theta, v);
  link.mu_tilde_2 = turned_back<S>(alpha, previous.theta, previous.mu_2);
}

/// Step 15: μ_i = p_i θ̈_i + μ̃_i.
template <class S>
void step_15(const S& qdd, Link<S>& link) {
  link.mu_1 = link.mu_tilde_1;
  link.mu_2 = link.mu_tilde_2;
  link.mu_2.z() += qdd;
}
/// The same for the first link, which hangs on the base.
template <class S>
void step_15_first(const S& qdd, Link<S>& link) {
  link.mu_1.setZero();
  link.mu_2 << S(0), S(0), qdd;
}

}  // namespace erfd::rod_steps
