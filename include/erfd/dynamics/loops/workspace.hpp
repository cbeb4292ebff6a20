// Scratch memory of the loop algorithms: one a thread, made once, never an answer.
#pragma once

#include "erfd/model/workspace.hpp"

#include <memory>

namespace erfd {

template <class S>
struct LoopMemory;

/// Belongs to one model. The velocities of a free base and of the active joints are the given ones,
/// those of the passive joints follow from the loops.
template <class S>
class BasicLoopWorkspace {
 public:
  explicit BasicLoopWorkspace(const Model& model);
  ~BasicLoopWorkspace();
  BasicLoopWorkspace(BasicLoopWorkspace&&) noexcept;
  BasicLoopWorkspace& operator=(BasicLoopWorkspace&&) noexcept;

  /// Fills what holds no set-up with NaN, so that a test sees what is read before it is written.
  void poison();

  /// Indices into qd, ascending.
  const std::vector<int>& active() const;
  const std::vector<int>& passive() const;

  /// Private to the algorithms.
  LoopMemory<S>& memory() { return *memory_; }

 private:
  std::unique_ptr<LoopMemory<S>> memory_;
};

using LoopWorkspace = BasicLoopWorkspace<double>;

}  // namespace erfd
