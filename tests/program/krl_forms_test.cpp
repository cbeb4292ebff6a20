// KRL as the editor of the controller writes it: inline forms, their definitions, sensors and loops.
#include "erfd/base/units.hpp"
#include "erfd/program/krl.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr std::string_view points =
    "DEFDAT m\nDECL E6POS XP1={X 500,Y 100,Z 300,A 10,B 20,C 180,S 2,T 10}\n"
    "DECL FDAT FP1={TOOL_NO 1,BASE_NO 2,IPO_FRAME #BASE,POINT2[] \" \"}\n"
    "DECL PDAT PPDAT1={VEL 100,ACC 60,APO_DIST 80,APO_MODE #CPTP}\n"
    "DECL PDAT PPDAT2={VEL 100,ACC 100,APO_DIST 25,APO_MODE #CDIS}\n"
    "DECL LDAT LCPDAT1={VEL 2,ACC 50,APO_DIST 12,AXIS_VEL 100,AXIS_ACC 40,ORI_TYP #CONSTANT,"
    "CIRC_TYP #PATH}\nENDDAT\n";
constexpr std::string_view config =
    "DEFDAT $CONFIG PUBLIC\nTOOL_DATA[1]={X 0,Y 0,Z 150,A 0,B 0,C 0}\nBASE_DATA[2]={X 100,Y 0,Z "
    "50,A 90,B 0,C 0}\nLOAD_DATA[1]={M 40,CM {X 0,Y 0,Z 90,A 0,B 0,C 0},J {X 0,Y 0,Z 0}}\n"
    "SIGNAL vacuum $IN[7]\nSIGNAL boxes $IN[9] TO $IN[12]\nENDDAT\n";

ReadProgram run(const std::string& statements, const std::string& more = "",
                const ProgramContext& context = {}) {
  const ProgramText files[] = {{"m.src", "DEF m( )\n" + statements + "\nEND\n"},
                               {"m.dat", std::string(points)},
                               {"$config.dat", std::string(config) + more}};
  return read_krl(files, context);
}

Program program_of(const std::string& statements, const std::string& more = "",
                   const ProgramContext& context = {}) {
  ReadProgram read = run(statements, more, context);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text() << statements;
  return std::move(read.program);
}

const Move& move_of(const Program& program, std::size_t i) {
  return std::get<Move>(program.instructions.at(i).action);
}

bool tells(const ReadProgram& read, std::string_view check) {
  for (const Diagnostic& finding : read.findings.all())
    if (finding.check == check) return true;
  return false;
}

TEST(KrlForms, ApproximationStandsBehindWithToo) {
  const std::string with =
      " WITH $VEL_AXIS[1]=SVEL_JOINT(50.0), $TOOL=STOOL2(FP1), $APO=SAPO_PTP(PPDAT2), "
      "$COLLMON_TOL_PRO[1]=USE_CM_PRO_VALUES(0) C_Spl";
  const ReadProgram read = run("SPTP XP1" + with);
  EXPECT_FALSE(tells(read, "W0207")) << read.findings.text();
  EXPECT_FALSE(tells(read, "W0642")) << read.findings.text();
  EXPECT_EQ(move_of(read.program, 0).fly_by, FlyBy::path);
  EXPECT_DOUBLE_EQ(move_of(read.program, 0).fly_by_size, 0.025);
  EXPECT_EQ(move_of(read.program, 0).target_name, "XP1 C_SPL");
  // In per cent where the form says so.
  const Program share = program_of("SPTP XP1 WITH $APO=SAPO_PTP(PPDAT1) C_SPL");
  EXPECT_EQ(move_of(share, 0).fly_by, FlyBy::ptp);
  EXPECT_DOUBLE_EQ(move_of(share, 0).fly_by_size, 0.8);
}

TEST(KrlForms, WhatNoFileDefinesIsWhatBackupsAgreeOn) {
  const Program program =
      program_of("BAS(#INITMOV,0)\nPTP XP1 C_PTP\nLIN XP1 C_DIS\nLIN XP1 C_VEL");
  EXPECT_DOUBLE_EQ(move_of(program, 0).fly_by_size, 0.5);    // 50 %
  EXPECT_DOUBLE_EQ(move_of(program, 1).fly_by_size, 0.003);  // 3 mm
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 2);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.acceleration, 2.3);
  EXPECT_NEAR(*move_of(program, 1).limits.turn_speed, 200 * degree, 1e-12);
  EXPECT_NEAR(*move_of(program, 1).limits.turn_acceleration, 100 * degree, 1e-12);
  EXPECT_DOUBLE_EQ(move_of(program, 2).fly_by_size, 2 * 2 / (2 * 2.3));  // 100 %: all of braking
  EXPECT_EQ(program.instructions[0].conditions.tool, "TOOL_DATA[1]");
  EXPECT_EQ(program.instructions[0].conditions.base, "");
}

TEST(KrlForms, DefinitionsOfTheBackupReplaceThem) {
  const Program program = program_of(
      "BAS(#INITMOV,0)\nPTP XP1 C_PTP\nLDAT_ACT=LCPDAT1\n"
      "BAS(#CP_PARAMS,9)\nLIN XP1 C_DIS",
      "DEFDAT other PUBLIC\nGLOBAL INT DEF_APO_CPTP=20\nGLOBAL REAL "
      "DEF_VEL_CP=1.5\nGLOBAL REAL DEF_ACC_CP=4\nENDDAT\n");
  EXPECT_DOUBLE_EQ(move_of(program, 0).fly_by_size, 0.2);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 1.5);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.acceleration, 2);
}

TEST(KrlForms, LinesOfWithHaveTheSpeedAndAccelerationOfTheirForm) {
  const Program program = program_of(
      "SLIN XP1 WITH $VEL=SVEL_CP(0.3,,LCPDAT1), $TOOL=STOOL2(FP1), $LOAD=SLOAD(FP1.TOOL_NO), "
      "$ACC=SACC_CP(LCPDAT1), $ORI_TYPE=SORI_TYP(LCPDAT1), $APO=SAPO(LCPDAT1) C_SPL\n"
      "CIRC {X 520,Y 120,Z 300,A 10,B 20,C 180}, {X 540,Y 100,Z 300,A 10,B 20,C 180}");
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 0.3);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.acceleration, 2.3 * 0.4);
  EXPECT_DOUBLE_EQ(move_of(program, 0).fly_by_size, 0.012);
  EXPECT_EQ(move_of(program, 0).orientation, OrientationMode::constant);
  EXPECT_DOUBLE_EQ(program.instructions[0].conditions.tool_load.mass, 40);
  EXPECT_EQ(move_of(program, 1).orientation, OrientationMode::variable);
}

TEST(KrlForms, CirclesTurnWithTheirPathWhereTheFormSaysSo) {
  const std::string circle =
      "\nCIRC {X 520,Y 120,Z 300,A 10,B 20,C 180}, {X 540,Y 100,Z 300,A 10,B 20,C 180}, CA 90";
  const Program form = program_of("LDAT_ACT=LCPDAT1\nBAS(#CP_PARAMS,1)" + circle);
  EXPECT_EQ(move_of(form, 0).orientation, OrientationMode::path_constant);
  EXPECT_NEAR(*move_of(form, 0).arc_angle, 90 * degree, 1e-12);
  EXPECT_EQ(move_of(program_of("$CIRC_TYPE=#PATH" + circle), 0).orientation,
            OrientationMode::path_variable);
  EXPECT_EQ(move_of(program_of("$ORI_TYPE=#JOINT" + circle), 0).orientation,
            OrientationMode::joint);
}

TEST(KrlForms, ALoadWithoutInertiaHasThatOfTheController) {
  const Program program =
      program_of("BAS(#TOOL,1)\nPTP XP1",
                 "DEFDAT $robcor PUBLIC\nDECL INERTIA $DEF_L_J={X 1,Y 2,Z 3}\nENDDAT\n");
  EXPECT_DOUBLE_EQ(program.instructions[0].conditions.tool_load.mass, 40);
  EXPECT_DOUBLE_EQ(program.instructions[0].conditions.tool_load.I_com(1, 1), 2);
  EXPECT_TRUE(tells(run("BAS(#TOOL,0)\nPTP XP1"), "W0628"));
}

// The first try fails, as the sensor is off; then the program goes on as if it were on.
TEST(KrlForms, AJumpBackThatASensorAsksForIsTakenOnce) {
  const std::string text =
      "INT n\nREAL z\nz=0\nFOR n=1 TO 3\nagain:\nz=z-10\nPTP XP1\nIF vacuum==FALSE THEN\nLIN XP1\n"
      "GOTO again\nENDIF\nLIN XP1\nENDFOR";
  const ReadProgram read = run(text);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  EXPECT_EQ(read.program.instructions.size(), 9U) << "three boxes: failed once, then placed";
  EXPECT_TRUE(tells(read, "N0612"));
  ProgramContext on;
  on.inputs["vacuum"] = true;
  EXPECT_EQ(program_of(text, "", on).instructions.size(), 6U);
}

TEST(KrlForms, ForCountsTheVariableThatItsBodyChanges) {
  EXPECT_EQ(program_of("INT k\nFOR k=1 TO 5\nPTP XP1\nk=k+1\nENDFOR").instructions.size(), 3U);
  EXPECT_EQ(program_of("INT k\nFOR k=5 TO 1 STEP -2\nPTP XP1\nENDFOR").instructions.size(), 3U);
}

TEST(KrlForms, GroupsOfInputsAreWholeNumbers) {
  ProgramContext four;
  four.inputs["boxes"] = std::int64_t{4};
  const std::string text = "INT k\nFOR k=1 TO boxes\nPTP XP1\nENDFOR";
  EXPECT_EQ(program_of(text).instructions.size(), 0U);
  EXPECT_EQ(program_of(text, "", four).instructions.size(), 4U);
}

TEST(KrlForms, ValuesThatNobodySetAreZeroAndTold) {
  const ReadProgram read = run("INT k\nREAL list[3]\nlist[1]=5\nWAIT SEC 2+k\nlist[k]=3\nPTP XP1");
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  EXPECT_TRUE(tells(read, "W0643"));
  EXPECT_EQ(read.program.instructions.size(), 2U);
}

TEST(KrlForms, ATextThatIsNoKrlIsNotReadToItsEnd) {
  std::string text = "DEF m( )\n";
  for (int i = 0; i < 1001; ++i) text += "print('x') ( [\n";
  const ReadProgram read = read_krl(text + "END\n", "m.src", {});
  EXPECT_TRUE(tells(read, "K0209"));
  EXPECT_TRUE(tells(read, "W0206"));
}

TEST(KrlForms, AFunctionMayBeTheProgram) {
  const ReadProgram read =
      read_krl("DEFFCT FRAME find()\nPTP {A1 0}\nRETURN $NULLFRAME\nENDFCT\n", "find.src", {});
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  EXPECT_EQ(read.program.instructions.size(), 1U);
}

}  // namespace
}  // namespace erfd::test
