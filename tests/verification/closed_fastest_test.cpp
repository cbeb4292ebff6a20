// The fastest motions of closed mechanisms: their torques by Lagrange's equations of the platform, which know
// no Jacobian of a loop and no recursion, use the limits up and go beyond none.
#include "erfd/motion/time_optimal.hpp"
#include "erfd/verification/fastest_runs.hpp"

#include "support/closed_mechanisms.hpp"

#include <cstdio>

namespace erfd::test {
namespace {

struct Closed {
  const char* name;
  RobotChoice robot;
  bool parallel;  ///< platform and legs
};

const std::vector<Closed>& all() {
  static const std::vector<Closed> list = {{"delta", ugly_delta(), true},
                                           {"hexapod", ugly_hexapod(), true},
                                           {"palletiser", ugly_palletiser(), false}};
  return list;
}

Case swing(const Closed& closed) {
  const Pose<double> X = tool_at_start(closed.robot);
  return read_case(closed.robot,
                   moves_of("move lin " + target_at(moved_by(X, 70, -60, 50)) +
                            " speed=300 acc=2000;\nmove lin " +
                            target_at(moved_by(X, -50, 40, 20)) + " speed=300 acc=2000;\n"));
}

/// Postures of the plan, some cycles apart.
MatrixX<double> rows_of(const Plan& plan, int every) {
  std::vector<int> columns;
  for (int k = every; k + every < plan.moves.front().end_sample; k += every) columns.push_back(k);
  return plan.q(Eigen::all, columns);
}

/// Motors that are torque limits and ratios, no more.
Drives plain_motors(const Drives& drives, double peak) {
  Drives::Parts parts = drives.parts();
  parts.joint_friction.clear();
  parts.load_dependent.resize(0);
  for (Motor& motor : parts.motors) {
    motor.limits = {};
    motor.limits.torque_peak = peak;
    motor.constants = {};
    motor.rotor_inertia = 0;
    motor.friction = {};
  }
  return Drives(std::move(parts));
}

Model without_limits(const Model& model) {
  Model::Parts parts = model.parts();
  for (Body& body : parts.bodies) body.limits = {};
  return Model(std::move(parts));
}

TEST(ClosedFastest, UsesItsMotorsUpAndGoesBeyondNone) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = swing(closed);
    ASSERT_TRUE(c.plan.complete) << c.plan.findings.text();
    const Model model = without_limits(c.model);
    const MotionRecord asked = verify(c).motion;
    const double peak = 2.5 * asked.ua_asked.cwiseAbs().maxCoeff();
    const Drives drives = plain_motors(c.drives, peak);
    const SplinePath path(rows_of(c.plan, 6));
    TimeOptimalSettings settings;
    settings.cells = 300;
    const TimeOptimal fastest = fastest_motion(path, model, drives, settings);
    ASSERT_TRUE(fastest.found) << fastest.why;
    const std::vector<int> active = active_indices(model),
                           coordinates =
                               closed.parallel ? parallel_structure(model).platform : active;
    LoopWorkspace loops(model);
    PathPoint point;
    point.q = point.dq = point.ddq = VectorX<double>(model.nv());
    double most = 0;
    int used_up = 0;
    constexpr int times = 25;
    for (int k = 1; k < times; ++k) {
      const PathMotion at = fastest.at(fastest.duration * k / times);
      path.at(at.s, path.piece_at(at.s), point);
      VectorX<double> q = point.q;
      ASSERT_TRUE(close_position<double>(model, loops, q).closed);
      const auto positions = [&](const VectorX<double>& x) {
        VectorX<double> of_all = q;
        for (std::size_t i = 0; i < coordinates.size(); ++i)
          of_all[coordinates[i]] = x[static_cast<Eigen::Index>(i)];
        if (closed.parallel) {
          ParallelWorkspace ws(model);
          EXPECT_TRUE(parallel_inverse_kinematics(model, ws, of_all).reached);
        } else {
          EXPECT_TRUE(close_position<double>(model, loops, of_all).closed);
        }
        return of_all;
      };
      PlatformLagrange lagrange(model, positions);
      const VectorX<double> dq = entries_of(point.dq, active), ddq = entries_of(point.ddq, active);
      const VectorX<double> tau = lagrange.torques(entries_of(q, coordinates), at.rate * dq,
                                                   at.acceleration * dq + at.rate * at.rate * ddq);
      VectorX<double> of_all = VectorX<double>::Zero(model.nv());
      for (std::size_t i = 0; i < active.size(); ++i)
        of_all[active[i]] = tau[static_cast<Eigen::Index>(i)];
      const VectorX<double> ua = drives.coupling_inverse().transpose() * of_all;
      const double share = ua.cwiseAbs().maxCoeff() / peak;
      most = std::max(most, share);
      used_up += share > 0.99 ? 1 : 0;
    }
    std::printf("%s: %.3f s, largest share %.6f by Lagrange, used up at %d of %d instants\n",
                closed.name, fastest.duration, most, used_up, times - 1);
    EXPECT_LT(most, 1 + 1e-5);
    EXPECT_GE(used_up, times - 3);  // nothing else limits it; switches may fall on an instant
    EXPECT_LE(fastest.largest_share, 1 + 1e-6);
  }
}

TEST(ClosedFastest, RunsOfAProgramAreNoSlowerThanTheKeptPath) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = swing(closed);
    const Verification v = verify(c);
    ASSERT_EQ(v.fault, "");
    const std::vector<FastestRun> runs = fastest_runs(c, v);
    ASSERT_FALSE(runs.empty());
    double time = 0;
    for (const FastestRun& run : runs) {
      ASSERT_TRUE(run.fastest.has_value()) << run.why;
      EXPECT_LE(run.fastest->largest_share, 1 + 1e-6);
      time += run.fastest->duration;
    }
    ASSERT_TRUE(v.kept_path && v.kept_path->keeps_limits());
    EXPECT_LT(time, v.kept_path->time);
  }
}

}  // namespace
}  // namespace erfd::test
