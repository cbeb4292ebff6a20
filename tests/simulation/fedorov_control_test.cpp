// IRB 140 of [Fe15] in open loop and under PD control with gravity compensation. Errata §1.2 and §4.
#include "erfd/model/build.hpp"

#include "support/closed_loop.hpp"
#include "support/compare.hpp"
#include "support/source_tree.hpp"

#include <array>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi;

Model shipped(const std::string& name) {
  return load_robot(source_tree("robots/") + name + ".toml");
}

VectorX<double> six(std::array<double, 6> x) { return Eigen::Map<VectorX<double>>(x.data(), 6); }

const VectorX<double> zero = VectorX<double>::Zero(6);
const VectorX<double> q_des = six({0, pi / 2, -pi / 2, 0, 0, 0});               // (5.16)
const VectorX<double> u_des = six({0, -158.83371, -23.63229, 0, -0.28449, 0});  // (5.18)
const VectorX<double> Kp = six({50, 50, 50, 50, 50, 60}), Kd = six({20, 20, 20, 20, 20, 22});

std::unique_ptr<Controller> pd_to(const Model& robot, const VectorX<double>& q) {
  return make_controller("pd_gravity", robot, set_point(q), {.Kp = Kp, .Kd = Kd});
}

/// The same torque whatever happens.
class Constant final : public Controller {
 public:
  explicit Constant(const VectorX<double>& u) : u_(u) {}
  void torque(double, In<double>, In<double>, Out<double> u) override { u = u_; }

 private:
  VectorX<double> u_;
};

/// (5.29) as printed: −Kp (q_ref − q) − Kd qd, gravity taken off by adding it.
class Printed final : public Controller {
 public:
  Printed(const Model& robot, const VectorX<double>& q_ref)
      : q_ref_(q_ref), gravity_(make_controller("pd_gravity", robot, set_point(q_ref), none())) {}
  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    gravity_->torque(t, q, qd, u);
    u += -Kp.cwiseProduct(q_ref_ - q) - Kd.cwiseProduct(qd);
  }

 private:
  static ControllerGains none() { return {.Kp = zero, .Kd = zero}; }
  VectorX<double> q_ref_;
  std::unique_ptr<Controller> gravity_;
};

/// Joint 6 alone: Kd/H = 22/0.000968 1/s; classic Runge-Kutta is stable for steps below 2.8 of it.
constexpr double stiff_step = 1e-4;

/// How far the robot is from q0 after one second of constant torque.
double drift(const VectorX<double>& q0, const VectorX<double>& u) {
  Constant law(u);
  const auto run = closed_loop(shipped("irb140_screws"), law, q0, zero, {.end = 1, .step = 1e-4});
  return (run.back().q - q0).cwiseAbs().maxCoeff();
}

TEST(FedorovControl, HoldingTorquesAreThoseOf518) {
  VectorX<double> u(6);
  pd_to(shipped("irb140_screws"), q_des)->torque(0, q_des, zero, u);
  EXPECT_LT((u - u_des).cwiseAbs().maxCoeff(), 1e-12 * tolerance_scale());
}

TEST(FedorovControl, OpenLoop1StaysPutAndOpenLoop2LeavesWithinASecond) {
  const double first = drift(q_des, u_des), second = drift(six({0, pi, -pi / 2, 0, 0, 0}), u_des);
  std::printf("drift after 1 s: open loop 1 %.1e rad, open loop 2 %.2f rad\n", first, second);
  EXPECT_LT(first, 1e-6);  // an unstable equilibrium: 1e-15 of rounding grows
  EXPECT_GT(second, 0.5);
}

struct Scenario {
  std::string name;
  VectorX<double> q0, q_ref;
  double dh, screws;  ///< settling by errata §4 [s]
};

const std::vector<Scenario> scenarios = {
    {"1", zero, six({pi / 2, 0, -pi / 2, pi, pi / 2, -pi}), 2.14, 2.78},
    {"2", six({0, pi, -pi / 2, 0, 0, 0}), six({pi, 0, 0, pi, pi / 2, -pi}), 2.20, 1.94},
    {"3", six({0, pi / 2, -pi / 2, 0, 0, 0}), six({-pi, pi, -pi, -pi, -pi / 2, pi}), 1.93, 2.94}};

/// The last time at which a joint is farther from its goal than 2 % of its way, or than 0.01 rad
/// for a joint whose goal is its start.
double settling(const std::vector<LoopState>& run, const Scenario& s) {
  const VectorX<double> band = (0.02 * (s.q0 - s.q_ref)).cwiseAbs().cwiseMax(0.01);
  double last = 0;
  for (const LoopState& x : run)
    if (((x.q - s.q_ref).cwiseAbs() - band).maxCoeff() > 0) last = x.t;
  return last;
}

class FedorovClosedLoop : public ::testing::TestWithParam<Scenario> {};

TEST_P(FedorovClosedLoop, SettlesInTheTimeOfTheErrata) {
  const Scenario& s = GetParam();
  const auto time_of = [&](const Model& robot) {
    const auto law = pd_to(robot, s.q_ref);
    const auto run =
        closed_loop(robot, *law, s.q0, zero, {.end = 4, .step = stiff_step, .keep_every = 10});
    EXPECT_LT((run.back().q - s.q_ref).cwiseAbs().maxCoeff(), 0.01);
    return settling(run, s);
  };
  const double dh = time_of(shipped("irb140")), screws = time_of(shipped("irb140_screws"));
  std::printf("closed loop %s: settles in %.3f s (DH), %.3f s (screws)\n", s.name.c_str(), dh,
              screws);
  EXPECT_NEAR(dh, s.dh, 0.0101);  // two digits are given, states 1 ms apart
  EXPECT_NEAR(screws, s.screws, 0.0101);
}

void PrintTo(const Scenario& s, std::ostream* out) { *out << "scenario " << s.name; }

INSTANTIATE_TEST_SUITE_P(All, FedorovClosedLoop, ::testing::ValuesIn(scenarios),
                         [](const auto& s) { return s.param.name; });

TEST(FedorovControl, ThePrintedSignDrivesTheRobotAway) {
  const Model robot = shipped("irb140_screws");
  const Scenario& s = scenarios[0];
  Printed printed(robot, s.q_ref);
  const auto right = pd_to(robot, s.q_ref);
  const LoopSettings settings{.end = 1, .step = stiff_step, .keep_every = 1000};
  const auto error = [&](Controller& law) {
    return (closed_loop(robot, law, s.q0, zero, settings).back().q - s.q_ref).cwiseAbs().maxCoeff();
  };
  const double wrong = error(printed);
  std::printf("printed sign: error %.2f rad -> %.1f rad in 1 s\n",
              (s.q0 - s.q_ref).cwiseAbs().maxCoeff(), wrong);
  EXPECT_GT(wrong, 10);
  EXPECT_LT(error(*right), 1.5);
}

}  // namespace
}  // namespace erfd::test
