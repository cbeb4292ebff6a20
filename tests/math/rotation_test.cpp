#include "erfd/math/rotation.hpp"

#include "erfd/math/pose.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

Matrix3<double> rotation(const std::array<double, 3>& rpy) {
  return rotation_z(rpy[2]) * rotation_y(rpy[1]) * rotation_x(rpy[0]);
}

TEST(Rotation, AnglesAndQuaternionGiveTheRotationBack) {
  std::mt19937 rng(6);
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (int k = 0; k < 200; ++k) {
    const Matrix3<double> R = rotation({angle(rng), angle(rng), angle(rng)});
    EXPECT_LT((rotation(rpy_of(R)) - R).norm(), 1e-14);
    const auto q = quaternion_of(R);
    EXPECT_LT((rotation_of_quaternion(q[0], q[1], q[2], q[3]) - R).norm(), 1e-14);
    EXPECT_GE(q[0], 0);
    EXPECT_NEAR(std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3])), 1, 1e-15);
  }
}

TEST(Rotation, WithPitchOfNinetyDegreesHasNoRoll) {
  for (const double pitch : {std::numbers::pi / 2, -std::numbers::pi / 2}) {
    const Matrix3<double> R = rotation({0.4, pitch, 1.1});
    EXPECT_EQ(rpy_of(R)[0], 0);
    EXPECT_LT((rotation(rpy_of(R)) - R).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace erfd
