#include "erfd/motion/recorded_motion.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/io/motion_loads.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double even = 1e-4;       // distances of samples that differ by less are equal
constexpr double same_time = 1e-6;  // of a period: two periods that differ by less are one

/// The time between samples, if it is the same everywhere.
std::optional<double> step_of(const std::vector<State>& states) {
  const double whole = states.back().time - states.front().time;
  const double step = whole / static_cast<double>(states.size() - 1);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const double time = states.front().time + static_cast<double>(k) * step;
    if (std::abs(states[k].time - time) > even * step) return std::nullopt;
  }
  return step;
}

/// The cubic between two samples that has their positions and velocities.
VectorX<double> between(const State& a, const State& b, double time) {
  const double step = b.time - a.time, x = (time - a.time) / step;
  const double x2 = x * x, x3 = x2 * x;
  return (2 * x3 - 3 * x2 + 1) * a.q + (x3 - 2 * x2 + x) * step * a.qd + (3 * x2 - 2 * x3) * b.q +
         (x3 - x2) * step * b.qd;
}

/// States at every period; the last one stands where the motion ends.
std::vector<State> resampled(const std::vector<State>& states, double period) {
  const double start = states.front().time, whole = states.back().time - start;
  const int cycles = static_cast<int>(std::ceil(whole / period - same_time));
  std::vector<State> even_states;
  std::size_t k = 0;
  for (int i = 0; i <= cycles; ++i) {
    const double time = std::min(start + i * period, states.back().time);
    while (k + 2 < states.size() && states[k + 1].time <= time) ++k;
    State state = states[time < states[k + 1].time ? k : k + 1];
    state.q = between(states[k], states[k + 1], time);
    state.time = start + i * period;
    even_states.push_back(std::move(state));
  }
  return even_states;
}

bool same_move(const State& a, const State& b) { return a.move == b.move && same_load(a, b); }

void add_move(const State& first, const Payload& load, int sample, RecordedMotion& motion) {
  Move action;
  if (first.move > 0) action.target_name = std::to_string(first.move);
  Conditions conditions;
  conditions.gripped = load;
  PlannedMove move;
  move.instruction = static_cast<int>(motion.program.instructions.size());
  move.first_sample = sample;
  motion.program.instructions.push_back({action, conditions, {first.line, 1}});
  motion.plan.moves.push_back(move);
}

void close_moves(Plan& plan) {
  for (std::size_t m = 0; m < plan.moves.size(); ++m) {
    PlannedMove& move = plan.moves[m];
    const bool is_last = m + 1 == plan.moves.size();
    move.end_sample = is_last ? plan.samples() : plan.moves[m + 1].first_sample;
    const int end = is_last ? plan.samples() - 1 : move.end_sample;
    move.start_time = move.first_sample * plan.period;
    move.end_time = end * plan.period;
    for (int k = move.first_sample; k < end; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double way = (plan.X_WT[i + 1].p - plan.X_WT[i].p).norm();
      move.length += way;
      move.peak_speed = std::max(move.peak_speed, way / plan.period);
    }
  }
}

std::string milliseconds(double seconds) { return with_digits(1000 * seconds, 4) + " ms"; }

/// Speeds of the first and the last cycle that no robot has which starts and ends at rest: more than
/// the joint would gain in a cycle of the usual run-up.
void remark_moving_end(const Model& model, RecordedMotion& motion) {
  const Plan& plan = motion.plan;
  const Eigen::Index last = plan.samples() - 1;
  const auto remark = [&](Eigen::Index k, const char* which) {
    const VectorX<double> speed = (plan.q.col(k + 1) - plan.q.col(k)) / plan.period;
    const double largest =
        (plan.q.rightCols(last) - plan.q.leftCols(last)).cwiseAbs().maxCoeff() / plan.period;
    Eigen::Index joint = 0;
    const double most = speed.cwiseAbs().maxCoeff(&joint);
    if (most <= 0.1 * largest) return;
    const Body& body = model.bodies()[static_cast<std::size_t>(joint)];
    motion.remarks.push_back(fmt::format(
        "{}: {} while joint {} moves at {} {}/s; a verification starts and ends at rest: "
        "record from rest to rest",
        motion.program.file, which, body.joint, with_digits(speed[joint], 3),
        measure_of(body.kind).position));
  };
  remark(0, "starts");
  remark(last - 1, "ends");
}

/// The active joints of a closed mechanism lead, from where it is put together on: what the file says of the
/// others is not read. @throws Error naming the first sample where the loops do not close
void close_loops(const Model& model, const std::string& file, std::vector<State>& states) {
  if (!is_closed(model)) return;
  LoopWorkspace ws(model);
  VectorX<double> q = model.start();
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (!move_active<double>(model, ws, states[k].q, q).closed)
      throw Error(
          fmt::format("{}: sample {}: the loops of {} do not close there, expected active joints "
                      "that they can follow from where the robot is put together",
                      file, k + 1, model.name()));
    states[k].q = q;
  }
}

}  // namespace

const Dialect& recorded_dialect() {
  static const Dialect dialect = [] {
    Dialect recorded = plain_dialect();
    recorded.name = "recorded motion";
    recorded.moves.fill("recorded");
    recorded.statements.fill("recorded move");
    return recorded;
  }();
  return dialect;
}

RecordedMotion recorded_motion(const ReadStates& read, const std::string& file, const Model& model,
                               const Payload& own, std::optional<double> period, double usual) {
  if (model.has_free_base())
    throw Error(
        fmt::format("{}: {} has a free base, expected a robot on a fixed one", file, model.name()));
  if (read.states.size() < 2)
    throw Error(fmt::format("{}: one sample is no motion, expected two or more", file));
  if (period && !(*period > 0))
    throw Error(fmt::format("--period: found {} s, expected more than 0", *period));
  RecordedMotion motion;
  const std::optional<double> step = step_of(read.states);
  const auto is = [&](double wanted) {
    return step && std::abs(*step - wanted) <= same_time * wanted;
  };
  Plan& plan = motion.plan;
  plan.period = period ? *period : step && !is(usual) ? *step : usual;
  plan.findings = Diagnostics(file);
  const bool as_is = is(plan.period);
  std::vector<State> states = as_is ? read.states : resampled(read.states, plan.period);
  close_loops(model, file, states);
  motion.program.name = std::filesystem::path(file).stem().string();
  motion.program.file = file;
  motion.program.dialect = &recorded_dialect();
  if (!as_is)
    motion.remarks.push_back(fmt::format(
        "{}: {} {}; taken every {}, by a cubic between them", file,
        counted(read.states.size(), "sample"),
        step ? "every " + milliseconds(*step) : "at unequal distances", milliseconds(plan.period)));
  else if (plan.period != usual)
    motion.remarks.push_back(fmt::format(
        "{}: judged at the {} of its samples; the cycle of the robot's controller is {}", file,
        milliseconds(plan.period), milliseconds(usual)));
  if (states.front().time != 0)
    motion.remarks.push_back(
        fmt::format("{}: starts at {} s; times of the verdict count from there", file,
                    shortest(states.front().time)));

  Workspace ws(model);
  plan.q.resize(model.nv(), static_cast<Eigen::Index>(states.size()));
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (k == 0 || !same_move(states[k], states[k - 1]))
      add_move(states[k], read.has_payload ? states[k].payload : own, static_cast<int>(k), motion);
    plan.q.col(static_cast<Eigen::Index>(k)) = states[k].q;
    plan.move.push_back(static_cast<int>(plan.moves.size()) - 1);
    plan.X_WT.push_back(frame_pose<double>(model, ws, states[k].q, model.tool()));
  }
  close_moves(plan);
  remark_moving_end(model, motion);
  return motion;
}

}  // namespace erfd
