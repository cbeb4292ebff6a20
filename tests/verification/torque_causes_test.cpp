// What verification records of torques, against routes that share no formula with it: the causes
// against the torques that were judged and against the terms of split_torques(), the torques of
// joints against Newton and Euler.
#include "erfd/drives/actuator_model.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/program/program.hpp"
#include "erfd/robot/read.hpp"

#include "support/random_mechanisms.hpp"
#include "verification/hand_made.hpp"

#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

/// A random motion of a robot whose load changes twice on the way; a force acts on the last way.
struct Moved {
  std::string name;
  Model model;
  Drives drives;
  Program program;
  Plan plan;

  Moved(std::string title, const Model& m, const Drives& d, const VectorX<double>& middle,
        double size, std::mt19937& rng, double seconds = 0.5)
      : name(std::move(title)), model(m), drives(d) {
    std::vector<VectorX<double>> postures;
    for (int i = 0; i < 4; ++i)
      postures.push_back(middle + test::random_vector(model.nv(), rng, size));
    Conditions loaded;
    loaded.gripped.mass = 3;
    loaded.gripped.com = {0.02, -0.05, 0.11};
    program = test::program_of(3, loaded);
    program.instructions[1].conditions = {};
    program.instructions[2].conditions.wrench =
        ToolWrench{{{1, -2, 3}, {40, 10, -20}}, ToolWrench::Axes::base};
    plan = test::plan_of(model, postures, seconds);
  }

  Verification verified(std::string_view actuators) const {
    VerificationSettings settings;
    settings.algorithm.actuator_model = actuators;
    settings.causes = true;
    return verify(program, plan, model, drives, settings);
  }

  const Conditions& conditions(Eigen::Index asked_cycle) const {
    const int move = plan.move[static_cast<std::size_t>(asked_cycle)];
    return program.instructions[static_cast<std::size_t>(move)].conditions;
  }
  Model loaded(Eigen::Index cycle) const {
    const Payload& load = conditions(cycle).gripped;
    return load.mass > 0 ? model.with_payload(flange_of(model), load) : model;
  }
  ExternalWrench<double> wrench(Eigen::Index cycle) const {
    ExternalWrench<double> w;
    w.frame = flange_of(model);
    w.p_F = tool_in_flange(conditions(cycle), model).p;
    if (conditions(cycle).wrench) w.F_W = conditions(cycle).wrench->F;  // base axes are the world's
    return w;
  }
};

RobotDescription described(const char* name) { return read_robot_file(find_robot(name)).robot; }

/// Lola 15, the IRb-6 (five axes, ball screws, coupled wrist), and random robots: five, six and
/// seven joints, skew and sliding axes, full coupling matrices, cranks and ball screws.
std::vector<Moved> ugly_motions() {
  std::mt19937 rng(11);
  std::vector<Moved> all;
  const RobotDescription lola = described("lola15"), irb6 = described("irb6");
  const Model lola_model = build(lola), irb6_model = build(irb6);
  all.emplace_back("lola15", lola_model, make_drives(lola, lola_model), VectorX<double>::Zero(6),
                   1.5, rng, 1.5);
  all.emplace_back("irb6", irb6_model, make_drives(irb6, irb6_model), VectorX<double>::Zero(5), 0.2,
                   rng);
  for (const int n : {5, 6, 7}) {
    const Model model = test::random_robot({.joints = n, .branching = 0}, rng);
    all.emplace_back("coupled " + std::to_string(n), model, test::random_drives(n, rng),
                     VectorX<double>::Zero(n), 0.6, rng);
    const test::DrivesAtPosition made = test::random_mechanism_drives(n, rng);
    all.emplace_back("mechanisms " + std::to_string(n), model, made.drives, made.q, 0.05, rng);
  }
  return all;
}

/// The causes of a motor in a cycle.
auto causes_of(const MotionRecord& record, int motor, Eigen::Index cycle) {
  return record.causes_asked.col(cycle).segment<torque_cause_count>(Eigen::Index{motor} *
                                                                    torque_cause_count);
}

/// Some shaft starts the cycle at rest: Algorithm 1 gives it its starting friction, a moving robot has
/// none of it.
bool starts(const Moved& moved, const VectorX<double>& q, const VectorX<double>& qd) {
  DriveState state(moved.drives);
  EXPECT_TRUE(set_position(moved.drives, q, state));
  return qd.cwiseAbs().minCoeff() < 1e-6 || (state.K() * qd).cwiseAbs().minCoeff() < 1e-4;
}

class UglyMotions : public testing::TestWithParam<const char*> {};

TEST_P(UglyMotions, CausesSumToTheTorqueThatWasJudged) {
  for (const Moved& moved : ugly_motions()) {
    const Verification result = moved.verified(GetParam());
    ASSERT_EQ(result.fault, "") << moved.name;
    const MotionRecord& r = result.motion;
    ASSERT_EQ(r.causes_asked.cols(), r.ua_asked.cols());
    double worst = 0, scale = 0;
    for (Eigen::Index k = 0; k < r.ua_asked.cols(); ++k)
      for (int i = 0; i < moved.drives.count(); ++i) {
        worst = std::max(worst, std::abs(causes_of(r, i, k).sum() - r.ua_asked(i, k)));
        scale = std::max(scale, causes_of(r, i, k).cwiseAbs().maxCoeff());
      }
    EXPECT_LE(worst, 1e-11 * std::max(1.0, scale)) << moved.name;
    EXPECT_GT(scale, 0.01) << moved.name;
  }
}

TEST_P(UglyMotions, SharesOfAVerdictAreTheCausesOfItsCycle) {
  for (const Moved& moved : ugly_motions()) {
    const Verification with = moved.verified(GetParam());
    VerificationSettings settings;
    settings.algorithm.actuator_model = GetParam();
    const Verification without =
        verify(moved.program, moved.plan, moved.model, moved.drives, settings);
    EXPECT_EQ(without.motion.causes_asked.size(), 0);
    for (std::size_t m = 0; m < with.moves.size(); ++m) {
      ASSERT_EQ(with.moves[m].shares.has_value(), without.moves[m].shares.has_value());
      if (with.moves[m].shares) {
        EXPECT_EQ(*with.moves[m].shares, *without.moves[m].shares);
      }
      EXPECT_EQ(with.moves[m].reason, without.moves[m].reason);
    }
  }
}

TEST_P(UglyMotions, JointTorquesAreThoseOfNewtonAndEuler) {
  for (const Moved& moved : ugly_motions()) {
    const Verification result = moved.verified(GetParam());
    const MotionRecord& r = result.motion;
    const MatrixX<double> started = starting_speeds(r);
    Workspace ws(moved.model);
    VectorX<double> tau(moved.model.nv());
    double asked = 0, achieved = 0;
    for (Eigen::Index k = 0; k < r.q.cols(); ++k) {
      const Eigen::Index a = std::min(k, r.q_asked.cols() - 1);
      const Model loaded = moved.loaded(a);
      const ExternalWrench<double> wrench = moved.wrench(a);
      rnea<double>(loaded, ws, r.q.col(k), r.qd.col(k), r.qdd.col(k), tau, {&wrench, 1});
      achieved = std::max(achieved, (tau - r.tau.col(k)).cwiseAbs().maxCoeff());
      if (k != a) continue;
      rnea<double>(loaded, ws, r.q_asked.col(k), started.col(k), r.qdd_asked.col(k), tau,
                   {&wrench, 1});
      asked = std::max(asked, (tau - r.tau_asked.col(k)).cwiseAbs().maxCoeff());
    }
    const double scale = std::max(1.0, r.tau_asked.cwiseAbs().maxCoeff());
    EXPECT_LT(asked, 1e-11 * scale) << moved.name;
    EXPECT_LT(achieved, 1e-9 * std::max(scale, r.tau.cwiseAbs().maxCoeff())) << moved.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Actuators, UglyMotions, testing::Values("corrected", "as_published"),
                         [](const auto& actuators) { return std::string(actuators.param); });

/// split_torques() has its terms from H, C, g and Jᵀ w.
TEST(RecordedCauses, AreTheTermsOfTheEquationOfMotion) {
  for (const Moved& moved : ugly_motions()) {
    const MotionRecord r = moved.verified("corrected").motion;
    const MatrixX<double> started = starting_speeds(r);
    const double scale = r.causes_asked.cwiseAbs().maxCoeff();
    double worst = 0;
    int compared = 0;
    for (Eigen::Index k = 0; k < r.q_asked.cols(); k += 7) {
      ++compared;
      LoadedRobot robot{moved.model, {}, moved.drives};
      if (moved.conditions(k).gripped.mass > 0) robot.loaded = moved.loaded(k);
      TorqueSplitWorkspace ws(robot);
      TorqueSplit split(robot);
      const ExternalWrench<double> wrench = moved.wrench(k);
      split_torques(robot, ws, r.q_asked.col(k), started.col(k), r.qdd_asked.col(k),
                    r.qd_asked.col(k), r.period, split, {&wrench, 1});
      for (int i = 0; i < moved.drives.count(); ++i)
        worst = std::max(
            worst, (causes_of(r, i, k) - split.motor.row(i).transpose()).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst, 1e-11 * std::max(1.0, scale)) << moved.name;
    EXPECT_GT(compared, 10) << moved.name;
  }
}

/// (D.3) by its matrices, which no cycle of Algorithm 1 makes.
TEST(RecordedCauses, AsPublishedAreThoseOfThePublishedModel) {
  for (const Moved& moved : ugly_motions()) {
    if (!moved.drives.is_constant()) continue;
    const MotionRecord r = moved.verified("as_published").motion;
    const MatrixX<double> started = starting_speeds(r);
    const Drives& drives = moved.drives;
    const Eigen::Index n = drives.count();
    MatrixX<double> H(n, n), H_a(n, n);
    VectorX<double> bias(n), bias_a(n);
    const VectorX<double> zero = VectorX<double>::Zero(n);
    double worst = 0;
    for (Eigen::Index k = 0; k < r.q_asked.cols(); k += 7) {
      if (starts(moved, r.q_asked.col(k), started.col(k))) continue;
      const Model loaded = moved.loaded(k);
      const ExternalWrench<double> wrench = moved.wrench(k);
      Workspace ws(loaded);
      const VectorX<double> q = r.q_asked.col(k), qd = started.col(k), qdd = r.qdd_asked.col(k),
                            end = r.qd_asked.col(k);
      crba(loaded, ws, q, H);
      rnea<double>(loaded, ws, q, qd, zero, bias, {&wrench, 1});
      const VectorX<double> u = H * qdd + bias;
      find_actuator_model("as_published")
          .evaluate(drives, {H, bias, u, qd, end, moved.plan.period}, H_a, bias_a);
      const VectorX<double> ua = H_a * qdd + bias_a;
      for (int i = 0; i < n; ++i)
        worst = std::max(worst, std::abs(causes_of(r, i, k).sum() - ua[i]));
    }
    EXPECT_LT(worst, 1e-10 * std::max(1.0, r.causes_asked.cwiseAbs().maxCoeff())) << moved.name;
  }
}

TEST(RecordedTorques, AchievedOnesAreTheAskedOnesWhereNothingLimits) {
  std::mt19937 rng(11);
  const RobotDescription lola = described("lola15");
  const Model model = build(lola);
  const Moved slow("slow", model, make_drives(lola, model), VectorX<double>::Zero(6), 1.5, rng, 6);
  const Verification result = slow.verified("corrected");
  ASSERT_TRUE(result.achievable);
  const MotionRecord& r = result.motion;
  EXPECT_LT((r.tau.leftCols(r.tau_asked.cols()) - r.tau_asked).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_GT(r.tau_asked.cwiseAbs().maxCoeff(), 100);
}

}  // namespace
}  // namespace erfd
