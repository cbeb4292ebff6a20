// How far a pose is from a path of poses.
#include "verification/path_error.hpp"

#include "erfd/math/rotation.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double step = 0.01;  ///< of a turn [rad], of a way [m]

// The positions of a turn in place differ by rounding alone: it must not choose the orientation.
TEST(PathError, ATurnInPlaceIsOffByItsTurnAlone) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> rounding(-1e-13, 1e-13);
  const auto at = [&](double angle) {
    const Vector3<double> noise(rounding(rng), rounding(rng), rounding(rng));
    return Pose<double>{rotation_y(angle), Vector3<double>(0.1, -0.2, 1.05) + noise};
  };
  std::vector<Pose<double>> path;
  for (int k = 0; k < 40; ++k) path.push_back(at(k * step));
  for (int k = 0; k < 40; ++k) {
    const PathError on = path_error(path, k, at(k * step));
    EXPECT_LT(on.angle, 1e-12) << k;
    EXPECT_LT(on.distance, 1e-12) << k;
    // Between two samples it is on the path, too; beside the axis it is off by its own turn.
    if (k < 39) {
      EXPECT_LT(path_error(path, k, at((k + 0.4) * step)).angle, 1e-12) << k;
    }
    Pose<double> tilted = at(k * step);
    tilted.R = tilted.R * rotation_x(0.003);
    EXPECT_NEAR(path_error(path, k, tilted).angle, 0.003, 1e-9) << k;
  }
  EXPECT_NEAR(path_error(path, 39, at(39 * step + 0.02)).angle, 0.02, 1e-12);  // beyond the end
}

TEST(PathError, OnAWayTheOrientationIsThatOfTheNearestPlace) {
  std::vector<Pose<double>> path;
  for (int k = 0; k < 30; ++k)
    path.push_back({rotation_z(2 * k * step), Vector3<double>(k * step, 0, 0)});
  const Pose<double> X{rotation_z(2 * 12.3 * step + 0.004), {12.3 * step, 0.0007, 0}};
  for (const int place : {10, 12, 14}) {
    const PathError error = path_error(path, place, X);
    EXPECT_NEAR(error.distance, 0.0007, 1e-15);
    EXPECT_NEAR(error.angle, 0.004, 1e-12);
  }
}

TEST(PathError, OfASinglePoseIsTheDistanceFromIt) {
  const std::vector<Pose<double>> path = {{rotation_x(0.1), {1, 2, 3}}};
  const PathError error = path_error(path, 0, {rotation_x(0.15), {1, 2.5, 3}});
  EXPECT_DOUBLE_EQ(error.distance, 0.5);
  EXPECT_NEAR(error.angle, 0.05, 1e-15);
}

}  // namespace
}  // namespace erfd::test
