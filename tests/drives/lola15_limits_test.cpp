// Lola 15 within its stated limits of speed and acceleration: what its motors must give (errata
// L26).
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/random_robot.hpp"

#include <algorithm>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// Positions over π, speeds and accelerations over their limits: 18 numbers within ±1.
class Lola15Limits : public ::testing::Test {
 protected:
  ReadResult read = read_robot_file(find_robot("lola15"));
  Model model = build(read.robot);
  Drives drives = make_drives(read.robot, model);
  Workspace ws{model};
  VectorX<double> speed{6}, acceleration{6}, u{6}, u_a{6};
  /// The robot presses with (100, 100, -150) N in the Serbian text, with +150 N in the English one.
  ExternalWrench<double> serbian{model.tool(), {{0, 0, 0}, {-100, -100, 150}}},
      english{model.tool(), {{0, 0, 0}, {-100, -100, -150}}};

  Lola15Limits() {
    for (const Body& b : model.bodies()) {
      speed[b.v_index] = b.limits.speed;
      acceleration[b.v_index] = b.limits.acceleration;
    }
  }
  const VectorX<double>& motors(const VectorX<double>& x, const ExternalWrench<double>& load) {
    const VectorX<double> q = x.head(6) * std::numbers::pi,
                          qd = x.segment(6, 6).cwiseProduct(speed),
                          qdd = x.tail(6).cwiseProduct(acceleration);
    rnea(model, ws, q, qd, qdd, u, {&load, 1});
    drive_torques(drives, qd, qdd, u, u_a);
    return u_a;
  }
  /// Climbs from random starts by steps in single numbers and in all of them.
  double largest(int axis, const ExternalWrench<double>& load) {
    std::mt19937 rng(1);
    double most = 0;
    for (int start = 0; start < 25; ++start) {
      VectorX<double> x = random_vector(18, rng);
      double here = std::abs(motors(x, load)[axis]), step = 0.5;
      for (int k = 0; k < 2500; ++k) {
        VectorX<double> y = x;
        y[static_cast<int>(rng() % 18)] += step * uniform(rng, -1, 1);
        if (k % 7 == 0) y += 0.1 * step * random_vector(18, rng);
        y.tail(12) = y.tail(12).cwiseMax(-1).cwiseMin(1);
        const double there = std::abs(motors(y, load)[axis]);
        if (there > here) x = y, here = there;
        if (k % 250 == 249) step *= 0.7;
      }
      most = std::max(most, here);
    }
    return most;
  }
};

TEST_F(Lola15Limits, LetMotors1And3SaturateAndMotor2OnlyWithTheLoadOfTheEnglishText) {
  double found[2][3];
  for (int axis = 0; axis < 3; ++axis) {
    found[0][axis] = largest(axis, serbian);
    found[1][axis] = largest(axis, english);
  }
  for (const auto& row : found)
    std::printf("largest torques of motors 1 to 3: %.1f %.1f %.1f N m\n", row[0], row[1], row[2]);
  EXPECT_GT(found[0][0], 17.8);
  EXPECT_LT(found[0][1], 38.6);
  EXPECT_GT(found[0][2], 17.8);
  EXPECT_GT(found[1][1], 38.6);
  EXPECT_GT(found[1][2], 17.8);
}

// 35.4, 31.2 and 17.45 N m are maxima of one sequence of random states: others give others.
TEST_F(Lola15Limits, AreNotFoundByTheMaximaOfRandomStates) {
  VectorX<double> least = VectorX<double>::Constant(3, 1e9), most = VectorX<double>::Zero(3);
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 rng(seed);
    VectorX<double> maxima = VectorX<double>::Zero(3);
    for (int k = 0; k < 20000; ++k)
      maxima = maxima.cwiseMax(motors(random_vector(18, rng), english).head(3).cwiseAbs());
    least = least.cwiseMin(maxima);
    most = most.cwiseMax(maxima);
  }
  const double published[] = {35.4, 31.2, 17.45};
  for (int axis = 0; axis < 3; ++axis) {
    std::printf("motor %d: largest of 20000 states %.1f to %.1f N m, 12 seeds\n", axis + 1,
                least[axis], most[axis]);
    EXPECT_LT(least[axis], published[axis]);
    EXPECT_GT(most[axis], published[axis]);
  }
}

}  // namespace
}  // namespace erfd::test
