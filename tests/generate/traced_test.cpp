// Recordings of algorithms against the algorithms themselves.
#include "erfd/base/error.hpp"
#include "erfd/generate/record.hpp"
#include "erfd/model/build.hpp"
#include "erfd/study/sample_states.hpp"

#include "study/task_call.hpp"
#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

RecordedFunction by_hand(int inputs, auto&& compute) {
  RecordedFunction r;
  r.inputs = {{"x", inputs, 1, "", ""}};
  const Recording recording(r.trace);
  std::vector<Traced> x;
  for (int i = 0; i < inputs; ++i) x.push_back(Traced::input(i));
  r.results = compute(x);
  return r;
}

TEST(Traced, LeavesOutWhatAHandWouldNotWriteDown) {
  const RecordedFunction r = by_hand(2, [](const std::vector<Traced>& x) {
    const Traced zero, one(1), two(2);
    return std::vector<Traced>{x[0] * one + zero * x[1], -(-x[0]) - x[0], (two * x[0]) * Traced(3),
                               x[0] * x[1] - x[1] * x[0], (x[0] + Traced(2)) - Traced(2)};
  });
  const StepCount count = count_steps(r);
  EXPECT_EQ(count.total(), 1) << "6 x alone is an operation";
  EXPECT_EQ(evaluate(r, std::vector<double>{0.5, 7}), (std::vector<double>{0.5, 0, 3, 0, 0.5}));
}

TEST(Traced, SharesEqualSubexpressionsWhateverTheirOrderAndSign) {
  const RecordedFunction r = by_hand(3, [](const std::vector<Traced>& x) {
    const Traced a = x[0] * x[1] - x[2], b = x[2] - x[1] * x[0];
    return std::vector<Traced>{a, b, a * b};
  });
  EXPECT_EQ(count_steps(r).multiplications, 2);
  EXPECT_EQ(count_steps(r).additions, 1);
  EXPECT_EQ(evaluate(r, std::vector<double>{2, 3, 1}), (std::vector<double>{5, -5, -25}));
}

TEST(Traced, TakesQuarterTurnsAndSignsOutOfSinesAndCosines) {
  constexpr double angles[] = {0, M_PI / 2, -M_PI / 2, M_PI, 3 * M_PI / 2, -5 * M_PI, 0.3, 2.9, -4};
  for (const double angle : angles) {
    const RecordedFunction r = by_hand(1, [&](const std::vector<Traced>& x) {
      return std::vector<Traced>{sin(x[0] + Traced(angle)), cos(x[0] + Traced(angle)),
                                 sin(Traced(angle) - x[0]), cos(Traced(angle) - x[0])};
    });
    const double x = 0.7;
    const double expected[] = {std::sin(x + angle), std::cos(x + angle), std::sin(angle - x),
                               std::cos(angle - x)};
    const std::vector<double> found = evaluate(r, std::span(&x, 1));
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(found[k], expected[k], 2e-15) << angle << " " << k;
    const bool quarter_turns = std::abs(std::remainder(angle, M_PI / 2)) < 1e-12;
    EXPECT_EQ(count_steps(r).sines, quarter_turns ? 2 : 4) << angle;
  }
}

TEST(Traced, RefusesABranchOnTheState) {
  Trace trace;
  const Recording recording(trace);
  const Traced x = Traced::input(0);
  EXPECT_THROW(static_cast<void>(x < Traced(1)), Error);
  EXPECT_THROW(static_cast<void>(static_cast<double>(x)), Error);
  EXPECT_TRUE(x + x == Traced(2) * x) << "a difference that is constant has a sign";
}

/// The task by an algorithm, recorded.
RecordedFunction recorded_task(const AlgorithmInfo& info, const Model& model, Task task) {
  RecordedFunction r;
  const bool H = task == Task::inertia_matrix;
  r.inputs = {{"x", model.nq() + (H ? 0 : 2 * model.nv()), 1, "", ""}};
  const Recording recording(r.trace);
  const auto algorithm = make_algorithm<Traced>(info.name, model);
  int index = 0;
  const auto inputs = [&](int size) {
    VectorX<Traced> v(size);
    for (Traced& x : v) x = Traced::input(index++);
    return v;
  };
  TaskInput<Traced> in{inputs(model.nq()), {}, {}};
  in.qd = H ? VectorX<Traced>::Zero(model.nv()).eval() : inputs(model.nv());
  in.given = H ? in.qd : inputs(model.nv());
  TaskOutput<Traced> out(model);
  run_task(*algorithm, task, in, out);
  const MatrixX<Traced> result = out.of(task);
  r.results.assign(result.data(), result.data() + result.size());
  return r;
}

std::vector<double> input_of(const SampleState& s, Task task) {
  std::vector<double> x(s.q.begin(), s.q.end());
  if (task == Task::inertia_matrix) return x;
  x.insert(x.end(), s.qd.begin(), s.qd.end());
  const VectorX<double>& given = task == Task::forward_dynamics ? s.tau : s.qdd;
  x.insert(x.end(), given.begin(), given.end());
  return x;
}

/// Largest difference between the recording and the algorithm, relative to the largest result.
double difference(const AlgorithmInfo& info, const Model& model, Task task) {
  const RecordedFunction r = recorded_task(info, model, task);
  const auto algorithm = make_algorithm<double>(info.name, model);
  double worst = 0;
  for (const SampleState& s : sample_states(model, 5)) {
    TaskOutput<double> out(model);
    run_task(*algorithm, task, task_input<double>(s, task, [](double x) { return x; }), out);
    const MatrixX<double> expected = out.of(task);
    const std::vector<double> found = evaluate(r, input_of(s, task));
    const Eigen::Map<const VectorX<double>> f(found.data(), expected.size());
    const Eigen::Map<const VectorX<double>> e(expected.data(), expected.size());
    worst = std::max(worst, (f - e).cwiseAbs().maxCoeff() / e.cwiseAbs().maxCoeff());
  }
  return worst;
}

/// What iterates asks when it is enough, which a recording without branches cannot.
bool iterates(const AlgorithmInfo& info) { return info.name == "walker_orin_4"; }

/// What two orders of summation may differ by: forward dynamics by the condition of H.
double allowed(Task task) { return task == Task::forward_dynamics ? 1e-10 : 1e-12; }

TEST(Traced, RecordsEveryAlgorithmOfTheRegistryOnUglyTrees) {
  std::mt19937 rng(18);
  for (int k = 0; k < 6; ++k) {
    const Model robot = random_robot({.joints = 2 + k, .helical = k % 2 ? 0.2 : 0.0}, rng);
    for (const AlgorithmInfo& info : algorithms())
      for (const Task task : {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics})
        if (info.does(task) && info.obstacle(robot).empty() && !iterates(info)) {
          EXPECT_LE(difference(info, robot, task), allowed(task)) << info.name << " " << k;
        }
  }
}

TEST(Traced, RecordsEveryAlgorithmOnLola15) {
  const Model robot = load_robot("lola15");
  for (const AlgorithmInfo& info : algorithms())
    for (const Task task : {Task::inverse_dynamics, Task::inertia_matrix, Task::forward_dynamics})
      if (info.does(task) && info.obstacle(robot).empty() && !iterates(info)) {
        EXPECT_LE(difference(info, robot, task), allowed(task)) << info.name;
      }
}

TEST(Traced, RecordsAFreeBase) {
  std::mt19937 rng(7);
  const Model robot = random_robot({.joints = 4, .free_base = true}, rng);
  EXPECT_LE(difference(find_algorithm("rnea"), robot, Task::inverse_dynamics), 1e-12);
  EXPECT_LE(difference(find_algorithm("crba"), robot, Task::forward_dynamics), 1e-10);
  EXPECT_THROW(recorded_task(find_algorithm("aba"), robot, Task::forward_dynamics), Error)
      << "looks for a pivot";
  const Model fixed = random_robot({.joints = 4}, rng);
  EXPECT_THROW(recorded_task(find_algorithm("walker_orin_4"), fixed, Task::forward_dynamics), Error)
      << "asks when it is enough";
}

}  // namespace
}  // namespace erfd::test
