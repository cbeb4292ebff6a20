// Inputs of a run that have differential equations of their own.
#pragma once

#include "erfd/math/types.hpp"

namespace erfd {

/// An input with differential equations of its own, whose states z are integrated with the motion. Used
/// without control period; with one the input keeps its own memory.
class InputStates {
 public:
  virtual ~InputStates() = default;
  virtual int state_count() const { return 0; }
  /// Writes z for the start of a run at q, qd [rad or m], [rad/s or m/s].
  virtual void start_states(In<double>, In<double>, Out<double> z) { z.setZero(); }
  /// Tells z before the input is called for the same state.
  virtual void set_states(In<double>) {}
  /// Writes z' of the state for which the input was called last.
  virtual void state_rates(Out<double> zd) { zd.setZero(); }
};

}  // namespace erfd
