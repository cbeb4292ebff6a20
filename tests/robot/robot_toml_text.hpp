// Robot files for tests, put together from lines.
#pragma once

#include "erfd/robot/read.hpp"

#include <string>

#include <gtest/gtest.h>

namespace erfd::test {

inline const std::string head = "format = 'erfd-robot/1'\nname = 'arm'\n";
inline const std::string mass = "mass_kg = 1\ncom_m = [0, 0, 0]\ninertia_kg_m2 = [1, 1, 1]\n";

/// A robot of one body: its head, body 'a' with `lines` from line 5 on, then `joint`.
inline std::string body_with(const std::string& lines, const std::string& joint = "joint = {}") {
  const std::string end = lines.ends_with('\n') ? "" : "\n";
  return head + "[[body]]\nname = 'a'\n" + lines + end + joint + "\n";
}
inline std::string joint_with(const std::string& joint) {
  return body_with(mass, "joint = { " + joint + " }");
}
/// A robot with a revolute joint 'turn' and a prismatic joint 'slide', then `lines` from line
/// 14 on.
inline std::string robot_with(const std::string& lines) {
  return head + "[[body]]\nname = 'turn'\n" + mass + "joint = {}\n[[body]]\nname = 'slide'\n" +
         "mass_kg = 1\nshape = { type = 'box', size_m = [1, 1, 1] }\njoint = { type = 'prismatic' "
         "}\n" +
         lines;
}

inline RobotDescription read_clean(const std::string& text) {
  const ReadResult result = read_robot_toml(text, "r.toml");
  EXPECT_EQ(result.findings.text(), "") << text;
  return result.robot;
}

/// Expects exactly these findings, one a line, without the name of the file.
inline void expect_findings(const std::string& text, const std::string& expected) {
  EXPECT_EQ(read_robot_toml(text, "").findings.text(), expected) << text;
}

}  // namespace erfd::test
