// Where robots are found, and what happens when they are not.
#include "robot/urdf_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;
using namespace test;

/// Two folders of robots of its own, named in ERFD_ROBOTS.
class FindRobot : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("erfd_find_robot_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "first");
    fs::create_directories(folder_ / "second");
    const std::string list = (folder_ / "first").string() + ":" + (folder_ / "second").string();
    ::setenv("ERFD_ROBOTS", list.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("ERFD_ROBOTS");
    fs::remove_all(folder_);
  }

  std::string put(const std::string& name, const std::string& text = "") const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string error_of(const std::string& name) {
    try {
      return find_robot(name);
    } catch (const Error& error) {
      return error.what();
    }
  }

  fs::path folder_;
};

TEST_F(FindRobot, APathThatExistsIsTheRobot) {
  const std::string path = put("arm.urdf");
  EXPECT_EQ(find_robot(path), path);
}

TEST_F(FindRobot, ANameIsSearchedInTheFoldersOfTheEnvironmentInTheirOrder) {
  const std::string second = put("second/some_arm.toml");
  EXPECT_EQ(find_robot("some_arm"), second);
  const std::string first = put("first/some_arm.urdf");
  EXPECT_EQ(find_robot("some_arm"), first);
  const std::string toml = put("first/some_arm.toml");
  EXPECT_EQ(find_robot("some_arm"), toml);
}

TEST_F(FindRobot, AnUnknownNameIsAnsweredWithTheNearestAndThePlaces) {
  put("first/zebra_arm.toml");
  const std::string text = error_of("zebra_amr");
  const std::string first = (folder_ / "first").string(), second = (folder_ / "second").string();
  EXPECT_EQ(
      text.rfind("robot 'zebra_amr': not found in the current folder, " + first + ", " + second, 0),
      0u)
      << text;
  EXPECT_NE(text.find("; did you mean 'zebra_arm'?"), std::string::npos) << text;
  EXPECT_NE(error_of("qqqqqqqqqqqq").find("; give a path, or name its folder in ERFD_ROBOTS"),
            std::string::npos);
}

TEST_F(FindRobot, AMissingPathAndAFolderAreToldApart) {
  EXPECT_EQ(error_of("no/such.urdf"), "robot 'no/such.urdf': no such file; check the path");
  const std::string folder = (folder_ / "first").string();
  EXPECT_EQ(error_of(folder),
            "robot '" + folder + "': it is a folder; name a .toml or .urdf file in it");
}

TEST_F(FindRobot, KnownRobotsAreSortedAndWithoutDoubles) {
  put("first/zz_b.toml");
  put("first/zz_a.urdf");
  put("second/zz_b.urdf");
  put("second/zz_readme.md");
  const auto names = known_robots();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::count(names.begin(), names.end(), "zz_a"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "zz_b"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "zz_readme"), 0);
}

TEST_F(FindRobot, UrdfAndXmlAreReadAsUrdf) {
  const std::string text = robot(world + link("a") + joint("j", "continuous", "world", "a"));
  for (const char* name : {"arm.urdf", "arm.xml", "ARM.URDF"}) {
    const std::string path = put(name, text);
    const auto result = read_robot_file(path);
    EXPECT_EQ(result.findings.text(), "");
    EXPECT_EQ(result.robot.file, path);
    EXPECT_EQ(result.robot.bodies.size(), 1u);
  }
}

TEST_F(FindRobot, TomlIsReadAsRobotFile) {
  const auto result =
      read_robot_file(put("arm.toml", "format = \"erfd-robot/1\"\nname = \"arm\"\n"));
  EXPECT_EQ(result.robot.name, "arm");
}

TEST_F(FindRobot, WhatCannotBeReadIsAFindingWithACure) {
  const auto problem = [](const std::string& path) {
    return read_robot_file(path).findings.text();
  };
  const std::string folder = folder_.string(), missing = folder + "/none.urdf";
  EXPECT_EQ(problem(folder),
            folder + ": error: it is a folder; name a .toml or .urdf file in it [file]");
  EXPECT_EQ(problem(missing), missing + ": error: no such file; check the path [file]");
  EXPECT_EQ(problem("/dev/null"),
            "/dev/null: error: it is not a regular file; name a .toml or .urdf file [file]");
  const std::string text = put("arm.txt"), xacro = put("arm.urdf.xacro");
  EXPECT_EQ(problem(text), text +
                               ": error: unknown extension '.txt'; a robot file ends in .toml, "
                               ".urdf or .xml [file]");
  EXPECT_EQ(problem(xacro),
            xacro + ": error: a xacro file; expand it first: xacro FILE > robot.urdf [file]");
}

TEST_F(FindRobot, AFileOfMoreThan8MiBIsNotRead) {
  const std::string path = put("arm.urdf");
  fs::resize_file(path, (std::uintmax_t{8} << 20) + 1);
  EXPECT_EQ(read_robot_file(path).findings.text(),
            path +
                ": error: it has 8.0 MiB; at most 8 MiB are read; is it a .toml or .urdf "
                "file? [file]");
}

TEST_F(FindRobot, AFileWithoutPermissionIsAFinding) {
  const std::string path = put("arm.urdf");
  fs::permissions(path, fs::perms::none);
  if (std::ifstream(path)) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(read_robot_file(path).findings.text(),
            path + ": error: it cannot be opened; check its permissions [file]");
}

}  // namespace
}  // namespace erfd
