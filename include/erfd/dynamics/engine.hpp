// The fast way to joint torques, inertia matrix and joint accelerations.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <memory>

namespace erfd {

namespace engine {
template <class S>
struct Link;
template <class S>
struct LinkState;
template <class S>
struct Base;
template <class S>
struct Kernels;
}  // namespace engine

/// Instruction sets the engine is compiled for.
enum class EngineTarget {
  best,     ///< the fastest that this processor has
  portable  ///< any processor
};

/// A robot prepared for speed: made once from a model, immutable, shared freely between threads.
///
/// Gives the joint-space results of rnea, crba and aba (same equations of motion, same conventions)
/// from inertias regrouped along the joints; wrenches between bodies are not among them, see
/// rnea_with_reactions. What was prepared is compared with rnea, crba and aba at a few states before it
/// is used. A robot that fails, one with helical joints, and a free base without joints run on rnea, crba
/// and aba themselves.
template <class S>
class BasicEngine {
 public:
  explicit BasicEngine(const Model& model, EngineTarget target = EngineTarget::best);
  ~BasicEngine();
  BasicEngine(BasicEngine&&) noexcept;

  const Model& model() const { return model_; }

  /// False when rnea, crba and aba answer: helical joints, no joints, or a preparation that differed
  /// from them.
  bool prepared() const;

 private:
  template <class T>
  friend struct EngineAccess;
  Model model_;
  bool branched_ = false;
  std::vector<engine::Link<S>> links_;  ///< empty when not prepared()
  std::vector<engine::Base<S>> base_;   ///< one of a free base that is prepared(), else empty
  const engine::Kernels<S>* kernels_;
};

/// Scratch of the engine: one a thread, made once, never an answer.
template <class S>
class BasicEngineWorkspace {
 public:
  explicit BasicEngineWorkspace(const BasicEngine<S>& engine);
  ~BasicEngineWorkspace();
  BasicEngineWorkspace(BasicEngineWorkspace&&) noexcept;

  /// Fills everything with NaN, so that a test sees a field that is read before it is written.
  void poison();

 private:
  template <class T>
  friend struct EngineAccess;
  std::vector<engine::LinkState<S>> states_;
  BasicWorkspace<S> page_;
  VectorX<S> tau_;
};

using Engine = BasicEngine<double>;
using EngineWorkspace = BasicEngineWorkspace<double>;

/// Solves tau = H(q) qdd + C(q, qd) qd + g(q) − Jᵀ w for tau, O(n). Arguments as rnea().
///
/// @param q    joint positions     [rad or m],         size nq
/// @param qd   joint velocities    [rad/s or m/s],     size nv
/// @param qdd  joint accelerations [rad/s^2 or m/s^2], size nv
/// @param tau  joint torques       [N m or N],         size nv, written
/// @param wrenches  wrenches of the environment on the robot
/// @throws Error if a size is wrong. Never allocates otherwise.
template <class S>
void inverse_dynamics(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q, In<S> qd,
                      In<S> qdd, Out<S> tau, Wrenches<S> wrenches = {});

/// H(q) of tau = H qdd + …, nv × nv, both triangles written; arguments as crba().
template <class S>
void inertia_matrix(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q,
                    OutMatrix<S> H);

/// Solves H(q) qdd = tau − C(q, qd) qd − g(q) + Jᵀ w for qdd, O(n). Arguments as aba().
template <class S>
void forward_dynamics(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q, In<S> qd,
                      In<S> tau, Out<S> qdd, Wrenches<S> wrenches = {});

}  // namespace erfd
