#include "input/loop_states.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

[[noreturn]] void does_not_close(const Model& model, std::size_t number, double gap) {
  throw Error(fmt::format(
      "state {}: the loops of {} do not close there, a gap of {:.3g} is left (m, or the sine of an "
      "angle); the active joints are out of reach, or the passive ones stand far from where they "
      "close",
      number, model.name(), gap));
}

/// A state that says its passive joints starts from them, another from where the robot is put
/// together.
void close_position_of(const Model& model, LoopWorkspace& ws, State& state, std::size_t number) {
  const VectorX<double> start = model.start();
  bool says_passive = false;
  for (const int p : ws.passive()) says_passive |= state.q[p] != start[p];
  LoopClosure closure;
  if (says_passive) {
    closure = close_position(model, ws, state.q);
  } else {
    VectorX<double> q = start;
    closure = move_active<double>(model, ws, state.q, q);
    state.q = q;
  }
  if (!closure.closed) does_not_close(model, number, closure.gap);
}

}  // namespace

std::vector<int> active_entries(const Model& model) {
  std::vector<int> entries;
  if (!model.is_constrained() || model.has_free_base()) return entries;
  for (const Body& body : model.joints())
    if (!body.passive) entries.push_back(body.v_index);
  return entries;
}

namespace {

/// Velocities, accelerations and torques of the passive joints of a closed position.
void close_rates(const Model& model, LoopWorkspace& ws, State& state, std::size_t number) {
  const LoopMobility mobility = close_velocity(model, ws, state.q, state.qd);
  if (!mobility.regular())
    throw Error(fmt::format("state {}: {}", number, loop_trouble<double>(model, ws, state.q)));
  close_acceleration(model, ws, state.q, state.qd, state.qdd);
  for (const int p : ws.passive()) state.tau[p] = 0;
}

}  // namespace

void close_loops(const Model& model, std::vector<State>& states) {
  if (!model.is_constrained()) return;
  LoopWorkspace ws(model);
  for (std::size_t i = 0; i < states.size(); ++i) {
    close_position_of(model, ws, states[i], i + 1);
    close_rates(model, ws, states[i], i + 1);
  }
}

void close_motion(const Model& model, std::vector<State>& samples) {
  if (!model.is_constrained()) return;
  LoopWorkspace ws(model);
  VectorX<double> q = model.start();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const LoopClosure closure = move_active<double>(model, ws, samples[i].q, q);
    if (!closure.closed) does_not_close(model, i + 1, closure.gap);
    samples[i].q = q;
    close_rates(model, ws, samples[i], i + 1);
  }
}

}  // namespace erfd
