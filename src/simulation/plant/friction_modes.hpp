// Which friction elements stick and which slip. Private to simulation.
#pragma once

#include "simulation/plant/dynamics.hpp"

#include <functional>
#include <vector>

namespace erfd {

/// The modes of a plant in a run, kept in its PlantDynamics.
class FrictionModes {
 public:
  FrictionModes(const Plant& plant, PlantDynamics& dynamics);

  bool any() const { return !plant_.friction().empty(); }
  bool any_stuck() const;

  /// Elements that move slip in their direction, elements at rest wait for settle().
  void take(In<double> qd);

  /// Decides for all elements at rest; `evaluate` evaluates the dynamics at the present state.
  /// `released` gave way at this moment. At most 12 rounds an element; unsettled beyond.
  Evaluation settle(const std::function<Evaluation()>& evaluate, const std::vector<bool>& released);

  /// An element that slips has come to rest and would go on backwards.
  bool reversed(std::size_t e, In<double> qd, double speed_scale) const;
  /// A stuck element holds more than it can; after find_holding_torques().
  bool overloaded(std::size_t e) const;
  /// Of the elements: at rest, so that settle() decides about them.
  std::vector<bool> resting;

 private:
  double excess(std::size_t e, bool gave_way) const;
  int worst(const std::vector<bool>& gave_way, const std::vector<int>& modes, bool least) const;

  const Plant& plant_;
  PlantDynamics& dynamics_;
};

}  // namespace erfd
