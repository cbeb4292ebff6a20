// Programs of closed mechanisms: planned through closed loops, judged by torques that another route
// gives too, achieved by motors that move active joints alone.
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/model/frames.hpp"

#include "support/closed_mechanisms.hpp"

namespace erfd::test {
namespace {

struct Closed {
  const char* name;
  RobotChoice robot;
  std::string program;
  bool parallel = true;  ///< platform and legs
};

std::string lin(const Pose<double>& X, const char* options) {
  return "move lin " + target_at(X) + " " + options + ";\n";
}

/// A ptp move, two lines with a blend between them, and a circle back.
std::string tour(const RobotChoice& robot, const Pose<double>& a, const Pose<double>& b,
                 const Pose<double>& c) {
  const Pose<double> start = tool_at_start(robot);
  return "move ptp " + target_at(a) + " speed_ptp=30%;\n" + lin(b, "speed=400 acc=3000 c_cp=15") +
         lin(c, "speed=400 acc=3000") + "move circle " + target_at(b) + ", " + target_at(start) +
         " speed=300 acc=2000;\n";
}

std::vector<Closed> all() {
  std::vector<Closed> list;
  const RobotChoice delta = ugly_delta(), hexapod = ugly_hexapod(), palletiser = ugly_palletiser();
  const Pose<double> d = tool_at_start(delta), h = tool_at_start(hexapod);
  list.push_back(
      {"delta", delta,
       tour(delta, moved_by(d, 60, -40, 30), moved_by(d, -80, 50, -20), moved_by(d, 20, 90, 40))});
  list.push_back({"hexapod", hexapod,
                  tour(hexapod, moved_by(h, 60, -40, 50, 5, -4, 6),
                       moved_by(h, -80, 50, 20, -8, 6, 3), moved_by(h, 20, 90, 90, 4, 9, -7))});
  const Pose<double> p = tool_at_start(palletiser);
  // Turned about the axis of the flange, which leans with the base.
  const auto turned = [&](double x, double y, double z, double angle) {
    Pose<double> X = moved_by(p, x, y, z);
    X.R = X.R * rotation_z(angle);
    return X;
  };
  list.push_back({"palletiser", palletiser,
                  tour(palletiser, turned(-100, 200, -200, 0.3), turned(50, -150, -300, -0.2),
                       turned(-200, -100, -100, 0.1)),
                  false});
  return list;
}

/// All joints of a cycle, from those coordinates of it that say where the mechanism stands.
PlatformLagrange::Positions positions_near(const Model& model, const VectorX<double>& q,
                                           const std::vector<int>& coordinates, bool parallel) {
  return [&model, q, coordinates, parallel](const VectorX<double>& x) {
    VectorX<double> all = q;
    if (parallel) {
      ParallelWorkspace ws(model);
      for (std::size_t i = 0; i < coordinates.size(); ++i)
        all[coordinates[i]] = x[static_cast<Eigen::Index>(i)];
      EXPECT_TRUE(parallel_inverse_kinematics(model, ws, all).reached);
      return all;
    }
    LoopWorkspace loops(model);
    VectorX<double> target = q;
    for (std::size_t i = 0; i < coordinates.size(); ++i)
      target[coordinates[i]] = x[static_cast<Eigen::Index>(i)];
    EXPECT_TRUE(move_active<double>(model, loops, target, all).closed);
    return all;
  };
}

double gap_of(const Model& model, LoopWorkspace& loops, const VectorX<double>& q) {
  VectorX<double> gap(model.constraint_rows());
  constraint_gap<double>(model, loops, q, gap);
  return gap.cwiseAbs().maxCoeff();
}

TEST(ClosedMechanism, AskedAndAchievedMotionsCloseTheLoops) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of(closed.program));
    ASSERT_TRUE(c.plan.complete) << c.plan.findings.text();
    const Verification v = verify(c);
    ASSERT_EQ(v.fault, "");
    LoopWorkspace loops(c.model);
    double worst = 0;
    for (int k = 0; k < c.plan.samples(); ++k)
      worst = std::max(worst, gap_of(c.model, loops, c.plan.q.col(k)));
    for (int k = 0; k < v.motion.q.cols(); ++k)
      worst = std::max(worst, gap_of(c.model, loops, v.motion.q.col(k)));
    EXPECT_LT(worst, 1e-10);
    EXPECT_GT(c.plan.samples(), 50);
  }
}

/// Lines are lines of the tool, whatever stands behind it; its orientation follows where it is free.
TEST(ClosedMechanism, TheToolKeepsItsLine) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Pose<double> start = tool_at_start(closed.robot), end = moved_by(start, 40, -70, -60);
    const Case c = read_case(closed.robot, moves_of(lin(end, "speed=300 acc=2000")));
    ASSERT_TRUE(c.plan.complete) << c.plan.findings.text();
    const Vector3<double> way = (end.p - start.p).normalized();
    for (const Pose<double>& X : c.plan.X_WT) {
      const Vector3<double> from = X.p - start.p;
      EXPECT_LT((from - from.dot(way) * way).norm(), 1e-9);
    }
    EXPECT_LT((c.plan.X_WT.back().p - end.p).norm(), 1e-9);
  }
}

/// The torques that are asked of the motors, from energies and the virtual work of the platform.
TEST(ClosedMechanism, AskedTorquesAreThoseOfLagrange) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of(closed.program));
    ASSERT_TRUE(c.plan.complete) << c.plan.findings.text();
    const MotionRecord r = verify(c).motion;
    const std::vector<int> active = active_indices(c.model),
                           coordinates =
                               closed.parallel ? parallel_structure(c.model).platform : active;
    double scale = 0;
    for (const int j : active) scale = std::max(scale, r.tau_asked.row(j).cwiseAbs().maxCoeff());
    const int step = std::max<int>(1, c.plan.samples() / 12);
    for (int k = 1; k + 1 < c.plan.samples(); k += step) {
      const VectorX<double> q = r.q_asked.col(k);
      PlatformLagrange lagrange(c.model, positions_near(c.model, q, coordinates, closed.parallel));
      const VectorX<double> expected =
          lagrange.torques(entries_of(q, coordinates), entries_of(r.qd_asked.col(k - 1), active),
                           entries_of(r.qdd_asked.col(k), active));
      const VectorX<double> asked = entries_of(r.tau_asked.col(k), active);
      EXPECT_LT((asked - expected).cwiseAbs().maxCoeff(), 1e-6 * scale)
          << "cycle " << k << "\nasked    " << asked.transpose() << "\nLagrange "
          << expected.transpose();
    }
  }
}

/// What motors at their limits achieve is what forward dynamics with multipliers makes of their torques.
TEST(ClosedMechanism, AchievedAccelerationsFollowFromAchievedTorques) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of(closed.program));
    const MotionRecord asked = verify(c).motion;
    Drives::Parts parts = c.drives.parts();
    for (int i = 0; i < c.drives.count(); ++i)
      parts.motors[static_cast<std::size_t>(i)].limits.torque_peak =
          0.7 * asked.ua_asked.row(i).cwiseAbs().maxCoeff();
    const Drives weak(std::move(parts));
    const Verification v = verify(c.program, c.plan, c.model, weak);
    ASSERT_EQ(v.fault, "");
    EXPECT_FALSE(v.achievable);
    const MotionRecord& r = v.motion;
    LoopWorkspace loops(c.model);
    VectorX<double> qdd(c.model.nv()), lambda(c.model.constraint_rows());
    const double scale = r.qdd.cwiseAbs().maxCoeff();
    int limited = 0;
    for (int k = 0; k < r.q.cols(); ++k) {
      loop_forward_by_multipliers<double>(c.model, loops, r.q.col(k), r.qd.col(k), r.tau.col(k),
                                          qdd, lambda);
      EXPECT_LT((qdd - r.qdd.col(k)).cwiseAbs().maxCoeff(), 1e-7 * scale) << "cycle " << k;
      for (int i = 0; i < c.model.nv(); ++i)
        limited += r.limited[static_cast<std::size_t>(k * c.model.nv() + i)].torque() ? 1 : 0;
    }
    EXPECT_GT(limited, 5);
    EXPECT_GT(r.path_error.maxCoeff(), 1e-5);
  }
}

/// With motors enough the robot does what is asked, passive joints included.
TEST(ClosedMechanism, WhatIsWithinTheLimitsIsAchieved) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of(closed.program));
    Drives::Parts parts = c.drives.parts();
    for (Motor& motor : parts.motors) motor.limits = {};
    Model::Parts free = c.model.parts();
    for (Body& body : free.bodies) body.limits.speed = std::numeric_limits<double>::infinity();
    const Verification v =
        verify(c.program, c.plan, Model(std::move(free)), Drives(std::move(parts)));
    ASSERT_EQ(v.fault, "");
    ASSERT_EQ(v.motion.q.cols(), v.motion.q_asked.cols());
    EXPECT_LT((v.motion.q - v.motion.q_asked).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(v.motion.path_error.maxCoeff(), 1e-9);
  }
}

/// The causes of a motor's torque sum to it: gravity, Coriolis, inertia through the loops.
TEST(ClosedMechanism, CausesSumToTheTorquesOfMotors) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of("ext_force wrench(30, -20, 50, 0, 0, 0) frame "
                                                    "world;\n" +
                                                    closed.program));
    VerificationSettings settings;
    settings.causes = true;
    const MotionRecord r = verify(c, settings).motion;
    for (int i = 0; i < c.drives.count(); ++i) {
      const VectorX<double> sum =
          r.causes_asked.middleRows(i * torque_cause_count, torque_cause_count).colwise().sum();
      const double scale = r.ua_asked.row(i).cwiseAbs().maxCoeff();
      EXPECT_LT((sum - r.ua_asked.row(i).transpose()).cwiseAbs().maxCoeff(), 1e-12 * scale);
    }
  }
}

std::string fault_of(const RobotChoice& robot, const std::string& statements) {
  const Case c = read_case(robot, moves_of(statements));
  return c.plan.faults.empty() ? "" : c.plan.faults.front().message;
}

/// The platform of a Delta only travels.
TEST(ClosedMechanism, AMissingFreedomIsNamed) {
  const Pose<double> X = tool_at_start({.robot = "delta"});
  EXPECT_NE(
      fault_of({.robot = "delta"}, "move ptp " + target_at(moved_by(X, 20, 0, 0, 0, 0, 30)) + ";\n")
          .find(
              "the robot has 3 of 6 freedoms: a turn of 30.00 deg about the x axis of the world is "
              "missing"),
      std::string::npos);
}

TEST(ClosedMechanism, TheLegThatEndsIsNamed) {
  const Pose<double> X = tool_at_start({.robot = "delta"});
  const std::string fault = fault_of({.robot = "delta"}, lin(moved_by(X, 900, 0, 0), "speed=300"));
  EXPECT_NE(fault.find("out of reach: the leg of ball1 ends"), std::string::npos) << fault;
}

/// A hexapod whose platform turns by more than a right angle about the vertical goes through a place where
/// its legs do not hold it.
TEST(ClosedMechanism, MotorsThatDoNotHoldThePlatformAreNamedWithThePlace) {
  RobotChoice wide{.robot = "gough_stewart"};
  for (int leg = 1; leg <= 6; ++leg)
    wide.settings.push_back(fmt::format("body.leg{}.joint.range_m=[0.1,5]", leg));
  const Pose<double> X = tool_at_start(wide);
  EXPECT_EQ(fault_of(wide, lin(moved_by(X, 0, 0, 0, 60), "")), "");
  const std::string fault =
      fault_of(wide, lin(moved_by(X, 0, 0, 0, 80), "") + lin(moved_by(X, 0, 0, 0, 130), ""));
  EXPECT_NE(fault.find("singularity of type 2"), std::string::npos) << fault;
  EXPECT_NE(fault.find("the motors do not hold"), std::string::npos) << fault;
}

/// Programs speak of active joints: as many numbers as motors, and the loops bring the rest along.
TEST(ClosedMechanism, JointTargetsAreThoseOfTheMotors) {
  const Case c = read_case(ugly_delta(), moves_of("move ptp joint(mainjoint(20, 35, 50));\n"));
  ASSERT_TRUE(c.plan.complete) << c.plan.findings.text();
  const VectorX<double> end = entries_of(c.plan.q.rightCols(1), active_indices(c.model));
  EXPECT_NEAR(end[0] * 180 / std::numbers::pi, 20, 1e-9);
  EXPECT_NEAR(end[2] * 180 / std::numbers::pi, 50, 1e-9);
  const std::string fault = fault_of(
      {.robot = "gough_stewart"}, "move ptp joint(mainjoint(800, 1500, 800, 1500, 800, 1500));\n");
  EXPECT_NE(fault.find("the loops do not close there: they follow until leg1"), std::string::npos)
      << fault;
}

/// Ranges and speeds of joints that the loops move count like those of others.
TEST(ClosedMechanism, PassiveJointsAreJudged) {
  const RobotChoice narrow{.robot = "delta", .settings = {"body.rods2.joint.range_deg=[-3,3]"}};
  EXPECT_NE(fault_of(narrow, "move ptp joint(mainjoint(5, 45, 20));\n")
                .find("rods2 would leave its range"),
            std::string::npos);
  const RobotChoice slow{.robot = "delta", .settings = {"body.cross1.joint.speed_max_deg_s=20"}};
  const Case c = read_case(slow, moves_of("move ptp joint(mainjoint(5, 45, 20));\n"));
  const Verification v = verify(c);
  ASSERT_EQ(v.moves.size(), 1U);
  EXPECT_FALSE(v.achievable);
  EXPECT_EQ(v.moves[0].worst.limit, Limit::joint_speed);
  EXPECT_EQ(c.model.body({v.moves[0].worst.axis}).joint, "cross1");
}

/// Forward and inverse kinematics are inverses, and the branch of each leg stays.
TEST(ClosedMechanism, InverseKinematicsFindsThePostureAgain) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    const Case c = read_case(closed.robot, moves_of(closed.program));
    Workspace ws(c.model);
    const InverseKinematics& ik = *c.kinematics;
    EXPECT_EQ(ik.is_leg_by_leg(), closed.parallel);
    for (int k = 5; k < c.plan.samples(); k += 7) {
      const VectorX<double> q = c.plan.q.col(k), near = c.plan.q.col(k - 5);
      const IkResult found = ik.nearest(frame_pose<double>(c.model, ws, q, ik.flange()), near);
      ASSERT_TRUE(found.ok()) << k;
      EXPECT_LT((found.q - q).cwiseAbs().maxCoeff(), 1e-8) << k;
    }
  }
}

/// Where the motors fall short the path is kept by going slower.
TEST(ClosedMechanism, ThePathIsKeptByGoingSlower) {
  for (const Closed& closed : all()) {
    SCOPED_TRACE(closed.name);
    Case c = read_case(closed.robot, moves_of(closed.program));
    const MotionRecord asked = verify(c).motion;
    Drives::Parts parts = c.drives.parts();
    bool standing = false;
    for (int i = 0; i < c.drives.count(); ++i) {
      const double rest = std::abs(asked.ua_asked(i, 0)),
                   most = asked.ua_asked.row(i).cwiseAbs().maxCoeff();
      standing |= rest > 0.8 * most;
      parts.motors[static_cast<std::size_t>(i)].limits.torque_peak =
          std::max(0.9 * most, 1.3 * rest);
    }
    c.drives = Drives(std::move(parts));
    const Verification v = verify(c);
    ASSERT_EQ(v.fault, "");
    ASSERT_TRUE(v.kept_path.has_value());
    if (v.achievable) continue;
    ASSERT_TRUE(v.kept_path->keeps_limits()) << standing;
    EXPECT_GT(v.kept_path->time, v.asked_time);
    PlannerSettings slow = c.settings;
    slow.instruction_speeds = v.kept_path->speeds;
    const Plan plan = erfd::plan(c.program, c.model, *c.kinematics, slow);
    const Verification again = verify(c.program, plan, c.model, c.drives);
    for (const MoveVerdict& move : again.moves)
      for (const Binding& b : move.exceeded) EXPECT_EQ(b.limit, Limit::jump) << move.reason;
  }
}

}  // namespace
}  // namespace erfd::test
