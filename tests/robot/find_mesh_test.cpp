// Which files a robot may draw: its own, and no other, whatever its words are.
#include "erfd/robot/mesh.hpp"

#include "support/message_of.hpp"
#include "support/scratch_folder.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// ws/secret.obj          outside of every package, and so is ws/plain/secret.obj
/// ws/my_arm/package.xml  a package called "arm"
/// ws/my_arm/meshes/a.obj
/// ws/my_arm/urdf/arm.urdf, meshes/b.obj, and links
class FindMesh : public testing::Test {
 protected:
  FindMesh() {
    for (const char* path : {"ws/my_arm/meshes", "ws/my_arm/urdf/meshes",
                             "ws/my_arm/urdf/folder.obj", "ws/plain/urdf/meshes"})
      fs::create_directories(folder.path(path));
    folder.write("ws/secret.obj", mesh);
    folder.write("ws/plain/secret.obj", mesh);
    folder.write("ws/plain/urdf/meshes/c.obj", mesh);
    folder.write("ws/my_arm/package.xml", "<package><name>arm</name></package>");
    folder.write("ws/my_arm/meshes/a.obj", mesh);
    folder.write("ws/my_arm/urdf/arm.urdf", "");
    folder.write("ws/my_arm/urdf/meshes/b.obj", mesh);
    folder.write("ws/my_arm/urdf/notes.txt", "");
    fs::create_symlink(folder.path("ws/secret.obj"), folder.path("ws/my_arm/urdf/leads_out.obj"));
    fs::create_symlink(folder.path("ws"), folder.path("ws/my_arm/urdf/up"));
    fs::create_symlink("meshes/b.obj", folder.path("ws/my_arm/urdf/stays_in.obj"));
    mkfifo(folder.path("ws/my_arm/urdf/pipe.obj").c_str(), 0600);
  }

  std::string real(const std::string& path) const {
    return fs::canonical(folder.path(path)).string();
  }
  std::string found(const std::string& name) const { return find_mesh(robot, name); }
  /// With the folder of the test left out.
  std::string refusal(const std::string& name) const {
    std::string text = test::message_of([&] { find_mesh(robot, name); });
    const std::string root = fs::canonical(folder.path("ws")).string();
    for (std::size_t at = text.find(root); at != text.npos; at = text.find(root))
      text.replace(at, root.size(), "WS");
    return text;
  }

  test::ScratchFolder folder;
  const std::string robot = folder.path("ws/my_arm/urdf/arm.urdf");
};

TEST_F(FindMesh, BesideTheRobotFile) {
  EXPECT_EQ(found("meshes/b.obj"), real("ws/my_arm/urdf/meshes/b.obj"));
  EXPECT_EQ(found("./meshes/../meshes/b.obj"), real("ws/my_arm/urdf/meshes/b.obj"));
  EXPECT_EQ(found("stays_in.obj"), real("ws/my_arm/urdf/meshes/b.obj"));
}

TEST_F(FindMesh, InThePackageThatLiesAboveTheRobotFile) {
  EXPECT_EQ(found("package://arm/meshes/a.obj"), real("ws/my_arm/meshes/a.obj"));
  EXPECT_EQ(found("package://my_arm/meshes/a.obj"), real("ws/my_arm/meshes/a.obj"));
  EXPECT_EQ(found("package://urdf/meshes/b.obj"), real("ws/my_arm/urdf/meshes/b.obj"));
}

TEST_F(FindMesh, InTheFolderOfTheRobotFileByItsNameButNotInThoseAboveIt) {
  const std::string plain = folder.path("ws/plain/urdf/arm.urdf");
  EXPECT_EQ(find_mesh(plain, "package://urdf/meshes/c.obj"), real("ws/plain/urdf/meshes/c.obj"));
  for (const char* name : {"package://plain/secret.obj", "package://plain/urdf/meshes/c.obj"})
    EXPECT_NE(test::message_of([&] { find_mesh(plain, name); }).find("found no package 'plain'"),
              std::string::npos);
}

TEST_F(FindMesh, NowhereElse) {
  const std::string leaves =
      "found a path that leaves WS/my_arm/urdf, expected one below it; copy the mesh there";
  const std::string address =
      "found an address, expected package://NAME/path or a path relative to the robot file; only "
      "such "
      "meshes are read";
  const std::string no_package =
      " above WS/my_arm/urdf, expected a folder with a package.xml; put the robot file into its "
      "package, or write a path relative to it";
  const fs::path above = fs::canonical(folder.path("."));  // "/tmp/erfd_test_…", as a rule
  const std::string top = std::next(above.begin())->string(), last = above.filename().string();
  const struct {
    std::string name, message;
  } cases[] = {
      {"../meshes/a.obj", leaves},
      {"meshes/../../meshes/a.obj", leaves},
      {"..", "..: found a file of the kind '', expected .stl, .obj or .dae; convert the mesh"},
      {"/etc/passwd.obj", leaves},
      {folder.path("ws/my_arm/urdf/meshes/b.obj"), leaves},
      {"file:///etc/passwd.obj", address},
      {"FILE:/etc/passwd.obj", address},
      {"http://example.org/a.obj", address},
      {"https://example.org/a.stl", address},
      {"data:model/stl,a.stl", address},
      {"model://arm/a.stl", address},
      {"C:\\arm\\a.stl", address},
      {"leads_out.obj", "found a link that leads out of WS/my_arm/urdf; copy the mesh there"},
      {"up/secret.obj", "found a link that leads out of WS/my_arm/urdf; copy the mesh there"},
      {"package://arm/../secret.obj",
       "found a path that leaves WS/my_arm, expected one below it; copy the mesh there"},
      {"package://arm//etc/passwd.obj",
       "found a path that leaves WS/my_arm, expected one below it; copy the mesh there"},
      {"package://arm/urdf/up/secret.obj",
       "found a link that leads out of WS/my_arm; copy the mesh there"},
      {"package://other/a.obj", "found no package 'other'" + no_package},
      {"package://../secret.obj", "found no package '..'" + no_package},
      {"package://./secret.obj", "found no package '.'" + no_package},
      {"package://ws/secret.obj", "found no package 'ws'" + no_package},
      {"package://ws/my_arm/meshes/a.obj", "found no package 'ws'" + no_package},
      {"package://" + last + "/ws/secret.obj", "found no package '" + last + "'" + no_package},
      {"package://" + top + "/a.obj", "found no package '" + top + "'" + no_package},
      {"package://home/a.obj", "found no package 'home'" + no_package},
      {"package:///a.obj",
       "found no path behind a package, expected package://NAME/path; write both"},
      {"package://a.obj",
       "found no path behind a package, expected package://NAME/path; write both"},
      {"package://arm%2f..%2f..%2fsecret.obj",
       "found no path behind a package, expected package://NAME/path; write both"},
      {"pipe.obj", "found something else than a regular file, expected a mesh"},
      {"folder.obj", "found something else than a regular file, expected a mesh"},
      {"missing.obj",
       "found no file WS/my_arm/urdf/missing.obj; copy the mesh there, or correct the name"},
      {"notes.txt",
       "notes.txt: found a file of the kind '.txt', expected .stl, .obj or .dae; convert the mesh"},
      {"", "found an empty name or a control character, expected the name of a file"},
      {std::string("a\0.obj", 6),
       "found an empty name or a control character, expected the name of a file"},
  };
  for (const auto& [name, message] : cases) EXPECT_EQ(refusal(name), message) << name;
}

TEST_F(FindMesh, NotForARobotWithoutAFile) {
  EXPECT_EQ(test::message_of([] { find_mesh("", "a.obj"); }),
            "found a robot without a file, expected one: meshes stand beside it");
  // Not from where the program happens to run.
  EXPECT_EQ(test::message_of([&] { find_mesh(folder.path("nowhere/arm.urdf"), "a.obj"); }),
            "found no folder of the robot file, expected one: meshes stand in it");
}

RobotDescription robot_with(const std::string& file, const std::vector<std::string>& meshes) {
  RobotDescription robot;
  robot.file = file;
  robot.bodies.emplace_back().name = "upper";
  int line = 10;
  for (const std::string& name : meshes) {
    VisualDescription& visual = robot.bodies[0].visuals.emplace_back();
    visual.kind = VisualKind::mesh;
    visual.mesh = name;
    visual.at = {line++, 5};
  }
  return robot;
}

TEST_F(FindMesh, AFileIsReadOnceUnderAllItsNames) {
  Diagnostics findings(robot);
  const RobotMeshes read = read_meshes(
      robot_with(robot, {"meshes/b.obj", "stays_in.obj", "meshes/b.obj", "./meshes/b.obj"}),
      findings);
  EXPECT_EQ(findings.text(), "");
  EXPECT_EQ(read.meshes.size(), 1U);
  EXPECT_EQ(read.number.size(), 3U);
}

TEST_F(FindMesh, AMeshThatIsTooLargeBesideTheOthersDoesNotSpoilTheSmallOnesBehindIt) {
  const auto triangles = [](std::size_t count) {
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (std::size_t i = 0; i < count; ++i) text += "f 1 2 3\n";
    return text;
  };
  for (const char* name : {"1.obj", "2.obj"})
    folder.write(std::string("ws/my_arm/urdf/") + name, triangles(most_mesh_triangles));
  folder.write("ws/my_arm/urdf/3.obj", triangles(most_mesh_triangles - 1000));
  folder.write("ws/my_arm/urdf/large.obj", triangles(1001));
  folder.write("ws/my_arm/urdf/small.obj", triangles(1000));
  Diagnostics findings("arm.urdf");
  const RobotMeshes read = read_meshes(
      robot_with(robot, {"1.obj", "2.obj", "3.obj", "large.obj", "small.obj"}), findings);
  EXPECT_EQ(findings.text(),
            "arm.urdf:13:5: warning: body 'upper': mesh 'large.obj' is not drawn: large.obj: found "
            "more than 3000000 triangles in all meshes of the robot; thin the meshes [mesh]");
  EXPECT_EQ(read.meshes.size(), 4U);
}

TEST_F(FindMesh, WhatCannotBeReadIsAWarningForEachVisual) {
  folder.write("ws/my_arm/urdf/broken.stl", "solid\n");
  Diagnostics findings("arm.urdf");
  const RobotMeshes read = read_meshes(
      robot_with(robot, {"broken.stl", "meshes/b.obj", "broken.stl", "file:///a.stl"}), findings);
  EXPECT_EQ(
      findings.text(),
      "arm.urdf:10:5: warning: body 'upper': mesh 'broken.stl' is not drawn: broken.stl: ends "
      "without endsolid; it is cut off, export the mesh again [mesh]\n"
      "arm.urdf:12:5: warning: body 'upper': mesh 'broken.stl' is not drawn: broken.stl: ends "
      "without endsolid; it is cut off, export the mesh again [mesh]\n"
      "arm.urdf:13:5: warning: body 'upper': mesh 'file:///a.stl' is not drawn: found an "
      "address, expected package://NAME/path or a path relative to the robot file; only such "
      "meshes are read [mesh]");
  EXPECT_EQ(read.number.size(), 1U);
}

}  // namespace
}  // namespace erfd
