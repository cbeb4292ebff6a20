// Files that belong to a program without being named, and what is told of those that are missing.
#include "erfd/program/read_program.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

namespace fs = std::filesystem;

/// A folder that is gone when the test ends.
class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / ("erfd_" + name())) { fs::remove_all(path_); }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string put(const std::string& file, const std::string& text) const {
    const fs::path path = path_ / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  std::string path() const { return path_.string(); }

 private:
  static std::string name() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->test_suite_name()) + "_" + test->name();
  }
  fs::path path_;
};

std::size_t moves_of(const ReadProgram& read) {
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  std::size_t count = 0;
  for (const Instruction& i : read.program.instructions)
    if (std::holds_alternative<Move>(i.action)) ++count;
  return count;
}

const Diagnostic* told(const ReadProgram& read, std::string_view check) {
  for (const Diagnostic& finding : read.findings.all())
    if (finding.check == check) return &finding;
  return nullptr;
}

const std::string point =
    "  PERS robtarget p1:=[[500,100,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];\n";

TEST(Companions, AModuleOfATaskBringsTheOtherModulesOfItsTask) {
  const Folder f;
  const std::string main =
      f.put("RAPID/TASK1/PROGMOD/A.mod", "MODULE a\nPROC main()\n  elsewhere;\nENDPROC\nENDMODULE");
  f.put("RAPID/TASK1/PROGMOD/B.modx",
        "MODULE b\nPROC elsewhere()\n  MoveL p1,v100,fine,tool0;\nENDPROC\nENDMODULE");
  f.put("RAPID/TASK1/SYSMOD/user.sys", "MODULE user\n" + point + "ENDMODULE");
  f.put("RAPID/TASK2/PROGMOD/C.mod", "MODULE c\nPROC main()\nthis is no RAPID\nENDPROC\nENDMODULE");
  EXPECT_EQ(moves_of(read_program_file(main, {})), 1U);
  EXPECT_EQ(moves_of(read_program_file(f.path(), {})), 1U);
}

TEST(Companions, AModuleInAPlainFolderBringsThoseThatOfferWhatItMisses) {
  const Folder f;
  const std::string main =
      f.put("A.mod", "MODULE a\nPROC main()\n  letter_a;\n  MoveL p1,v100,fine,tool0;\nENDPROC\n" +
                         point + "ENDMODULE");
  f.put("Letters.mod",
        "MODULE b\nPROC letter_a()\n  MoveL p1,v100,fine,tool0;\nENDPROC\nENDMODULE");
  f.put("Old.mod", "MODULE old\nPROC main()\nthis is no RAPID\nENDPROC\n" + point + "ENDMODULE");
  EXPECT_EQ(moves_of(read_program_file(main, {})), 2U);
}

TEST(Companions, AKrlProgramBringsTheRoutinesPointsAndDataOfItsBackup) {
  const Folder f;
  const std::string main =
      f.put("KRC/R1/Program/Job/job.src", "DEF job( )\nBAS(#INITMOV,0)\nPTP XHOME\npick(2)\nEND\n");
  f.put("KRC/R1/Program/Tools/pick.src",
        "DEF pick(n :IN)\nINT n\nBAS(#TOOL,n)\nPTP XP1\nLIN gStart\nEND\n");
  f.put("KRC/R1/Program/Tools/pick.dat",
        "DEFDAT pick\nDECL E6POS XP1={X 500,Y 0,Z 300,A 0,B 0,C 180}\nENDDAT\n");
  f.put("KRC/R1/System/points.dat",
        "DEFDAT points PUBLIC\nDECL GLOBAL FRAME gStart={X 500,Y 0,Z 200,A 0,B 0,C 180}\nENDDAT\n");
  f.put("KRC/R1/System/$config.dat",
        "DEFDAT $CONFIG PUBLIC\nE6AXIS XHOME={A1 0,A2 -90,A3 90,A4 0,A5 0,A6 0}\n"
        "TOOL_DATA[2]={X 0,Y 0,Z 150,A 0,B 0,C 0}\nLOAD_DATA[2].M=-1\nENDDAT\n");
  f.put("KRC/R1/Mada/$robcor.dat",
        "DEFDAT $ROBCOR PUBLIC\nREAL $DEF_L_M=6.0\nFRAME $DEF_L_CM={X 10.0,Y 0,Z 60,A 0,B 0,C 0}\n"
        "DECL INERTIA $DEF_L_J={X 0.1,Y 0.2,Z 0.3}\nENDDAT\n");
  f.put("KRC/R1/Program/unused.src", "DEF unused( )\nPTP XNOWHERE\nEND\n");
  const ReadProgram read = read_program_file(main, {});
  EXPECT_EQ(moves_of(read), 3U);
  EXPECT_EQ(told(read, "W0622"), nullptr);
  EXPECT_EQ(told(read, "W0628"), nullptr) << "the default load stands in $robcor.dat";
  const Conditions& held = read.program.instructions.back().conditions;
  EXPECT_EQ(held.tool, "TOOL_DATA[2]");
  EXPECT_DOUBLE_EQ(held.tool_load.mass, 6);
  EXPECT_DOUBLE_EQ(held.tool_load.com.z(), 0.06);
  EXPECT_DOUBLE_EQ(held.tool_load.I_com(2, 2), 0.3);
}

TEST(Companions, WhatAKrlProgramMissesIsToldOnceWithItsNames) {
  const Folder f;
  const ReadProgram read =
      read_program_file(f.put("alone.src",
                              "DEF alone( )\nINT k\nFDAT_ACT=FP1\nPTP XP1\nFDAT_ACT=FP2\nPTP XP2\n"
                              "PTP XP1\nEND\n"),
                        {});
  EXPECT_EQ(moves_of(read), 0U);
  ASSERT_NE(told(read, "W0301"), nullptr);
  EXPECT_EQ(told(read, "W0301")->message,
            "3 of the program's moves are left out, as their targets are in none of the files: "
            "XP1, XP2; give the .dat or $config.dat that holds them, too");
  EXPECT_EQ(read.findings.all().size(), 3U) << read.findings.text();
}

TEST(Companions, AProgramThatAsksForNothingSaysWhy) {
  const Folder f;
  const ReadProgram idle = read_program_file(
      f.put("idle.mod", "MODULE m\n" + point +
                            "PROC main()\n  IF DI_01=1 THEN\n    MoveL p1,v100,fine,tool0;\n    "
                            "MoveJ p1,v100,fine,tool0;\n  ENDIF\nENDPROC\nENDMODULE"),
      {});
  EXPECT_EQ(moves_of(idle), 0U);
  ASSERT_NE(told(idle, "W0644"), nullptr);
  EXPECT_NE(told(idle, "W0644")->message.find("past all of its 2 moves"), std::string::npos);
  const ReadProgram remote =
      read_program_file(f.put("remote.src",
                              "DEF remote( )\nDECL REAL x\nx=1\nIF $FLAG[1] THEN\n"
                              "x=EKI_GetReal(\"ch\",\"a\",x)\nENDIF\nPTP {A1 0}\nEND\n"),
                        {});
  EXPECT_EQ(moves_of(remote), 1U);
  EXPECT_NE(told(remote, "W0641"), nullptr);
}

}  // namespace
}  // namespace erfd::test
