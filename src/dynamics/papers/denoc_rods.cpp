// DeNOC forward dynamics of a serial chain of bent slender rods with revolute joints.
// Source  [MS07] A. Mohan, S. K. Saha 2007, section 4.1, steps 1 to 15; rods of section 3.2.
//
//   Q_i = Rz(θ_i) Rx(α_i) ,  a_i = b_i z_i + a_i x_{i+1}                        steps 1, 2
//   M_vv = ρ (a + b) 1 ,  M_vw = C1 ẑ_i + C2 x̂_{i+1}                            step 3
//   M_ww = C3 (1 − z zᵀ) + C4 (1 − x xᵀ) − C5 (z xᵀ + x zᵀ) + I_h z zᵀ  (C in rod_chain.cpp)
//   φ = τ − τ̄                                                                   step 4
//   M̂_i = M_i + A_{i+1,i}ᵀ M̄_{i+1} A_{i+1,i}                                    step 5
//   ψ̂ = M̂ p ,  m̂ = p · ψ̂ ,  ψ = ψ̂ / m̂ ,  M̄ = M̂ − ψ̂ ψᵀ                          steps 6 to 9
//   φ̂_i = φ_i − p · η_{i,i+1} ,  η_i = ψ_i φ̂_i + η_{i,i+1}                      steps 10, 11
//   φ̃_i = φ̂_i / m̂_i ,  θ̈_i = φ̃_i − ψ_i · μ̃_i                                   steps 12, 13
//   μ̃_i = A_{i,i−1} μ_{i−1} ,  μ_i = p θ̈_i + μ̃_i                                steps 14, 15
//
// Legend   [MS07]      here                meaning                                  expressed in
//          frame i     –                   Z_i is the axis of joint i, X_{i+1}, and with it the
//                                          frame i+1, is fixed to link i
//          θ_i         q + rod.theta       angle from X_i to X_{i+1} about Z_i
//          [a_i]_i     link.a              O_{i+1} from O_i                           frame i
//          [a_i]_{i+1} a_next              the same                                   frame i+1
//          M, M̂, M̄     M, M_hat, M_bar     mass matrices at O_i                       frame i
//          ψ_i1, ψ_i2  psi_1, psi_2        force and moment part                      frame i
//          [ã_i]_i     a_tilde             moment part of η_{i,i+1}                   frame i
//
// Errata §1.3: C5 has ½; (33), (32), (36) as in denoc.cpp. Found when the steps were written out:
//   step 5   loses the turned block Q M̄_vw Qᵀ, in the formula and in the count
//   8, 9, 13 count two entries of ψ_i1; the third is zero for the last link alone
//   step 10  counts the cross product without its 3 additions; step 15 θ̈ + μ̃ without its addition
// Cheaper than listed, same result: M̄ p = 0 leaves columns of M̄ empty (steps 5, 9), step 5 goes by
// way of the corner of the rod, and ψ_1, M̄_1, η_1, μ_n are not computed since nothing uses them.
#include "erfd/dynamics/papers/denoc_rods.hpp"

#include "erfd/base/error.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/papers/denoc_rods_steps.hpp"

#include <limits>
#include <string>

namespace erfd {
namespace {

void check_length(const char* argument, Eigen::Index got, int needed) {
  if (got == needed) return;
  throw Error(std::string("denoc_rods: argument '") + argument + "' has size " +
              std::to_string(got) + ", but the chain has " + std::to_string(needed) + " rods");
}

/// Steps 1 to 4: what each link is by itself.
template <class S>
void prepare(const RodChain& chain, BasicDenocRodsWorkspace<S>& ws,
             const Eigen::Ref<const VectorX<S>>& q, const Eigen::Ref<const VectorX<S>>& tau,
             const Eigen::Ref<const VectorX<S>>& bias) {
  for (int i = 0; i < chain.size(); ++i) {
    auto& link = ws.links[i];
    rod_steps::steps_1_2<S>(chain.link(i), q[i], link);
    rod_steps::step_3<S>(chain.link(i), link);
    rod_steps::step_4<S>(tau[i], bias[i], link);
  }
}

/// Steps 5 to 11, tip to base.
template <class S>
void backward(const RodChain& chain, BasicDenocRodsWorkspace<S>& ws) {
  const int last = chain.size() - 1;
  for (int i = last; i >= 0; --i) {
    const RodChain::Link& k = chain.link(i);
    auto& link = ws.links[i];
    if (i == last) {
      link.M_hat = link.M;
    } else {
      rod_steps::step_5<S>(k, ws.links[i + 1], link);
    }
    rod_steps::steps_6_7<S>(link);
    if (i == last) {
      link.phi_hat = link.phi;
    } else {
      rod_steps::step_10<S>(k, ws.links[i + 1], link);
    }
    if (i == 0) return;
    rod_steps::step_8<S>(link);
    rod_steps::step_9<S>(link);
    if (i == last) {
      rod_steps::step_11_last<S>(link);
    } else {
      rod_steps::step_11<S>(k, ws.links[i + 1], link);
    }
  }
}

/// Steps 12 to 15, base to tip.
template <class S>
void forward(const RodChain& chain, BasicDenocRodsWorkspace<S>& ws, Eigen::Ref<VectorX<S>> qdd) {
  const int last = chain.size() - 1;
  qdd[0] = rod_steps::step_12<S>(ws.links[0]);
  rod_steps::step_15_first<S>(qdd[0], ws.links[0]);
  for (int i = 1; i <= last; ++i) {
    auto& link = ws.links[i];
    rod_steps::step_14<S>(chain.link(i - 1), ws.links[i - 1], link);
    qdd[i] = rod_steps::step_13<S>(rod_steps::step_12<S>(link), link);
    if (i < last) rod_steps::step_15<S>(qdd[i], link);
  }
}

}  // namespace

template <class S>
BasicDenocRodsWorkspace<S>::BasicDenocRodsWorkspace(const RodChain& chain)
    : links(static_cast<std::size_t>(chain.size())) {}

template <class S>
void BasicDenocRodsWorkspace<S>::poison() {
  const S x = S(std::numeric_limits<double>::quiet_NaN());
  const Vector3<S> x3 = Vector3<S>::Constant(x);
  const RodMass<S> mass{{x, x, x, x, x, x}, Matrix3<S>::Constant(x), {x, x, x, x, x, x}};
  for (Link& link : links) {
    link = {{x, x, x, x, x, x},
            x3,
            mass,
            mass,
            mass,
            x3,
            x3,
            x3,
            x3,
            x,
            x,
            x,
            x3,
            x3,
            x3,
            x3,
            x3,
            x3,
            x3};
  }
}

template <class S>
void denoc_rods(const RodChain& chain, BasicDenocRodsWorkspace<S>& ws, In<S> q, In<S> tau,
                In<S> bias, Out<S> qdd) {
  check_length("q", q.size(), chain.size());
  check_length("tau", tau.size(), chain.size());
  check_length("bias", bias.size(), chain.size());
  check_length("qdd", qdd.size(), chain.size());
  prepare<S>(chain, ws, q, tau, bias);
  backward<S>(chain, ws);
  forward<S>(chain, ws, qdd);
}

#define ERFD_INSTANTIATE(S)                                                                      \
  template class BasicDenocRodsWorkspace<S>;                                                     \
  template void denoc_rods<S>(const RodChain&, BasicDenocRodsWorkspace<S>&, In<S>, In<S>, In<S>, \
                              Out<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
