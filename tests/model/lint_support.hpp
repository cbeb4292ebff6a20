// What the tests of the linter share: its findings as text.
#pragma once

#include "erfd/model/lint.hpp"

#include "model/lint_robots.hpp"

#include <array>
#include <functional>

#include <gtest/gtest.h>

namespace erfd::test {

inline Diagnostics findings_of(const RobotDescription& robot) {
  Diagnostics findings;
  lint(robot, findings);
  return findings;
}

/// One finding a line.
inline std::string text_of(const RobotDescription& robot) {
  const Diagnostics findings = findings_of(robot);
  std::string text;
  for (const Diagnostic& finding : findings.all()) text += to_string(finding, "") + "\n";
  return text;
}

/// The robot has this one finding and no other.
inline void expect_only(const RobotDescription& robot, const std::string& finding) {
  EXPECT_EQ(text_of(robot), finding + "\n");
}

/// The robot has this finding among others.
inline void expect_one_of(const RobotDescription& robot, const std::string& finding) {
  const std::string all = text_of(robot);
  EXPECT_NE(("\n" + all).find("\n" + finding + "\n"), std::string::npos) << "expected:\n"
                                                                         << finding << "\nfound:\n"
                                                                         << all;
}

inline std::array<double, 6> diagonal(double x, double y, double z) { return {x, y, z, 0, 0, 0}; }

/// The planar arm with a motor at each joint, the first one changed.
inline RobotDescription with_drive(const std::function<void(DriveDescription&)>& change) {
  RobotDescription robot = planar2r();
  DriveDescription drive;
  drive.name = "motor";
  drive.joint = "upper";
  drive.ratio = given(50.0);
  DriveDescription other = drive;
  other.name = "other";
  other.joint = "fore";
  change(drive);
  robot.drives = {drive, other};
  return robot;
}

}  // namespace erfd::test
