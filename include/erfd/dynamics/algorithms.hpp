// Every algorithm of the library by name: one list for the command, the tests and the benchmarks.
#pragma once

#include "erfd/dynamics/external_wrench.hpp"
#include "erfd/model/workspace.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace erfd {

/// What can be asked of an algorithm.
enum class Task {
  inverse_dynamics,  ///< torques from accelerations
  inertia_matrix,    ///< H(q)
  forward_dynamics   ///< accelerations from torques
};

/// What is known of an algorithm before it runs.
struct AlgorithmInfo {
  std::string_view name;    ///< as given to the command, "mrnea"
  std::string_view title;   ///< "modified recursive Newton-Euler"
  std::string_view source;  ///< tag of docs/references.md, "KV20"
  bool inverse_dynamics;
  bool inertia_matrix;
  bool forward_dynamics;
  bool trees;                 ///< not only serial chains
  bool free_base;             ///< not only fixed ones
  bool closes_loops = false;  ///< needs closed loops; the others move the open tree

  bool does(Task task) const;
  /// Empty when the algorithm can run the robot, else the reason why not.
  std::string obstacle(const Model& model) const;
};

/// All algorithms of open trees: the engine first, then in the order of the documentation.
std::span<const AlgorithmInfo> algorithms();

/// All algorithms of robots with closed loops. Torques are those of all joints, zero at the passive ones.
std::span<const AlgorithmInfo> closed_algorithms();

/// Of both lists. @throws Error for an unknown name, with the nearest known one.
const AlgorithmInfo& find_algorithm(std::string_view name);

/// One algorithm bound to one robot, with its scratch memory: one a thread.
///
/// An algorithm that gives H and the bias torques does all three tasks: tau = H qdd + bias, and
/// qdd by an LDLᵀ solution.
template <class S>
class BasicAlgorithm {
 public:
  virtual ~BasicAlgorithm() = default;

  /// tau = H qdd + C qd + g − Jᵀ w; arguments as rnea(). @throws Error if the route does not do it.
  virtual void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches);
  /// H(q), both triangles; arguments as crba(). @throws Error if the route does not do it.
  virtual void inertia_matrix(In<S> q, OutMatrix<S> H);
  /// qdd for given torques; arguments as aba(). @throws Error if the route does not do it.
  virtual void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches);
  /// Rounds of the last call; 0 for an algorithm that does not iterate.
  virtual int iterations() const { return 0; }
};

using Algorithm = BasicAlgorithm<double>;

/// @throws Error for an unknown name, or a robot that the algorithm cannot run (AlgorithmInfo::obstacle).
/// The model must outlive the route.
template <class S>
std::unique_ptr<BasicAlgorithm<S>> make_algorithm(std::string_view name, const Model& model);

/// The same of closed_algorithms().
template <class S>
std::unique_ptr<BasicAlgorithm<S>> make_closed_algorithm(std::string_view name, const Model& model);

}  // namespace erfd
