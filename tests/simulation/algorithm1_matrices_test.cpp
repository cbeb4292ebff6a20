// Algorithm 1 never forms H_a; the actuator model's matrices must say the same.
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/simulation/algorithm1.hpp"

#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/random_drives.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// H, u' by the page algorithms; H_a, u'_a by ActuatorModel::evaluate.
class Matrices {
 public:
  Matrices(const Algorithm1& algorithm, const State& s, const VectorX<double>& qd_cmd)
      : algorithm_(algorithm), s_(s), qd_cmd_(qd_cmd), H_(s.qd.size(), s.qd.size()) {
    Workspace ws(algorithm.model());
    crba(algorithm.model(), ws, s.q, H_);
    bias_ = VectorX<double>(s.qd.size());
    rnea(algorithm.model(), ws, s.q, s.qd, ws.zero, bias_);
  }

  VectorX<double> u(const VectorX<double>& qdd) const { return H_ * qdd + bias_; }
  /// u_a of accelerations, with the friction that joint torques cause.
  VectorX<double> ua(const VectorX<double>& qdd, const VectorX<double>& loading) const {
    const Eigen::Index n = qdd.size();
    MatrixX<double> H_a(n, n);
    VectorX<double> bias_a(n);
    algorithm_.actuator_model().evaluate(
        algorithm_.drives(), {H_, bias_, loading, s_.qd, qd_cmd_, algorithm_.settings().period},
        H_a, bias_a);
    return H_a * qdd + bias_a;
  }

 private:
  const Algorithm1& algorithm_;
  const State& s_;
  const VectorX<double>& qd_cmd_;
  MatrixX<double> H_;
  VectorX<double> bias_;
};

Drives weak_drives(int n, std::mt19937& rng) {
  return random_drives(
      n, rng, {.load_dependent = 0.25, .coulomb = 0.02, .viscous = 1e-4, .torque_peak = 0.3});
}

// 1 to 9 joints: 6 and 7 run code of their own.
TEST(Algorithm1, SaysWhatTheMatricesOfTheActuatorModelSay) {
  std::mt19937 rng(1);
  int limited = 0, several = 0, driven = 0;
  for (int k = 0; k < 400; ++k) {
    const Model robot = random_robot({.joints = 1 + k % 9}, rng);
    const Drives drives = weak_drives(robot.nv(), rng);
    const State s = random_state(robot, rng);
    const VectorX<double> given = s.qd + 0.05 * random_vector(robot.nv(), rng);
    for (const ActuatorModel& model : actuator_models()) {
      for (const Shortfall variant : {Shortfall::mixed, Shortfall::full, Shortfall::as_printed}) {
        SCOPED_TRACE("sample " + std::to_string(k) + ", " + std::string(model.name));
        const Algorithm1 algorithm(robot, drives,
                                   {.actuator_model = model.name, .shortfall = variant});
        Algorithm1Workspace ws(algorithm);
        Cycle cycle(algorithm);
        step(algorithm, ws, 0, s.q, s.qd, given, cycle);
        if (cycle.status == CycleStatus::friction_drives) {
          ++driven;  // beyond what these forms can say: algorithm1_consistent_test.cpp
          continue;
        }
        ASSERT_EQ(cycle.status, CycleStatus::ok);
        const Matrices matrices(algorithm, s, cycle.qd_cmd);
        EXPECT_TRUE(is_close(cycle.u_required, matrices.u(cycle.qdd_cmd), 1e-11));
        EXPECT_TRUE(
            is_close(cycle.ua_required, matrices.ua(cycle.qdd_cmd, cycle.u_required), 1e-11));
        EXPECT_TRUE(is_close(cycle.u, matrices.u(cycle.qdd), 1e-11));
        limited += cycle.any_limited;
        several += std::ranges::count_if(cycle.limited, &LimitSet::torque) > 3;
        // The printed mix of two motions has the friction of neither.
        const bool mix = variant == Shortfall::as_printed && model.friction_follows_torque;
        if (!cycle.friction_settled || mix) continue;
        const VectorX<double>& loading = model.friction_follows_torque ? cycle.u : cycle.u_required;
        EXPECT_TRUE(is_close(cycle.ua, matrices.ua(cycle.qdd, loading), 1e-10));
        if (variant == Shortfall::full) {
          EXPECT_TRUE(is_close(cycle.ua, cycle.ua_required.cwiseMax(-0.3).cwiseMin(0.3), 1e-10));
        }
      }
    }
  }
  EXPECT_GT(limited, 1000);
  EXPECT_LT(driven, limited / 20);
  EXPECT_GT(several, 50) << "blocks of any size";
}

TEST(Algorithm1, NeverAllocatesWhateverTheNumberOfJoints) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(2);
  for (const int n : {1, 3, 6, 7, 12}) {
    const Model robot = random_robot({.joints = n}, rng);
    const Drives drives = weak_drives(n, rng);
    for (const Shortfall variant :
         {Shortfall::consistent, Shortfall::mixed, Shortfall::full, Shortfall::as_printed}) {
      const Algorithm1 algorithm(robot, drives, {.shortfall = variant});
      Algorithm1Workspace ws(algorithm);
      Cycle cycle(algorithm);
      const State s = random_state(robot, rng);
      VectorX<double> given = s.qd;
      int limited = 0;
      const AllocationCounter counter;
      for (int k = 0; k < 2000; ++k) {
        for (int j = 0; j < n; ++j) given[j] = s.qd[j] + 0.3 * std::sin(1.3 * k + j);
        step(algorithm, ws, 0.01 * k, s.q, s.qd, given, cycle);
        limited += cycle.any_limited;
      }
      EXPECT_EQ(counter.count(), 0) << n << " joints";
      EXPECT_GT(limited, 1000) << n << " joints";
    }
  }
}

}  // namespace
}  // namespace erfd::test
