// Forward dynamics of serial chains of bent slender rods, step by step as [MS07] counts it.
#pragma once

#include "erfd/model/rod_chain.hpp"

#include <vector>

namespace erfd {

/// Symmetric 3×3 matrix.
template <class S>
struct Symmetric {
  S xx, xy, xz, yy, yz, zz;
};

/// Symmetric 6×6 mass matrix by blocks, velocity of the origin first as in [MS07].
template <class S>
struct RodMass {
  Symmetric<S> vv;  ///< [kg]
  Matrix3<S> vw;    ///< [kg m]
  Symmetric<S> ww;  ///< [kg m^2]
};

/// Scratch of denoc_rods(), one a thread. In axes of frame i at O_i unless said otherwise.
template <class S>
class BasicDenocRodsWorkspace {
 public:
  struct Link {
    Turn<S> theta;               ///< of frame i+1 against frame i, after its turn by alpha
    Vector3<S> a;                ///< [a_i]_i: O_{i+1} from O_i
    RodMass<S> M, M_hat, M_bar;  ///< of the link, of the articulated link, and less its joint
    Vector3<S> psi_hat_1, psi_hat_2, psi_1, psi_2;  ///< 1: force part, 2: moment part
    S m_hat, phi, phi_hat;
    Vector3<S> a_tilde;                             ///< moment part of η_{i,i+1}
    Vector3<S> eta_1, eta_2;                        ///< wrench handed down
    Vector3<S> mu_tilde_1, mu_tilde_2, mu_1, mu_2;  ///< 1: linear part, 2: angular part
  };
  explicit BasicDenocRodsWorkspace(const RodChain& chain);

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

  std::vector<Link> links;
};

using DenocRodsWorkspace = BasicDenocRodsWorkspace<double>;

/// Solves H(q) qdd = tau − bias for qdd in O(n).
///
/// @param q     joint positions [rad], size of the chain
/// @param tau   joint torques [N m], size of the chain
/// @param bias  torques without acceleration [N m], size of the chain: C qd + g − Jᵀ w, as
///              bias_torques() gives it
/// @param qdd   joint accelerations [rad/s^2], size of the chain, written
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void denoc_rods(const RodChain& chain, BasicDenocRodsWorkspace<S>& ws, In<S> q, In<S> tau,
                In<S> bias, Out<S> qdd);

}  // namespace erfd
