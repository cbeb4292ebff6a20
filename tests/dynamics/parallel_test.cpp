// Parallel robots: through their legs against loops in general, against energy and geometry; the
// shipped robots with loops.
#include "erfd/dynamics/loops/parallel.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include "support/allocation_counter.hpp"
#include "support/random_robot.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// A robot, and platform poses around the one where it is put together.
struct Parallel {
  Model model;
  ParallelWorkspace ws;
  double travel, turn;
  Parallel(const char* name, double travel_m, double turn_rad)
      : model(load_robot(name)), ws(model), travel(travel_m), turn(turn_rad) {}

  /// A closed motion at random.
  State state(std::mt19937& rng) {
    State s = random_state(model, rng);
    LoopWorkspace loops(model);
    s.q = model.start();
    EXPECT_TRUE(close_position(model, loops, s.q).closed);
    const auto& platform = ws.structure.platform;
    for (std::size_t k = 0; k < platform.size(); ++k)
      s.q[platform[k]] += uniform(rng, -1, 1) * (k < 3 ? travel : turn);
    EXPECT_TRUE(parallel_inverse_kinematics(model, ws, s.q).reached);
    parallel_velocity(model, ws, s.q, s.qd);
    parallel_acceleration(model, ws, s.q, s.qd, s.qdd);
    return s;
  }
};

std::vector<Parallel> both() {
  std::vector<Parallel> list;
  list.emplace_back("delta", 0.1, 0);
  list.emplace_back("gough_stewart", 0.1, 0.2);
  return list;
}

double largest_difference(const VectorX<double>& a, const VectorX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

TEST(Parallel, LegsAndLoopsInGeneralAgree) {
  std::mt19937 rng(71);
  for (Parallel& p : both()) {
    LoopWorkspace loops(p.model);
    const auto n = static_cast<Eigen::Index>(p.ws.structure.active.size());
    for (int k = 0; k < 20; ++k) {
      const State s = p.state(rng);
      VectorX<double> gap(p.model.constraint_rows());
      constraint_gap(p.model, loops, s.q, gap);
      EXPECT_LE(gap.cwiseAbs().maxCoeff(), 1e-14) << "closed form of the legs";
      VectorX<double> qd = s.qd, qdd = s.qdd;
      close_velocity(p.model, loops, s.q, qd);
      close_acceleration(p.model, loops, s.q, s.qd, qdd);
      EXPECT_LE(largest_difference(qd, s.qd), 1e-12);
      EXPECT_LE(largest_difference(qdd, s.qdd), 1e-11);

      VectorX<double> force(n), tau(n), in_general(n), x(p.model.nv()), y(p.model.nv());
      parallel_inverse_dynamics(p.model, p.ws, s.q, s.qd, s.qdd, force, tau);
      loop_inverse_dynamics(p.model, loops, s.q, s.qd, s.qdd, in_general);
      EXPECT_LE(largest_difference(tau, in_general), 1e-11);
      parallel_forward_dynamics(p.model, p.ws, s.q, s.qd, tau, x);
      EXPECT_LE(largest_difference(x, s.qdd), 1e-10) << "forward of inverse";
      VectorX<double> all = VectorX<double>::Zero(p.model.nv());
      for (Eigen::Index a = 0; a < n; ++a)
        all[p.ws.structure.active[static_cast<std::size_t>(a)]] = tau[a];
      loop_forward_by_projection(p.model, loops, s.q, s.qd, all, y);
      EXPECT_LE(largest_difference(x, y), 1e-10);
    }
  }
}

/// A plate in a tilted plane on three legs of two bars: cut joints with two rows, which are no ball joints.
Model three_rrr(std::mt19937& rng, VectorX<double>& q) {
  Model::Parts parts;
  parts.name = "3rrr";
  const VectorX<double> g = random_vector(3, rng, 10), r = random_vector(4, rng);
  parts.gravity = g;
  const Matrix3<double> tilt = rotation_of_quaternion(r[0], r[1], r[2], r[3]);
  q.setZero(9);
  const auto add = [&](int parent, JointKind kind, const Pose<double>& X, double mass,
                       bool passive) {
    Body body;
    body.name = body.joint = "b" + std::to_string(parts.bodies.size());
    body.parent = {parent};
    body.kind = kind;
    body.X_PB0 = X;
    const VectorX<double> com = random_vector(3, rng, 0.2);
    body.I_B = Inertia::about_com(mass, com, Matrix3<double>::Identity() * (0.02 * mass));
    body.passive = passive;
    parts.bodies.push_back(body);
  };
  // A slide moves along its own z: x of the plane, then y, then the plate turns about z of the plane.
  Matrix3<double> along_x;
  along_x << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const Matrix3<double> I = Matrix3<double>::Identity();
  add(-1, JointKind::prismatic, {tilt * along_x, {0, 0, 0}}, 0.1, true);
  add(0, JointKind::prismatic, {along_x, {0, 0, 0}}, 0.1, true);
  const Matrix3<double> back = (along_x * along_x).transpose();
  add(1, JointKind::revolute, {back, {0, 0, 0}}, 2, true);
  q[2] = 0.2;
  for (int leg = 0; leg < 3; ++leg) {
    const double around = 2.1 * leg + 0.1, first = 0.7 + 0.05 * leg, second = 0.8;
    const Vector3<double> foot(std::cos(around), std::sin(around), 0),
        corner(0.3 * std::cos(around + 0.3), 0.3 * std::sin(around + 0.3), 0);
    const Vector3<double> way = rotation_z(q[2]) * corner - foot;
    const double d = way.norm();
    const double inner = std::acos((first * first + d * d - second * second) / (2 * first * d)),
                 bend = std::acos((first * first + second * second - d * d) / (2 * first * second));
    const int arm = 3 + 2 * leg;
    add(-1, JointKind::revolute, {tilt, tilt * foot}, 1, false);
    add(arm, JointKind::revolute, {I, {first, 0, 0}}, 0.7, true);
    q[arm] = std::atan2(way.y(), way.x()) + inner;
    q[arm + 1] = bend - std::numbers::pi;
    parts.constraints.push_back({"corner" + std::to_string(leg),
                                 CutKind::planar_position,
                                 {2},
                                 {arm + 1},
                                 {I, corner},
                                 {I, {second, 0, 0}}});
  }
  return Model(std::move(parts));
}

TEST(Parallel, LegsThatEndInOtherJointsThanBallsAgreeToo) {
  std::mt19937 rng(74);
  for (int k = 0; k < 20; ++k) {
    VectorX<double> q;
    const Model model = three_rrr(rng, q);
    ParallelWorkspace ws(model);
    LoopWorkspace loops(model);
    VectorX<double> gap(6), force(3), tau(3), in_general(3), x(9);
    constraint_gap(model, loops, q, gap);
    ASSERT_LE(gap.cwiseAbs().maxCoeff(), 1e-14);
    State s = random_state(model, rng);
    s.q = q;
    close_velocity(model, loops, s.q, s.qd);
    close_acceleration(model, loops, s.q, s.qd, s.qdd);
    parallel_inverse_dynamics(model, ws, s.q, s.qd, s.qdd, force, tau);
    loop_inverse_dynamics(model, loops, s.q, s.qd, s.qdd, in_general);
    EXPECT_LE(largest_difference(tau, in_general), 1e-11) << k;
    parallel_forward_dynamics(model, ws, s.q, s.qd, tau, x);
    EXPECT_LE(largest_difference(x, s.qdd), 1e-10) << k;
  }
}

// Power of the drives is the rate of the energy; positions along the motion by the closed form.
TEST(Parallel, PowerOfTheActiveJointsIsTheRateOfTheEnergy) {
  std::mt19937 rng(72);
  for (Parallel& p : both()) {
    const auto n = static_cast<Eigen::Index>(p.ws.structure.active.size());
    Workspace tree(p.model);
    for (int k = 0; k < 10; ++k) {
      const State s = p.state(rng);
      const double h = 1e-5;
      const auto energy = [&](double t) {
        VectorX<double> q = s.q, qd = s.qd;
        for (const int i : p.ws.structure.platform) {
          q[i] += t * s.qd[i] + t * t / 2 * s.qdd[i];
          qd[i] += t * s.qdd[i];
        }
        parallel_inverse_kinematics(p.model, p.ws, q);
        parallel_velocity(p.model, p.ws, q, qd);
        return kinetic_energy(p.model, tree, q, qd) + potential_energy(p.model, tree, q);
      };
      VectorX<double> force(n), tau(n);
      parallel_inverse_dynamics(p.model, p.ws, s.q, s.qd, s.qdd, force, tau);
      double power = 0;
      for (Eigen::Index a = 0; a < n; ++a)
        power += tau[a] * s.qd[p.ws.structure.active[static_cast<std::size_t>(a)]];
      EXPECT_NEAR((energy(h) - energy(-h)) / (2 * h), power, 1e-6 * std::max(1.0, std::abs(power)))
          << p.model.name();
    }
  }
}

TEST(Parallel, ForwardKinematicsContinuesTheBranch) {
  std::mt19937 rng(73);
  for (Parallel& p : both()) {
    for (int k = 0; k < 20; ++k) {
      const State s = p.state(rng);
      VectorX<double> active(static_cast<Eigen::Index>(p.ws.structure.active.size())), q = s.q;
      for (Eigen::Index a = 0; a < active.size(); ++a)
        active[a] = s.q[p.ws.structure.active[static_cast<std::size_t>(a)]];
      for (const int i : p.ws.structure.platform) q[i] += uniform(rng, -0.03, 0.03);
      const PlatformClosure closure = parallel_forward_kinematics(p.model, p.ws, active, q);
      EXPECT_TRUE(closure.closed);
      EXPECT_LE(largest_difference(q, s.q), 1e-9) << p.model.name() << " " << closure.iterations;
    }
  }
}

// The rods of the Delta robot keep their length, whatever the formulas of the leg say.
TEST(Parallel, RodsOfTheDeltaRobotKeepTheirLength) {
  std::mt19937 rng(74);
  Parallel p("delta", 0.15, 0);
  for (int k = 0; k < 20; ++k) {
    const State s = p.state(rng);
    const Vector3<double> platform(s.q[0], s.q[1], s.q[2]);
    for (int leg = 0; leg < 3; ++leg) {
      const double phi = leg * 2 * std::acos(-1.0) / 3, arm = s.q[3 + 3 * leg];
      const Vector3<double> out(std::cos(phi), std::sin(phi), 0), up(0, 0, 1);
      const Vector3<double> elbow = (0.2 + 0.3 * std::cos(arm)) * out - 0.3 * std::sin(arm) * up;
      EXPECT_NEAR((platform + 0.05 * out - elbow).norm(), 0.75, 1e-14);
    }
  }
}

TEST(Parallel, PlacesOutOfReachAreSaid) {
  Parallel p("delta", 0, 0);
  VectorX<double> q = p.model.start();
  q[2] = -1.2;
  EXPECT_FALSE(parallel_inverse_kinematics(p.model, p.ws, q).reached);
  VectorX<double> far(3);
  far << 2.8, 2.8, -2.8;
  VectorX<double> near = p.model.start();
  EXPECT_FALSE(parallel_forward_kinematics(p.model, p.ws, far, near).closed);
}

TEST(Parallel, OtherRobotsAreRefusedWithTheReason) {
  const auto why = [](const char* name) -> std::string {
    try {
      parallel_structure(load_robot(name));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(why("planar2r"),
            "the robot 'planar2r' is not a parallel robot of platform and legs: it has no loops");
  EXPECT_EQ(
      why("palletiser"),
      "the robot 'palletiser' is not a parallel robot of platform and legs: no body on passive "
      "joints of its own is joined by every loop to a leg");
}

TEST(Parallel, NoCallTouchesTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  std::mt19937 rng(75);
  for (Parallel& p : both()) {
    State s = p.state(rng);
    const auto n = static_cast<Eigen::Index>(p.ws.structure.active.size());
    VectorX<double> force(n), tau(n), x(p.model.nv()), active = VectorX<double>::Zero(n);
    for (Eigen::Index a = 0; a < n; ++a)
      active[a] = s.q[p.ws.structure.active[static_cast<std::size_t>(a)]];
    const AllocationCounter counter;
    parallel_inverse_kinematics(p.model, p.ws, s.q);
    parallel_velocity(p.model, p.ws, s.q, s.qd);
    parallel_acceleration(p.model, p.ws, s.q, s.qd, s.qdd);
    parallel_inverse_dynamics(p.model, p.ws, s.q, s.qd, s.qdd, force, tau);
    parallel_forward_dynamics(p.model, p.ws, s.q, s.qd, tau, x);
    parallel_forward_kinematics(p.model, p.ws, active, s.q);
    EXPECT_EQ(counter.count(), 0) << p.model.name();
  }
}

TEST(LoopRobots, AreSoundAndRuledByTheirActiveJoints) {
  struct Expected {
    const char* name;
    int freedoms, redundant;
  };
  for (const auto& [name, freedoms, redundant] :
       {Expected{"fourbar", 1, 0}, Expected{"fivebar", 2, 3}, Expected{"palletiser", 4, 0},
        Expected{"delta", 3, 0}, Expected{"gough_stewart", 6, 0}}) {
    ReadResult read = read_robot_file(find_robot(name));
    lint(read.robot, read.findings);
    EXPECT_EQ(read.findings.count(Severity::error), 0) << name << "\n" << read.findings.text();
    EXPECT_EQ(read.findings.count(Severity::warning), 0) << name << "\n" << read.findings.text();
    const Model model = build(read.robot);
    LoopWorkspace ws(model);
    VectorX<double> q = model.start();
    EXPECT_TRUE(close_position(model, ws, q).closed) << name;
    const LoopMobility mobility = loop_mobility(model, ws, q);
    EXPECT_EQ(mobility.freedoms, freedoms) << name;
    EXPECT_EQ(mobility.redundant, redundant) << name;
    EXPECT_TRUE(mobility.regular()) << name;
    EXPECT_EQ(static_cast<int>(ws.active().size()), freedoms) << name;
  }
}

// Both couplers in line: reached by its active joints, the five-bar closes there to the root of
// rounding, and says all the same that they do not hold it.
TEST(LoopRobots, DeadCentreIsFoundWhereTheActiveJointsLeadToIt) {
  const Model model = load_robot("fivebar");
  LoopWorkspace ws(model);
  VectorX<double> q = model.start(), target = q;
  ASSERT_EQ(loop_trouble<double>(model, ws, q), "");
  target[0] = std::acos(-1.0);
  target[2] = 0;
  ASSERT_TRUE(move_active<double>(model, ws, target, q).closed);
  EXPECT_EQ(
      loop_trouble<double>(model, ws, q),
      "'fivebar' stands in a dead centre at left_crank = 180 deg, right_crank = 0 deg: they do "
      "not hold left_coupler, right_coupler");
}

// The parallelograms keep the wrist of the palletiser level, and the upper arm parallel to the crank.
TEST(LoopRobots, PalletiserKeepsItsWristLevel) {
  const Model model = load_robot("palletiser");
  LoopWorkspace ws(model);
  const auto of = [&](const char* name) { return model.body(model.body_index(name)).q_index; };
  VectorX<double> q = model.start();
  for (const double lower : {0.9, 1.3, 1.9})
    for (const double crank : {-0.9, -0.2, 0.3}) {
      VectorX<double> target = q;
      target[of("lower_arm")] = lower;
      target[of("crank")] = crank;
      ASSERT_TRUE(move_active<double>(model, ws, target, q).closed) << lower << " " << crank;
      const double upper = q[of("lower_arm")] + q[of("upper_arm")];
      EXPECT_NEAR(upper, crank, 1e-10);
      EXPECT_NEAR(upper + q[of("wrist")], 0, 1e-10);
    }
}

}  // namespace
}  // namespace erfd::test
