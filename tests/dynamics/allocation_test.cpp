// No dynamics call allocates after set-up, called as users call it.
#include "erfd/erfd.hpp"

#include "support/allocation_counter.hpp"
#include "support/random_robot.hpp"

#include <cstdlib>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

#define SKIP_WITHOUT_COUNTER() \
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc"

TEST(AllocationCounter, SeesEveryWayToAllocate) {
  SKIP_WITHOUT_COUNTER();
  const auto allocations_of = [](const std::function<void*()>& allocate) {
    const AllocationCounter counter;
    void* volatile block = allocate();
    const long count = counter.count();
    std::free(block);
    return count;
  };
  volatile std::size_t size = 1000;  // keeps the compiler from removing the pair
  EXPECT_EQ(allocations_of([&] { return std::malloc(size); }), 1);
  EXPECT_EQ(allocations_of([&] { return std::calloc(size, 1); }), 1);
  EXPECT_EQ(allocations_of([&] { return std::realloc(nullptr, size); }), 1);
  EXPECT_EQ(allocations_of([&] { return std::aligned_alloc(64, 1024); }), 1);
  EXPECT_EQ(allocations_of([&] { return ::operator new(size); }), 1);
  const AllocationCounter counter;
  const VectorX<double> v = VectorX<double>::Zero(static_cast<Eigen::Index>(size));
  EXPECT_GE(counter.count(), 1) << v[0];
}

void expect_no_allocation(const Model& robot) {
  std::mt19937 rng(41);
  const State s = random_state(robot, rng);
  Workspace ws(robot);
  const int nv = robot.nv(), n = robot.body_count();
  VectorX<double> x(nv), q_next(robot.nq());
  MatrixX<double> M(nv, nv), J(6, nv);
  std::vector<Pose<double>> X(static_cast<std::size_t>(n));
  std::vector<Force<double>> reactions(static_cast<std::size_t>(n));
  const std::vector<double> armature(static_cast<std::size_t>(nv), 0.1);
  const FrameIndex tool{n - 1};
  const ExternalWrench<double> wrench{tool, {{1, 2, 3}, {4, 5, 6}}};
  const std::span<const ExternalWrench<double>> wrenches{&wrench, 1};
  double sum = 0;

  const AllocationCounter counter;
  rnea(robot, ws, s.q, s.qd, s.qdd, x, wrenches);
  rnea_with_reactions<double>(robot, ws, s.q, s.qd, s.qdd, x, reactions, wrenches);
  bias_torques(robot, ws, s.q, s.qd, x, wrenches);
  gravity_torques(robot, ws, s.q, x);
  aba(robot, ws, s.q, s.qd, s.tau, x, wrenches, armature);
  crba(robot, ws, s.q, M);
  coriolis_matrix(robot, ws, s.q, s.qd, M);
  jacobian(robot, ws, s.q, tool, J);
  body_poses<double>(robot, ws, s.q, X);
  integrate<double>(robot, s.q, s.qd, 0.01, q_next);
  sum += frame_pose(robot, ws, s.q, tool).p.x();
  sum += kinetic_energy(robot, ws, s.q, s.qd) + potential_energy(robot, ws, s.q);
  EXPECT_EQ(counter.count(), 0) << robot.nv() << " joints, checksum " << sum;
}

TEST(Allocation, NoDynamicsCallTouchesTheHeap) {
  SKIP_WITHOUT_COUNTER();
  std::mt19937 rng(42);
  for (int k = 0; k < 10; ++k) {
    expect_no_allocation(random_robot({.joints = 1 + 5 * k, .free_base = k % 2 == 1}, rng));
  }
}

}  // namespace
}  // namespace erfd::test
