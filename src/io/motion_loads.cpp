#include "erfd/io/motion_loads.hpp"

#include "erfd/model/frames.hpp"

#include <algorithm>

namespace erfd {

Model with_load_of(const Model& robot, const State& state) {
  if (state.payload.mass == 0) return robot;
  return robot.with_payload(flange_of(robot), state.payload);
}

bool same_load(const State& a, const State& b) {
  return numbers_of(a.payload) == numbers_of(b.payload);
}

double heaviest_load(const std::vector<State>& states) {
  double most = 0;
  for (const State& state : states) most = std::max(most, state.payload.mass);
  return most;
}

}  // namespace erfd
