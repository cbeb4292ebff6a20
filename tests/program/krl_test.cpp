// KRL: what is read, what comes out, what is told.
#include "erfd/program/krl.hpp"

#include "erfd/base/units.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr std::string_view points =
    "DEFDAT m\nDECL E6POS XP1={X 500,Y 100,Z 300,A 10,B 20,C 180,S 2,T 10}\nDECL FDAT FP1={TOOL_NO "
    "1,BASE_NO 2,IPO_FRAME #BASE,POINT2[] \" \"}\n"
    "DECL PDAT PPDAT1={VEL 100,ACC 60,APO_DIST 80,APO_MODE #CPTP}\nDECL PDAT PPDAT2={VEL 100,ACC "
    "100,APO_DIST 25,APO_MODE #CDIS}\n"
    "DECL LDAT LCPDAT1={VEL 2,ACC 50,APO_DIST 12,ORI_TYP #CONSTANT}\nENDDAT\n";
constexpr std::string_view config =
    "DEFDAT $CONFIG PUBLIC\nTOOL_DATA[1]={X 0,Y 0,Z 150,A 0,B 0,C 0}\nBASE_DATA[2]={X 100,Y 0,Z "
    "50,A 90,B 0,C 0}\n"
    "LOAD_DATA[1]={M 40,CM {X 0,Y 0,Z 90,A 0,B 0,C 0},J {X 1,Y 2,Z "
    "3}}\nLOAD_DATA[3].M=-1\nENDDAT\n";

ReadProgram run(const std::string& statements, ProgramContext context = {}) {
  const ProgramText files[] = {{"m.src", "DEF m( )\n" + statements + "\nEND\n"},
                               {"m.dat", std::string(points)},
                               {"$config.dat", std::string(config)}};
  return read_krl(files, context);
}

Program program_of(const std::string& statements, const ProgramContext& context = {}) {
  ReadProgram read = run(statements, context);
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text() << statements;
  return std::move(read.program);
}

const Move& move_of(const Program& program, std::size_t i) {
  return std::get<Move>(program.instructions.at(i).action);
}
const CartesianTarget& point_of(const Program& program, std::size_t i) {
  return std::get<CartesianTarget>(move_of(program, i).target);
}

double value_of(const std::string& expression, const std::string& before = "") {
  const Program program = program_of(before + "\nWAIT SEC " + expression);
  return program.instructions.empty() ? 0
                                      : std::get<Wait>(program.instructions.back().action).duration;
}

bool tells(const ReadProgram& read, std::string_view check) {
  for (const Diagnostic& finding : read.findings.all())
    if (finding.check == check) return true;
  return false;
}

// The three generations of inline forms ask for the same.
TEST(Krl, InlineFormsSetSpeedToolBaseLoadAndApproximation) {
  const std::string forms[] = {
      "PDAT_ACT=PPDAT1\nFDAT_ACT=FP1\nBAS (#PTP_PARAMS,70)\nPTP XP1 C_PTP",
      "PDAT_ACT=PPDAT1\nBAS(#PTP_DAT)\nFDAT_ACT=FP1\nBAS(#FRAMES)\nBAS(#VEL_PTP,70)\nPTP XP1 C_PTP",
      "SPTP XP1 WITH $VEL_AXIS[1]=SVEL_JOINT(70.0), $TOOL=STOOL2(FP1), $BASE=SBASE(FP1.BASE_NO), "
      "$IPO_MODE=SIPO_MODE(FP1.IPO_FRAME), $LOAD=SLOAD(FP1.TOOL_NO), "
      "$ACC_AXIS[1]=SACC_JOINT(PPDAT1), $APO=SAPO_PTP(PPDAT1), $GEAR_JERK[1]=SGEAR_JERK(PPDAT1) "
      "C_PTP"};
  for (const std::string& form : forms) {
    const Program program = program_of(form);
    ASSERT_EQ(program.instructions.size(), 1U) << form;
    const Move& move = move_of(program, 0);
    EXPECT_EQ(move.kind, MoveKind::ptp);
    EXPECT_DOUBLE_EQ(*move.limits.speed_share, 0.7) << form;
    EXPECT_DOUBLE_EQ(*move.limits.acceleration_share, 0.6) << form;
    const Conditions& c = program.instructions[0].conditions;
    EXPECT_TRUE(c.X_FlangeT->p.isApprox(Vector3<double>(0, 0, 0.15))) << form;
    EXPECT_TRUE(c.X_WBase.p.isApprox(Vector3<double>(0.1, 0, 0.05))) << form;
    EXPECT_NEAR(c.X_WBase.R(1, 0), 1, 1e-12);
    EXPECT_DOUBLE_EQ(c.tool_load.mass, 40) << form;
    EXPECT_DOUBLE_EQ(c.tool_load.I_com(2, 2), 3) << form;
    EXPECT_EQ(c.tool, "TOOL_DATA[1]");
    if (&form == &forms[2]) continue;  // the words of SPTP stand before WITH
    EXPECT_EQ(move.fly_by, FlyBy::ptp) << form;
    EXPECT_DOUBLE_EQ(move.fly_by_size, 0.8) << form;
  }
}

TEST(Krl, LinesHaveSpeedAccelerationAndDistanceOfTheirData) {
  const Program program = program_of(
      "LDAT_ACT=LCPDAT1\nFDAT_ACT=FP1\nBAS(#CP_PARAMS,0.3)\nLIN XP1 C_DIS\nSLIN XP1 WITH "
      "$VEL=SVEL_CP(0.1, , LCPDAT1), "
      "$ACC=SACC_CP(LCPDAT1)\nPDAT_ACT=PPDAT2\nBAS(#PTP_PARAMS,100)\nPTP XP1 C_DIS");
  const Move& move = move_of(program, 0);
  EXPECT_DOUBLE_EQ(*move.limits.speed, 0.3);
  EXPECT_DOUBLE_EQ(*move.limits.acceleration, 1.15);
  EXPECT_DOUBLE_EQ(*move.limits.turn_speed, 200 * degree);
  EXPECT_EQ(move.fly_by, FlyBy::path);
  EXPECT_DOUBLE_EQ(move.fly_by_size, 0.012);
  EXPECT_EQ(move.orientation, OrientationMode::constant);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 0.1);
  EXPECT_DOUBLE_EQ(move_of(program, 2).fly_by_size, 0.025);
  EXPECT_EQ(text_of(*program.dialect, move), "LIN XP1 C_DIS");
}

TEST(Krl, WithHoldsForItsMoveAlone) {
  const Program program =
      program_of("$VEL.CP=0.5\nSLIN XP1 WITH $VEL.CP=0.2, $TOOL=STOOL2(FP1)\nLIN XP1");
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 0.2);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 0.5);
  EXPECT_TRUE(program.instructions[1].conditions.X_FlangeT->p.isZero());
}

TEST(Krl, TargetsAreAnglesZyxAxesAndFrames) {
  const Program program = program_of(
      "PTP XP1\nPTP {A1 10,A3 -20}\nLIN XP1:{X 0,Y 0,Z 50,A 0,B 0,C 0}\nLIN {Z 400}\nLIN_REL {X "
      "10} #TOOL\nLIN_REL {Z -5}");
  const Matrix3<double> R =
      rotation_z(10 * degree) * rotation_y(20 * degree) * rotation_x(180 * degree);
  EXPECT_TRUE(point_of(program, 0).X_BaseT.R.isApprox(R, 1e-12));
  const auto& joints = std::get<JointTarget>(move_of(program, 1).target);
  EXPECT_DOUBLE_EQ(*joints.q[0], 10 * degree);
  EXPECT_FALSE(joints.q[1].has_value());
  const Vector3<double> p = point_of(program, 0).X_BaseT.p, down = R.col(2);
  EXPECT_TRUE(point_of(program, 2).X_BaseT.p.isApprox(p + 0.05 * down, 1e-12));
  EXPECT_NEAR(point_of(program, 3).X_BaseT.p.z(), 0.4, 1e-12);
  EXPECT_NEAR(point_of(program, 3).X_BaseT.p.x(), (p + 0.05 * down).x(), 1e-12);
  EXPECT_NEAR((point_of(program, 4).X_BaseT.p - point_of(program, 3).X_BaseT.p).dot(R.col(0)), 0.01,
              1e-12);
  EXPECT_NEAR(point_of(program, 5).X_BaseT.p.z() - point_of(program, 4).X_BaseT.p.z(), -0.005,
              1e-12);
}

TEST(Krl, ExpressionsAndFlow) {
  EXPECT_DOUBLE_EQ(value_of("7/2"), 3);  // whole numbers leave no fraction
  EXPECT_DOUBLE_EQ(value_of("7/2.0"), 3.5);
  EXPECT_DOUBLE_EQ(value_of("k/2", "INT k\nk=3"),
                   1);  // that k is whole is known before it has a value
  EXPECT_DOUBLE_EQ(value_of("x", "INT k\nREAL x\nx=0\nFOR k=1 TO 3\nx=x+k/2\nENDFOR"), 2);
  EXPECT_DOUBLE_EQ(value_of("'B0110'+'H0F'"), 21);
  EXPECT_DOUBLE_EQ(
      value_of("x", "INT x\nx=0\nFOR i=1 TO 4\nx=x+i\nENDFOR\nFOR i=3 TO 1 STEP -1\nx=x+i\nENDFOR"),
      16);
  EXPECT_DOUBLE_EQ(value_of("x", "INT x\nx=0\nFOR i=3 TO 1\nx=x+i\nENDFOR\nx=x+2"), 2);
  EXPECT_DOUBLE_EQ(value_of("x", "INT x\nx=1\nREPEAT\nx=x*2\nUNTIL x>10"), 16);
  EXPECT_DOUBLE_EQ(value_of("x", "INT x\nx=0\nLOOP\nx=x+1\nIF x==5 THEN\nEXIT\nENDIF\nENDLOOP"), 5);
  EXPECT_DOUBLE_EQ(
      value_of("x", "INT x\nSWITCH 7\nCASE 1,2\nx=1\nCASE 7\nx=2\nDEFAULT\nx=3\nENDSWITCH"), 2);
  EXPECT_DOUBLE_EQ(value_of("x", "INT x\nx=0\nback:\nx=x+1\nIF x<4 THEN\nGOTO back\nENDIF"), 4);
}

TEST(Krl, RoutinesChangeWhatTheyAreGiven) {
  const ProgramText files[] = {
      {"m.src",
       "DEF m( )\nINT x\nx=3\nraise_it(x)\nWAIT SEC twice(x)\nEND\nDEF raise_it(v:OUT)\nINT "
       "v\nv=v+1\nEND\nDEFFCT INT twice(v:IN)\nINT v\nv=v*2\nRETURN v\nENDFCT\n"}};
  const ReadProgram read = read_krl(files, {});
  ASSERT_EQ(read.program.instructions.size(), 1U) << read.findings.text();
  EXPECT_DOUBLE_EQ(std::get<Wait>(read.program.instructions[0].action).duration, 8);
}

TEST(Krl, InputsAreFalseWaitsArePassedAndLoopsRunOnce) {
  const std::string text =
      "LOOP\nWAIT FOR $IN[3]\nIF $IN[3]==TRUE THEN\nPTP XP1\nENDIF\nPTP XP1\nENDLOOP";
  EXPECT_EQ(program_of(text).instructions.size(), 1U);
  ProgramContext on;
  on.inputs["$in[3]"] = std::int64_t{1};
  EXPECT_EQ(program_of(text, on).instructions.size(), 2U);
  on.cycles = 2;
  EXPECT_EQ(program_of(text, on).instructions.size(), 4U);
}

TEST(Krl, AnInputThatNothingAsksForIsRefused) {
  const auto given = [&](const std::string& name, const std::string& text) {
    ProgramContext context;
    context.inputs[name] = std::int64_t{1};
    return run(text, context).findings;
  };
  const std::string text = "INT k\nIF $IN[3] THEN\nPTP XP1\nENDIF\nWAIT FOR vacuum";
  for (const char* asked : {"$in[3]", "in_3", "in3", "vacuum"})
    EXPECT_FALSE(given(asked, text).has_errors()) << given(asked, text).text();
  for (const char* unasked : {"$in[4]", "in_33", "in", "k"})
    EXPECT_TRUE(given(unasked, text).has_errors()) << unasked;
  EXPECT_EQ(given("vacum", text).all()[0].message,
            "input 'vacum': the program asks for nothing of that name; did you mean 'vacuum'?");
  EXPECT_FALSE(given("in_4", "INT k\nk=4\nWAIT FOR $IN[k]").has_errors()) << "it may be that one";
}

TEST(Krl, ASignalHasTheValueOfTheInputThatItNames) {
  const std::string text = "SIGNAL vacuum $IN[3]\nIF vacuum THEN\nPTP XP1\nENDIF";
  EXPECT_EQ(program_of(text).instructions.size(), 0U);
  for (const char* name : {"in_3", "vacuum"}) {
    ProgramContext on;
    on.inputs[name] = true;
    EXPECT_EQ(program_of(text, on).instructions.size(), 1U) << name;
  }
}

TEST(Krl, ForeignLinesAreToldAndTheRestRuns) {
  const ReadProgram read =
      run("PTP XP1\nprint('1')\nLIN XP1 Vel=0.2 m/s CPDAT1\nIF FALSE THEN\nPTP XP1\nELSEIF TRUE "
          "THEN\nLIN XP1\nENDIF\n* what is this");
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  EXPECT_EQ(read.program.instructions.size(), 3U);
  EXPECT_TRUE(tells(read, "W0206"));
  EXPECT_TRUE(tells(read, "W0207"));
  EXPECT_TRUE(tells(read, "W0208"));
  EXPECT_EQ(read.findings.all()[0].at, (Location{3, 7})) << read.findings.text();
}

TEST(Krl, WhatPeopleWriteIsRead) {
  const Program program = program_of(
      "GLOBAL INTERRUPT DECL 3 WHEN $STOPMESS==TRUE DO IR_STOPM ( )\nINTERRUPT ON 3\nBAS "
      "(#INITMOV,0 )\nDECL STATE_T state\nENUM mode one,two\nSTRUC part INT a,b, FRAME where\nEXT "
      "other(INT :IN)\nCONTINUE\n$OUT[3]=TRUE\nPULSE($OUT[1],TRUE,0.5)\n"
      "TRIGGER WHEN DISTANCE=0 DELAY=0 DO $OUT[2]=TRUE\nNAME[]=\"x\"\n$BWDSTART = "
      "FALSE\n$H_POS=XP1\nPTP XP1 C_DIS C_DIS ; comment\nHALT\nBRAKE\nRESUME");
  EXPECT_EQ(program.instructions.size(), 1U);
}

TEST(Krl, WhatIsMissingIsTold) {
  EXPECT_TRUE(tells(run("PTP XP9\nPTP XP1"), "W0301"));
  EXPECT_EQ(run("PTP XP9\nPTP XP1").program.instructions.size(), 1U);
  EXPECT_TRUE(tells(run("BAS(#TOOL,7)\nPTP XP1"), "W0626"));
  EXPECT_TRUE(tells(run("BAS(#TOOL,3)\nPTP XP1"), "W0628") ||
              tells(run("BAS(#TOOL,3)\nPTP XP1"), "W0626"));
  EXPECT_TRUE(tells(run("elsewhere(3)\nPTP XP1"), "W0622"));
  EXPECT_TRUE(tells(run("$IPO_MODE=#TCP\nPTP XP1"), "K0632"));
  EXPECT_TRUE(tells(read_krl("DEFDAT x\nENDDAT", "x.dat", {}), "K0317"));
}

TEST(KrlDialect, WritesTargetsThatReadBackAsThemselves) {
  CartesianTarget target;
  target.X_BaseT.p = {0.123456, -0.5, 1.25};
  target.X_BaseT.R = rotation_z(0.3) * rotation_y(-1.1) * rotation_x(2.2);
  const Program program = program_of("PTP " + krl_dialect().target(target));
  EXPECT_LT((point_of(program, 0).X_BaseT.p - target.X_BaseT.p).norm(), 1e-12);
  EXPECT_LT((point_of(program, 0).X_BaseT.R - target.X_BaseT.R).norm(), 1e-7);
}

TEST(Languages, KrlIsToldByExtensionAndText) {
  EXPECT_EQ(language_of("a.SRC", "").dialect().name, "KRL");
  EXPECT_EQ(language_of("a.txt", "&ACCESS RVP\n; comment\nDEF x( )").dialect().name, "KRL");
  EXPECT_EQ(language_of("a.txt", "program x;").dialect().name, "L-IRL");
}

}  // namespace
}  // namespace erfd::test
