// Fastest motions against published ones and against classic arms, whose equations stand here.
#include "erfd/model/build.hpp"
#include "erfd/motion/time_optimal.hpp"
#include "erfd/robot/read.hpp"

#include "motion/brute_force.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace erfd::test {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double none = std::numeric_limits<double>::infinity();

std::string data_file(const std::string& name) {
  const char* const folder = std::getenv("ERFD_DATA");
  return folder == nullptr ? std::string() : std::string(folder) + "/toppra/" + name;
}

Model with_speeds(const Model& model, const std::vector<double>& speeds) {
  Model::Parts parts;
  parts.name = model.name();
  parts.gravity = model.gravity();
  parts.bodies = model.bodies();
  for (std::size_t j = 0; j < parts.bodies.size(); ++j)
    parts.bodies[j].limits.speed = j < speeds.size() ? speeds[j] : none;
  return Model(std::move(parts));
}

/// Motors that are the joints themselves.
Drives direct_drives(const std::vector<double>& torques) {
  const auto n = static_cast<Eigen::Index>(torques.size());
  Drives::Parts parts;
  parts.robot = "direct";
  parts.K = MatrixX<double>::Identity(n, n);
  for (std::size_t i = 0; i < torques.size(); ++i) {
    Motor motor;
    motor.name = "motor" + std::to_string(i + 1);
    motor.joint = static_cast<int>(i);
    motor.limits.torque_peak = torques[i];
    parts.motors.push_back(motor);
  }
  return Drives(std::move(parts));
}

// --- PUMA 560 -------------------------------------------------------------------------------------------

/// Of published tables: TOPP-RA C++ 0.6.2 at 5000 cells. Their fourth move starts at a "qr" that they do not
/// tell: no posture of that name gives its times.
struct PumaMove {
  const char* name;
  std::array<double, 6> from_deg, to_deg;
  std::array<double, 4> published;  ///< torque, + speed, + rotors, + Coulomb friction [s]
};
constexpr PumaMove puma_moves[] = {
    {"qn, six joints",
     {0, 45, 180, 0, 45, 0},
     {90, 0, 90, 60, 75, 60},
     {.4185, .8741, .8894, .8955}},
    {"qz to qn", {0, 0, 0, 0, 0, 0}, {0, 45, 180, 0, 45, 0}, {.2485, 1.3219, 1.3358, 1.3360}},
    {"across", {-45, 45, 180, 0, 45, 0}, {45, 0, 135, 45, 0, 45}, {.4311, .8744, .8898, .8962}}};

class Puma560Moves : public ::testing::Test {
 protected:
  ReadResult read = read_robot_file(find_robot("puma560"));
  Model file = build(read.robot);
  const std::array<double, 6> torque_ = {97.6, 186.4, 89.4, 24.2, 20.1, 21.3};

  /// Steps of the table: 0 torque, 1 speed, 2 rotors, 3 Coulomb, 4 viscous, 5 torque–speed line.
  Drives drives(int step) const {
    Drives::Parts parts = make_drives(read.robot, file).parts();
    for (std::size_t i = 0; i < 6; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      Motor& motor = parts.motors[i];
      const double peak = torque_[i] / std::abs(parts.K(k, k)), w = motor.limits.speed;
      motor.limits = {};
      motor.limits.torque_peak = peak;
      ShaftFriction& friction = motor.friction;
      if (step < 2) motor.rotor_inertia = 0;
      if (step < 3) friction.moving_positive = friction.moving_negative = 0;
      if (step < 4) friction.viscous = 0;
      friction.starting_positive = friction.moving_positive;
      friction.starting_negative = friction.moving_negative;
      if (step == 5) motor.limits.curve = {{0, peak}, {w, 0}}, motor.limits.speed = w;
    }
    for (ShaftFriction& friction : parts.joint_friction) friction = {};
    return Drives(std::move(parts));
  }

  Model model(int step) const {
    std::vector<double> speeds;
    for (const Body& body : file.bodies()) speeds.push_back(step == 0 ? none : body.limits.speed);
    return with_speeds(file, speeds);
  }

  /// What a motion asks of the real drive: torques as parts of the peak, and for what part of the time
  /// more than the drive has at its speed.
  struct Demand {
    double peak = 0, beyond = 0;
  };
  Demand demand(const JointPath& path, const TimeOptimal& motion) const {
    const Drives real = drives(5);
    Demand most;
    for (int k = 1; k < 400; ++k) {
      const PathMotion at = motion.at(motion.duration * k / 400);
      const PathPlace p = place_of(path, file, real, at.s);
      bool beyond = false;
      for (int i = 0; i < 6; ++i) {
        const double u = p.a_m[i] * at.acceleration + p.b_m[i] * at.rate * at.rate +
                         p.d_m[i] * at.rate + p.c_m[i];
        const Motor& motor = real.motor(i);
        most.peak = std::max(most.peak, std::abs(u) / motor.limits.torque_peak);
        beyond = beyond || std::abs(u) > 1.001 * largest_torque(motor, p.turn[i] * at.rate);
      }
      most.beyond += beyond ? 1.0 / 399 : 0;
    }
    return most;
  }
};

TEST_F(Puma560Moves, TakeThePublishedTimesAndLongerWithTheRealDrive) {
  constexpr double degree = std::numbers::pi / 180;
  constexpr const char* names[] = {"torque",    "+ speed",   "+ rotors",
                                   "+ Coulomb", "+ viscous", "+ line"};
  for (const PumaMove& move : puma_moves) {
    VectorX<double> from(6), to(6);
    for (int j = 0; j < 6; ++j)
      from[j] = move.from_deg[static_cast<std::size_t>(j)] * degree,
      to[j] = move.to_deg[static_cast<std::size_t>(j)] * degree;
    const StraightPath path(from, to);
    std::printf("  %s", move.name);
    double before = 0;
    for (int step = 0; step < 6; ++step) {
      const Drives used = drives(step);
      const TimeOptimal fastest = fastest_motion(path, model(step), used);
      ASSERT_TRUE(fastest.found) << move.name << names[step] << fastest.why;
      EXPECT_LE(fastest.largest_share, 1 + 1e-6) << move.name << names[step];
      EXPECT_GE(fastest.duration, before * (1 - 1e-6)) << move.name << names[step];
      before = fastest.duration;
      const Demand asks = demand(path, fastest);
      std::printf(
          "\n    %-10s %.4f s, asks %.2f of the peak, beyond the real drive %3.0f %% of the time",
          names[step], fastest.duration, asks.peak, 100 * asks.beyond);
      if (step < 4) {
        EXPECT_NEAR(fastest.duration / move.published[static_cast<std::size_t>(step)], 1, 1e-3)
            << move.name << names[step];
        continue;
      }
      const double off = BruteForce(path, model(step), used, 60, 1500).time() / before - 1;
      EXPECT_GE(off, -2e-3) << move.name << names[step] << ": beaten";
      EXPECT_LE(off, 0.05) << move.name << names[step];
    }
    std::printf("\n");
  }
}

// --- Lola 15 --------------------------------------------------------------------------------------------

TEST(Lola15Splines, TakeTheTimesOfToppRa) {
  int compared = 0;
  for (int k = 0; k < 5; ++k) {
    std::ifstream in(data_file("lola15_path0" + std::to_string(k) + ".json"));
    if (!in) GTEST_SKIP() << "ERFD_DATA names no folder with toppra/lola15_path00.json";
    const nlohmann::json file = nlohmann::json::parse(in);
    const ReadResult read = read_robot_file(data_file("lola15_rigid.toml"));
    const Model rigid = build(read.robot);
    MatrixX<double> rows(6, static_cast<Eigen::Index>(file.at("knots_q").size()));
    for (Eigen::Index c = 0; c < rows.cols(); ++c)
      for (Eigen::Index j = 0; j < 6; ++j) rows(j, c) = file.at("knots_q").at(c).at(j);
    const SplinePath path(rows);
    const Drives drives = direct_drives(file.at("torque_limit").get<std::vector<double>>());
    const nlohmann::json& probe = file.at("probe");
    const double rate = probe.at("sd"), acceleration = probe.at("sdd");
    const PathPlace p = place_of(path, rigid, drives, probe.at("s"));
    for (int j = 0; j < 6; ++j)
      EXPECT_NEAR(p.a[j] * acceleration + p.b[j] * rate * rate + p.c[j],
                  probe.at("tau").at(static_cast<std::size_t>(j)).get<double>(), 1e-6);
    for (const nlohmann::json& one : file.at("cases")) {
      const bool speeds = one.at("name") == "torque_and_speed";
      const TimeOptimal fastest = fastest_motion(
          path,
          with_speeds(rigid, speeds ? file.at("speed_limit").get<std::vector<double>>()
                                    : std::vector<double>()),
          drives);
      ASSERT_TRUE(fastest.found) << fastest.why;
      EXPECT_LE(fastest.largest_share, 1 + 1e-6);
      const double published = one.at("grids").back().at("total_time_s");
      std::printf("  path %d, %-16s  %.5f s, TOPP-RA %.5f s with %d cells: %+.3f %%\n", k,
                  one.at("name").get<std::string>().c_str(), fastest.duration, published,
                  one.at("grids").back().at("N").get<int>(),
                  100 * (fastest.duration / published - 1));
      EXPECT_NEAR(fastest.duration / published, 1, 1e-3);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 10);
}

// --- Manutec r3 -----------------------------------------------------------------------------------------

// Torques Fc u of the benchmark of the DFVLR with |u| ≤ 7.5 V, its speeds and its postures; the links are
// those of the robot file, the wrist held. No time along this line is published.
TEST(ManutecR3, RestToRestOfTheBenchmark) {
  const ReadResult read = read_robot_file(find_robot("manutec_r3"));
  const Model arm = with_speeds(build(read.robot), {3.0, 1.5, 5.2});
  Drives::Parts parts = direct_drives({945, 1890, 540, 1e3, 1e3, 1e3}).parts();
  const Drives drives(std::move(parts));
  VectorX<double> from = VectorX<double>::Zero(6), to = from;
  from.head(3) << 0, -1.5, 0;
  to.head(3) << 1, -1.95, 1;
  const StraightPath path(from, to);
  const TimeOptimal fastest = fastest_motion(path, arm, drives);
  ASSERT_TRUE(fastest.found) << fastest.why;
  EXPECT_LE(fastest.largest_share, 1 + 1e-6);
  const double tried = BruteForce(path, arm, drives, 60, 1500).time();
  std::printf("  r3 from rest to rest: %.6f s, the best of a grid of speeds %.4f s\n",
              fastest.duration, tried);
  EXPECT_GE(tried, fastest.duration * (1 - 2e-3));
  EXPECT_LE(tried, fastest.duration * 1.05);
  const auto again = fastest_motion(StraightPath(to, from), arm, drives);
  ASSERT_TRUE(again.found);
  EXPECT_NEAR(again.duration / fastest.duration, 1, 0.2);  // gravity helps on one of the ways
}

// --- The two-link arm -----------------------------------------------------------------------------------

constexpr double l1 = 0.9, l2 = 0.7, m1 = 12, m2 = 7, I1 = 0.8, I2 = 0.35, c1 = 0.4, c2 = 0.3;

/// Two links in a level plane.
Model two_links() {
  Model::Parts parts;
  parts.name = "two-link arm";
  parts.gravity = {0, 0, -9.81};
  const auto link = [&](double mass, double com, double inertia) {
    Body body;
    body.I_B =
        Inertia::about_com(mass, Vector3<double>(com, 0, 0),
                           Vector3<double>(inertia, inertia, inertia).asDiagonal().toDenseMatrix());
    return body;
  };
  Body upper = link(m1, c1, I1), fore = link(m2, c2, I2);
  upper.name = upper.joint = "upper", upper.parent = {-1};
  fore.name = fore.joint = "fore", fore.parent = {0};
  fore.X_PB0.p = {l1, 0, 0};
  parts.bodies = {upper, fore};
  return Model(std::move(parts));
}

/// The hand goes straight from one point to another at even speed in s.
class StraightHand : public JointPath {
 public:
  StraightHand(const Vector2d& from, const Vector2d& to)
      : JointPath(2, {0, 1}), from_(from), way_(to - from) {}
  void at(double s, int, PathPoint& point) const override {
    const Vector2d p = from_ + s * way_;
    const double cosine = (p.squaredNorm() - l1 * l1 - l2 * l2) / (2 * l1 * l2);
    const double q2 = std::acos(cosine);
    const double q1 = std::atan2(p.y(), p.x()) - std::atan2(l2 * std::sin(q2), l1 + l2 * cosine);
    Matrix2d J, Jd;
    const auto fill = [&](double a, double b, Matrix2d& M) {  // columns of joints
      M << -l1 * std::sin(q1) * a - l2 * std::sin(q1 + q2) * b, -l2 * std::sin(q1 + q2) * b,
          l1 * std::cos(q1) * a + l2 * std::cos(q1 + q2) * b, l2 * std::cos(q1 + q2) * b;
    };
    fill(1, 1, J);
    point.q = Vector2d(q1, q2);
    const Vector2d dq = J.inverse() * way_;
    const double w1 = dq.x(), w2 = dq.x() + dq.y();
    Jd << -l1 * std::cos(q1) * w1 - l2 * std::cos(q1 + q2) * w2, -l2 * std::cos(q1 + q2) * w2,
        -l1 * std::sin(q1) * w1 - l2 * std::sin(q1 + q2) * w2, -l2 * std::sin(q1 + q2) * w2;
    point.dq = dq;
    point.ddq = J.inverse() * (-Jd * dq);
  }

 private:
  Vector2d from_, way_;
};

/// Bounds of s̈ by the equations of Lagrange written out, for torques up to `most`.
struct PhasePlane {
  const JointPath& path;
  Vector2d most;

  std::pair<double, double> bounds(double s, double rate) const {
    PathPoint p{VectorX<double>(2), VectorX<double>(2), VectorX<double>(2)};
    path.at(s, 0, p);
    const double h = m2 * l1 * c2, cosine = std::cos(p.q[1]), sine = std::sin(p.q[1]);
    Matrix2d M;
    M(0, 0) = I1 + I2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2) + 2 * h * cosine;
    M(0, 1) = M(1, 0) = I2 + m2 * c2 * c2 + h * cosine;
    M(1, 1) = I2 + m2 * c2 * c2;
    const double x = rate * rate;
    const Vector2d v(-h * sine * (2 * p.dq[0] * p.dq[1] + p.dq[1] * p.dq[1]),
                     h * sine * p.dq[0] * p.dq[0]);
    const Vector2d a = M * p.dq, k = (M * p.ddq + v) * x;
    double low = -none, high = none;
    for (int i = 0; i < 2; ++i) {
      const double one = (most[i] - k[i]) / a[i], other = (-most[i] - k[i]) / a[i];
      low = std::max(low, std::min(one, other)), high = std::min(high, std::max(one, other));
    }
    return {low, high};
  }

  /// x(s) from rest at one end, full torque forward (sense 1) or backward from the far end (−1), by
  /// Runge–Kutta in w = √(distance), as x ~ distance there. One value a step.
  std::vector<double> curve(int steps, int sense) const {
    const auto slope = [&](double w, double x) {  // dx/dw
      const double s = sense > 0 ? w * w : 1 - w * w;
      const auto [low, high] = bounds(s, std::sqrt(std::max(x, 0.0)));
      return 4 * w * (sense > 0 ? high : -low);
    };
    std::vector<double> x{0};
    const double d = 1.0 / steps;
    for (int k = 0; k < steps; ++k) {
      const double w = k * d, y = x.back();
      const double k1 = slope(w, y), k2 = slope(w + d / 2, y + d / 2 * k1),
                   k3 = slope(w + d / 2, y + d / 2 * k2), k4 = slope(w + d, y + d * k3);
      x.push_back(y + d / 6 * (k1 + 2 * k2 + 2 * k3 + k4));
    }
    return x;
  }

  /// One switch from all forward to all back.
  double time(int steps) const {
    const std::vector<double> up = curve(steps, 1), down = curve(steps, -1);
    const auto value = [&](const std::vector<double>& x, double w) {  // cubic between the steps
      const double t = std::min(w * steps, steps - 1e-9);
      const auto k = std::clamp(static_cast<int>(t), 1, steps - 2);
      const double r = t - k;
      const auto y = [&](int i) { return x[static_cast<std::size_t>(k + i)]; };
      return y(-1) * (-r * (r - 1) * (r - 2) / 6) + y(0) * ((r + 1) * (r - 1) * (r - 2) / 2) +
             y(1) * (-(r + 1) * r * (r - 2) / 2) + y(2) * ((r + 1) * r * (r - 1) / 6);
    };
    double low = 0, high = 1;  // s of the switch
    for (int k = 0; k < 100; ++k) {
      const double s = (low + high) / 2;
      (value(up, std::sqrt(s)) < value(down, std::sqrt(1 - s)) ? low : high) = s;
    }
    const auto part = [&](const std::vector<double>& x, double until) {  // ∫ ds/√x, ds = 2 w dw
      constexpr int n = 4000;
      double sum = 0;
      for (int k = 0; k < n; ++k) {  // midpoints and their neighbours: Gauss with two points
        for (const double g : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)}) {
          const double w = until * (k + g) / n;
          sum += until / n / 2 * 2 * w / std::sqrt(value(x, w));
        }
      }
      return sum;
    };
    return part(up, std::sqrt(low)) + part(down, std::sqrt(1 - low));
  }
};

TEST(TwoLinkArm, TheHandGoesStraightAsInThePhasePlane) {
  const Model arm = two_links();
  for (const Vector2d& to : {Vector2d(0.3, 1.1), Vector2d(-0.5, 0.9)}) {
    const StraightHand path({1.1, 0.4}, to);
    const PhasePlane plane{path, {55, 30}};
    const double once = plane.time(10000), twice = plane.time(20000);
    EXPECT_NEAR(once / twice, 1, 1e-9);
    const TimeOptimal fastest = fastest_motion(path, arm, direct_drives({55, 30}));
    ASSERT_TRUE(fastest.found) << fastest.why;
    std::printf("  two-link arm: %.8f s, by Runge-Kutta in the phase plane %.8f s: %+.1e\n",
                fastest.duration, twice, fastest.duration / twice - 1);
    EXPECT_NEAR(fastest.duration / twice, 1, 1e-6);
    EXPECT_LE(fastest.largest_share, 1 + 1e-6);
  }
}

}  // namespace
}  // namespace erfd::test
