// What a motion makes the robot carry.
#pragma once

#include "erfd/io/states.hpp"

namespace erfd {

/// The robot with the payload of a state on its flange.
/// @param robot  with nothing in its tools: build_unloaded()
Model with_load_of(const Model& robot, const State& state);

/// Whether two states carry the same.
bool same_load(const State& a, const State& b);

/// The heaviest payload of all states [kg].
double heaviest_load(const std::vector<State>& states);

/// Calls work(k, first) for every state; `first`: it carries something else than the one before, or is
/// the first of all.
template <class Work>
void for_each_load(const std::vector<State>& states, Work work) {
  for (std::size_t k = 0; k < states.size(); ++k)
    work(k, k == 0 || !same_load(states[k], states[k - 1]));
}

}  // namespace erfd
