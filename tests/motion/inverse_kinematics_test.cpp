// The closed form against forward kinematics, which shares no formula with it, against a search by
// Newton's method from random starts, and against published postures.
#include "erfd/motion/inverse_kinematics.hpp"

#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/lu.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"

#include "motion/random_wrist_arm.hpp"
#include "support/allocation_counter.hpp"
#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180;

/// Largest of position error [m] and turn [rad] between two poses.
double difference(const Pose<double>& a, const Pose<double>& b) {
  const auto q = quaternion_of(a.R * b.R.transpose());
  return std::max((a.p - b.p).norm(), 2 * std::atan2(std::hypot(q[1], q[2], q[3]), q[0]));
}

/// Largest difference of two postures, whole turns left out.
double turn_free_difference(const VectorX<double>& a, const VectorX<double>& b) {
  double worst = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(std::remainder(a[i] - b[i], 2 * pi)));
  return worst;
}

struct Arm {
  explicit Arm(Model m) : model(std::move(m)), ws(model), ik(model) {}
  Pose<double> at(const VectorX<double>& q) { return frame_pose(model, ws, q, ik.flange()); }
  Model model;
  Workspace ws;
  InverseKinematics ik;
};

VectorX<double> random_angles(std::mt19937& rng) { return random_vector(6, rng, pi); }

/// How many poses a test tries: 2000, or a hundred thousand with ERFD_LONG=1.
int sample_count() { return std::getenv("ERFD_LONG") != nullptr ? 100000 : 2000; }

struct Sweep {
  double worst = 0;
  int poses = 0, solutions = 0, lost = 0, wrong_branch = 0;
};

/// Poses of random postures: every solution must lead back, one must be the posture itself.
Sweep sweep(Arm& arm, int count, std::mt19937& rng) {
  Sweep result;
  std::vector<IkSolution> solutions;
  for (int k = 0; k < count; ++k) {
    const VectorX<double> q = random_angles(rng);
    const Pose<double> X = arm.at(q);
    arm.ik.all(X, solutions);
    double nearest = 10;
    for (const IkSolution& s : solutions) {
      result.worst = std::max(result.worst, difference(arm.at(s.q), X));
      nearest = std::min(nearest, turn_free_difference(s.q, q));
      result.wrong_branch += arm.ik.branch_of(s.q) != s.branch;
    }
    const auto clear = arm.ik.clearance(q);
    // A posture is as sharp as the pose: rounding over the determinant of the Jacobian, to which the
    // three are proportional (by lengths down to 0.05 m).
    result.lost += !(nearest <= 1e-12 / (clear.wrist * clear.elbow * clear.shoulder));
    result.solutions += static_cast<int>(solutions.size());
    ++result.poses;
  }
  return result;
}

void expect_round_trips(const char* robot) {
  Arm arm(load_robot(robot));
  ASSERT_TRUE(arm.ik.is_closed_form()) << arm.ik.obstacle();
  std::mt19937 rng(5);
  const Sweep result = sweep(arm, sample_count(), rng);
  EXPECT_LE(result.worst, 1e-9);
  EXPECT_EQ(result.lost, 0);
  EXPECT_EQ(result.wrong_branch, 0);
  std::printf("%s: %d poses, %d solutions, worst %.1e m, rad\n", robot, result.poses,
              result.solutions, result.worst);
}

TEST(InverseKinematicsLong, LeadsBackToThePoseOnLola15) { expect_round_trips("lola15"); }
TEST(InverseKinematicsLong, LeadsBackToThePoseOnIrb140) { expect_round_trips("irb140"); }
TEST(InverseKinematicsLong, LeadsBackToThePoseOnPuma560) { expect_round_trips("puma560"); }
TEST(InverseKinematicsLong, LeadsBackToThePoseOnManutecR3) { expect_round_trips("manutec_r3"); }

TEST(InverseKinematics, FindsThePostureOfRandomArmsOfAllKinds) {
  std::mt19937 rng(8);
  for (const ArmKind kind :
       {ArmKind::parallel_2_3, ArmKind::meeting_1_2, ArmKind::meeting_2_3, ArmKind::parallel_1_2})
    for (int k = 0; k < 80; ++k) {
      const WristArmRecipe recipe{kind, k % 2 == 1, k % 4 >= 2};
      Arm arm(random_wrist_arm(recipe, rng));
      ASSERT_TRUE(arm.ik.is_closed_form()) << arm.ik.obstacle();
      const Sweep result = sweep(arm, 20, rng);
      EXPECT_LE(result.worst, 1e-10) << "kind " << static_cast<int>(kind) << " robot " << k;
      EXPECT_EQ(result.lost, 0) << "kind " << static_cast<int>(kind) << " robot " << k;
      EXPECT_EQ(result.wrong_branch, 0) << "kind " << static_cast<int>(kind) << " robot " << k;
    }
}

/// Newton's method on the pose; false where it does not arrive.
bool newton(Arm& arm, const Pose<double>& X, VectorX<double>& q) {
  MatrixX<double> J(6, 6);
  for (int k = 0; k < 60; ++k) {
    const Pose<double> here = arm.at(q);
    if (difference(here, X) < 1e-12) return true;
    const auto t = quaternion_of(X.R * here.R.transpose());
    VectorX<double> e(6);
    e << 2 * t[1], 2 * t[2], 2 * t[3], X.p - here.p;
    jacobian(arm.model, arm.ws, q, arm.ik.flange(), J);
    if (!solve_lu(J, e)) return false;
    q += e * std::min(1.0, 0.5 / e.cwiseAbs().maxCoeff());
  }
  return false;
}

TEST(InverseKinematics, ListsEveryPostureThatNewtonsMethodFinds) {
  std::mt19937 rng(9);
  int found = 0;
  for (int robot = 0; robot < 8; ++robot) {
    const auto kind = static_cast<ArmKind>(robot % 4);
    Arm arm(random_wrist_arm({kind, robot >= 4, true}, rng));
    ASSERT_TRUE(arm.ik.is_closed_form());
    const Pose<double> X = arm.at(random_angles(rng));
    std::vector<IkSolution> solutions;
    arm.ik.all(X, solutions);
    for (int k = 0; k < 150; ++k) {
      VectorX<double> q = random_angles(rng);
      if (!newton(arm, X, q)) continue;
      ++found;
      double nearest = 10;
      for (const IkSolution& s : solutions)
        nearest = std::min(nearest, turn_free_difference(s.q, q));
      EXPECT_LE(nearest, 1e-8) << "robot " << robot << " q " << q.transpose();
    }
  }
  EXPECT_GE(found, 200);
}

TEST(InverseKinematics, HasEightBranchesWhereTheArmReachesWithAll) {
  Arm arm(load_robot("puma560"));
  std::vector<IkSolution> solutions;
  VectorX<double> q(6);
  q << 0.3, 0.4, -2.0, 0.5, 0.6, 0.7;
  arm.ik.all(arm.at(q), solutions);
  ASSERT_EQ(solutions.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(solutions[i].branch == solutions[j].branch);
      EXPECT_GT(turn_free_difference(solutions[i].q, solutions[j].q), 0.1);
    }
}

TEST(InverseKinematics, TakesTheWrittenBranchesOfLola15) {
  // Targets of the published drawing program (mm, deg; R = Rz Ry Rx) with the tool p_e, and the
  // postures of the technical facts: front, elbow up, q5 < 0, in the senses of Table A1.
  struct Target {
    double position[3], angles[3], q[6];
  };
  const Target targets[] = {{{786.9329, 402.9624, 632.855},
                             {15, -60, -175.03779},
                             {44.1162111411832, 44.396069386465015, -32.707504331388996,
                              -27.94154361795955, -47.279442035093091, 34.808999772863118}},
                            {{1019.6465, -571.0567, 669.5612},
                             {-40, -60, -90},
                             {-47.640779946828829, 3.7731727016418306, -9.8554368953209686,
                              89.185632659715665, -97.597513782199513, -66.136337572341446}},
                            {{1208.2531, 0, 835.705},
                             {0, -30, -175.03779},
                             {5.513993808310544, -5.2491541182587662, 33.277215205064735,
                              2.1929040560308883, -87.731456854785563, 4.6900674420611974}}};
  Arm arm(load_robot("lola15"));
  const Pose<double> X_FT = in_flange(arm.model, arm.model.frame_index("p_e"));
  for (const Target& t : targets) {
    const Pose<double> X_WT{rotation_z(t.angles[0] * degree) * rotation_y(t.angles[1] * degree) *
                                rotation_x(t.angles[2] * degree),
                            Vector3<double>(t.position[0], t.position[1], t.position[2]) / 1000};
    const IkResult found =
        arm.ik.in_branch(X_WT * X_FT.inverse(), {1, -1, -1}, VectorX<double>::Zero(6));
    ASSERT_TRUE(found.ok());
    const VectorX<double> expected = Eigen::Map<const Vector6<double>>(t.q) * degree;
    EXPECT_LE((found.q - expected).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_EQ(arm.ik.branch_of(expected), (Branch{1, -1, -1}));
  }
}

TEST(InverseKinematics, KnowsTheBranchesOfLola15ByTheirMeaning) {
  Arm arm(load_robot("lola15"));
  std::mt19937 rng(3);
  const double stretched = std::atan2(0.825, 0.115);  // q3 with the wrist centre in line
  for (int k = 0; k < 200; ++k) {
    const VectorX<double> q = random_angles(rng);
    const Branch branch = arm.ik.branch_of(q);
    const Vector3<double> p = rotation_z(q[0]).transpose() * arm.at(q).p;  // d6 = 0: wrist centre
    EXPECT_EQ(branch.shoulder, p.x() > 0 ? 1 : -1);
    EXPECT_EQ(branch.elbow, std::sin(q[2] - stretched) > 0 ? 1 : -1);
    EXPECT_EQ(branch.wrist, std::sin(q[4]) > 0 ? 1 : -1);
    EXPECT_NEAR(arm.ik.clearance(q).shoulder, std::abs(p.x()), 1e-12);
    EXPECT_NEAR(arm.ik.clearance(q).elbow, std::abs(std::sin(q[2] - stretched)), 1e-12);
    EXPECT_NEAR(arm.ik.clearance(q).wrist, std::abs(std::sin(q[4])), 1e-12);
  }
}

/// The same robot with some axes turning the other way.
Model with_flipped_axes(const Model& model, unsigned which) {
  Model::Parts parts = model.parts();
  const Pose<double> flip{rotation_x<double>(pi), Vector3<double>::Zero()};
  for (std::size_t i = 0; i < parts.bodies.size(); ++i) {
    if ((which >> i & 1) == 0) continue;
    parts.bodies[i].X_PB0 = parts.bodies[i].X_PB0 * flip;
    if (i + 1 < parts.bodies.size()) parts.bodies[i + 1].X_PB0 = flip * parts.bodies[i + 1].X_PB0;
    for (Frame& frame : parts.frames)
      if (frame.body.value == static_cast<int>(i)) frame.X_BF = flip * frame.X_BF;
  }
  return Model(std::move(parts));
}

TEST(InverseKinematics, CallsShoulderAndElbowAlikeWhicheverWayAxes2To4Turn) {
  std::mt19937 rng(4);
  for (const char* name : {"lola15", "irb140", "puma560", "manutec_r3"}) {
    Arm arm(load_robot(name));
    for (unsigned which = 2; which < 16; which += 2) {
      Arm flipped(with_flipped_axes(arm.model, which));
      for (int k = 0; k < 10; ++k) {
        const VectorX<double> q = random_angles(rng);
        VectorX<double> q_flipped = q;
        for (int i = 0; i < 6; ++i)
          if (which >> i & 1) q_flipped[i] = -q[i];
        ASSERT_LE(difference(arm.at(q), flipped.at(q_flipped)), 1e-12);
        EXPECT_EQ(arm.ik.branch_of(q).shoulder, flipped.ik.branch_of(q_flipped).shoulder) << name;
        EXPECT_EQ(arm.ik.branch_of(q).elbow, flipped.ik.branch_of(q_flipped).elbow) << name;
      }
    }
  }
}

TEST(InverseKinematics, ArmsWithoutAPictureStandInTheFirstBranchAtZero) {
  std::mt19937 rng(5);
  for (const ArmKind kind : {ArmKind::meeting_2_3, ArmKind::parallel_1_2})
    for (int k = 0; k < 40; ++k) {
      const Arm arm(random_wrist_arm({.kind = kind, .oblique_wrist = k % 2 == 0}, rng));
      const Branch branch = arm.ik.branch_of(VectorX<double>::Zero(6));
      EXPECT_EQ(branch.shoulder, 1) << k;
      EXPECT_EQ(branch.elbow, 1) << k;
    }
}

TEST(InverseKinematics, AllNeverAllocatesOnceItHasHeldEight) {
  if (!AllocationCounter::works()) GTEST_SKIP();
  Arm arm(load_robot("lola15"));
  std::mt19937 rng(6);
  std::vector<IkSolution> solutions(8);
  std::vector<Pose<double>> poses;
  for (int k = 0; k < 50; ++k) poses.push_back(arm.at(random_angles(rng)));
  const AllocationCounter heap;
  for (const Pose<double>& X : poses) arm.ik.all(X, solutions);
  EXPECT_EQ(heap.count(), 0);
}

TEST(InverseKinematics, SaysWhyARobotHasNoClosedForm) {
  const auto obstacle = [](const char* name) {
    return InverseKinematics(load_robot(name)).obstacle();
  };
  EXPECT_EQ(obstacle("scara"), "joint 'axis3' does not turn");
  EXPECT_EQ(obstacle("stanford"), "joint 'axis3' does not turn");
  EXPECT_EQ(obstacle("irb6"), "it has 5 joints, not 6");
  EXPECT_EQ(obstacle("lola15"), "");
  std::mt19937 rng(1);
  EXPECT_EQ(InverseKinematics(random_wrist_arm({ArmKind::skew}, rng)).obstacle(),
            "of its axes 1, 2 and 3 no two neighbours lie in one plane so that the wrist centre "
            "moves in space");
  const Model no_wrist = random_robot({.joints = 6, .branching = 0, .prismatic = 0}, rng);
  EXPECT_EQ(InverseKinematics(no_wrist).obstacle().substr(0, 42),
            "axes 4, 5 and 6 do not meet in one point: ");
}

TEST(InverseKinematics, RefusesWhatItCannotAnswer) {
  const InverseKinematics lola(load_robot("lola15")), scara(load_robot("scara"));
  std::vector<IkSolution> solutions;
  Pose<double> X;
  X.p.x() = std::nan("");
  EXPECT_EQ(message_of([&] { lola.all(X, solutions); }),
            "inverse kinematics: the pose is not finite or its matrix is no rotation");
  X = {};
  X.R(0, 0) = -1;  // a mirror
  EXPECT_EQ(message_of([&] { lola.all(X, solutions); }),
            "inverse kinematics: the pose is not finite or its matrix is no rotation");
  EXPECT_EQ(message_of([&] { lola.nearest({}, VectorX<double>::Zero(5)); }),
            "inverse kinematics: the posture has 5 numbers, but 'lola15' needs 6");
  EXPECT_EQ(message_of([&] { scara.all({}, solutions); }),
            "inverse kinematics: all() needs a closed form, which 'scara' does not have: joint "
            "'axis3' does not turn");
  std::mt19937 rng(2);
  EXPECT_EQ(message_of([&] { InverseKinematics ik(random_robot({.free_base = true}, rng)); }),
            "inverse kinematics: the model 'random' has a free base, expected a fixed one: a base "
            "that floats reaches every pose");
}

}  // namespace
}  // namespace erfd::test
