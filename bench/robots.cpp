#include "robots.hpp"

#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"

#include <charconv>
#include <random>

namespace erfd::bench {
namespace {

/// N of "chainN" or "eelN", zero for any other name.
int length_in(const std::string& name, const std::string& head) {
  if (!name.starts_with(head)) return 0;
  int length = 0;
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + head.size(), last, length);
  return error == std::errc() && end == last && length > 0 ? length : 0;
}

Model make_model(const std::string& name) {
  const int chain = length_in(name, "chain"), eel = length_in(name, "eel"), length = chain + eel;
  if (length == 0) return load_robot(name);
  std::mt19937 rng(static_cast<unsigned>(length));
  return test::random_robot(
      {.joints = length, .branching = 0, .prismatic = 0, .free_base = eel > 0}, rng);
}

}  // namespace

Robot make_robot(const std::string& name) {
  Robot robot{name, make_model(name), {}};
  Workspace ws(robot.model);
  std::mt19937 rng(1);
  for (int k = 0; k < state_count; ++k) {
    test::State state = test::random_state(robot.model, rng);
    rnea(robot.model, ws, state.q, state.qd, state.qdd, state.tau);
    robot.states.push_back(std::move(state));
  }
  return robot;
}

}  // namespace erfd::bench
