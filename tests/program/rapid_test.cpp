// RAPID: what is read, what comes out, what is told.
#include "erfd/program/rapid.hpp"

#include "erfd/base/units.hpp"

#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr std::string_view data =
    "  CONST robtarget p1:=[[500,100,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];\n"
    "  PERS tooldata tG:=[TRUE,[[0,0,150],[1,0,0,0]],[3,[0,10,60],[1,0,0,0],0.01,0.02,0.03]];\n"
    "  PERS wobjdata "
    "wT:=[FALSE,TRUE,\"\",[[100,0,50],[0.707106781186548,0,0,0.707106781186548]],[[10,0,0],[1,0,0,"
    "0]]];\n";

ReadProgram run(const std::string& statements, const std::string& more = "",
                ProgramContext context = {}) {
  const std::string text = fmt::format("MODULE m\n{}{}  PROC main()\n{}\n  ENDPROC\nENDMODULE\n",
                                       data, more, statements);
  return read_rapid(text, "m.mod", context);
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
const CartesianTarget& point_of(const Program& program, std::size_t i) {
  return std::get<CartesianTarget>(move_of(program, i).target);
}

/// What an expression is worth: the length of a wait.
double value_of(const std::string& expression, const std::string& before = "",
                const std::string& more = "") {
  const Program program = program_of(before + "\nWaitTime " + expression + ";", more);
  return program.instructions.empty() ? 0
                                      : std::get<Wait>(program.instructions.back().action).duration;
}

std::string first_error(const ReadProgram& read) {
  for (const Diagnostic& finding : read.findings.all())
    if (finding.severity == Severity::error) return to_string(finding, "m");
  return "";
}

bool tells(const ReadProgram& read, std::string_view check) {
  for (const Diagnostic& finding : read.findings.all())
    if (finding.check == check) return true;
  return false;
}

TEST(Rapid, MovesHaveTheirKindTargetSpeedAndZone) {
  const Program program = program_of(
      "MoveJ p1,v1000,z50,tG;\nMoveL Offs(p1,10,0,-20),v200\\V:=150,fine,tG\\WObj:=wT;\n"
      "MoveC p1,[[600,0,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]],v100,z10\\Z:=7,tool0;\n"
      "MoveAbsJ [[10,20,30,0,-40,9E9],[9E9,9E9,9E9,9E9,9E9,9E9]]\\NoEOffs,vmax,fine,tG;");
  ASSERT_EQ(program.instructions.size(), 4U);
  EXPECT_EQ(move_of(program, 0).kind, MoveKind::ptp);
  EXPECT_EQ(move_of(program, 0).fly_by, FlyBy::path);
  EXPECT_DOUBLE_EQ(move_of(program, 0).fly_by_size, 0.05);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 1.0);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.turn_speed, 500 * degree);
  EXPECT_TRUE(point_of(program, 1).X_BaseT.p.isApprox(Vector3<double>(0.51, 0.1, 0.28), 1e-12));
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 0.15);
  EXPECT_EQ(move_of(program, 1).fly_by, FlyBy::stop);
  EXPECT_EQ(move_of(program, 2).kind, MoveKind::circle);
  EXPECT_DOUBLE_EQ(move_of(program, 2).fly_by_size, 0.007);
  EXPECT_EQ(move_of(program, 2).orientation, OrientationMode::path_variable);
  const auto& joints = std::get<JointTarget>(move_of(program, 3).target);
  EXPECT_DOUBLE_EQ(*joints.q[4], -40 * degree);
  EXPECT_FALSE(joints.q[5].has_value());
  EXPECT_TRUE(program.half_blends);
}

TEST(Rapid, MessagesNameAMoveAsItIsWritten) {
  const Program program = program_of(
      "MoveL p1,v100,fine,tool0;\nMoveAbsJ "
      "[[0,0,0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]],v100,fine,tool0;\nMoveLDO "
      "p1,v100,fine,tool0,do1,1;");
  EXPECT_EQ(text_of(*program.dialect, move_of(program, 0)), "MoveL p1");
  EXPECT_EQ(text_of(*program.dialect, move_of(program, 1)),
            "MoveAbsJ [[0,0,0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]]");
  EXPECT_EQ(text_of(*program.dialect, move_of(program, 2)), "MoveLDO p1");
}

TEST(Rapid, ToolObjectAndLoadsAreConditionsInTheFlange) {
  const Program program = program_of(
      "MoveL p1,v100,fine,tG\\WObj:=wT;\nGripLoad [2,[0,0,40],[1,0,0,0],0,0,0];\nMoveL "
      "p1,v100,fine,tG;\nGripLoad load0;\nMoveL p1,v100,fine,tool0;");
  const Conditions& c = program.instructions[0].conditions;
  EXPECT_TRUE(c.X_FlangeT->p.isApprox(Vector3<double>(0, 0, 0.15)));
  // user frame, turned by 90 deg, then object frame: 10 mm along the user's x is the world's y
  EXPECT_TRUE(c.X_WBase.p.isApprox(Vector3<double>(0.1, 0.01, 0.05), 1e-12));
  EXPECT_DOUBLE_EQ(c.tool_load.mass, 3);
  EXPECT_TRUE(c.tool_load.com.isApprox(Vector3<double>(0, 0.01, 0.06)));
  EXPECT_DOUBLE_EQ(c.tool_load.I_com(1, 1), 0.02);
  EXPECT_DOUBLE_EQ(program.instructions[1].conditions.gripped.mass, 2);
  EXPECT_TRUE(
      program.instructions[1].conditions.gripped.com.isApprox(Vector3<double>(0, 0, 0.19), 1e-12));
  EXPECT_EQ(program.instructions[2].conditions.gripped.mass, 0);
  EXPECT_EQ(program.instructions[2].conditions.tool_load.mass, 0);
  EXPECT_TRUE(program.instructions[2].conditions.X_FlangeT->p.isZero());
}

TEST(Rapid, RelToolShiftsAndTurnsInTheTool) {
  const Program program = program_of("MoveL RelTool(p1,0,0,50\\Rz:=90),v100,fine,tool0;");
  // the tool of p1 looks down
  EXPECT_TRUE(point_of(program, 0).X_BaseT.p.isApprox(Vector3<double>(0.5, 0.1, 0.25), 1e-12));
  const Matrix3<double> R = rotation_x(std::numbers::pi) * rotation_z(std::numbers::pi / 2);
  EXPECT_TRUE(point_of(program, 0).X_BaseT.R.isApprox(R, 1e-12));
}

TEST(Rapid, SettingsHoldUntilTheyChange) {
  const Program program = program_of(
      "VelSet 50,800;\nAccSet 40,100;\nSingArea\\Wrist;\nPathAccLim TRUE\\AccMax:=2,FALSE;\nMoveL "
      "p1,v2000,fine,tool0;\nMoveL p1,v1000,fine,tool0\\WObj:=wobj0;\nVelSet 100,5000;\nAccSet "
      "100,100;\nSingArea\\Off;\nMoveL p1,v1000,fine,tool0;");
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 0.8);
  EXPECT_DOUBLE_EQ(*move_of(program, 1).limits.speed, 0.5);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.acceleration_share, 0.4);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.acceleration, 2);
  EXPECT_EQ(move_of(program, 0).orientation, OrientationMode::joint);
  EXPECT_FALSE(move_of(program, 2).limits.acceleration_share.has_value());
  EXPECT_EQ(move_of(program, 2).orientation, OrientationMode::variable);
}

TEST(Rapid, ExpressionsAreWorthWhatTheLanguageSays) {
  EXPECT_DOUBLE_EQ(value_of("1+2*3-4/2"), 5);
  EXPECT_DOUBLE_EQ(value_of("17 DIV 5 + 17 MOD 5"), 5);
  EXPECT_DOUBLE_EQ(value_of("x", "IF NOT FALSE AND TRUE x:=3;", "VAR num x;"), 3);
  // NOT binds looser than AND: NOT (FALSE AND FALSE)
  EXPECT_DOUBLE_EQ(value_of("x", "IF NOT FALSE AND FALSE x:=3;", "VAR num x;"), 3);
  EXPECT_DOUBLE_EQ(value_of("StrLen(\"abc\"\"d\")"), 5);
  EXPECT_DOUBLE_EQ(value_of("a{2,3}", "", "VAR num a{2,3}:=[[1,2,3],[4,5,6]];"), 6);
  EXPECT_DOUBLE_EQ(value_of("p1.trans.x/100+p1.rot.q2"), 6);
  EXPECT_DOUBLE_EQ(value_of("Round(2.345\\Dec:=1)+Trunc(2.9)+Abs(-3)+Sqrt(16)+Pow(2,3)"), 19.3);
  EXPECT_DOUBLE_EQ(
      value_of("x", "ok:=StrToVal(StrPart(\"ab12.5c\",3,4),x);", "VAR num x; VAR bool ok;"), 12.5);
}

TEST(Rapid, RoutinesTakeValuesOptionsAndReferences) {
  const std::string routines =
      "  VAR num y;\n  FUNC num twice(num x\\num plus)\n    IF Present(plus) RETURN 2*x+plus;\n    "
      "RETURN 2*x;\n  ENDFUNC\n"
      "  PROC set_it(INOUT num x,num goal\\switch Fast)\n    IF Present(Fast) x:=goal*10; \n    IF "
      "NOT Present(Fast) x:=goal;\n  ENDPROC\n"
      "  PROC on(\\num plus)\n    y:=twice(1\\plus?plus);\n  ENDPROC\n";
  EXPECT_DOUBLE_EQ(value_of("twice(3)", "", routines), 6);
  EXPECT_DOUBLE_EQ(value_of("twice(3\\plus:=1)", "", routines), 7);
  EXPECT_DOUBLE_EQ(value_of("y", "set_it y,4\\Fast;", routines), 40);
  EXPECT_DOUBLE_EQ(value_of("y", "on;", routines), 2);
  EXPECT_DOUBLE_EQ(value_of("y", "on\\plus:=5;", routines), 7);
  EXPECT_DOUBLE_EQ(value_of("y", "%\"set_\"+\"it\"% y,8;", routines), 8);
}

TEST(Rapid, FlowsThroughLoopsCasesJumpsAndHandlers) {
  EXPECT_DOUBLE_EQ(
      value_of("x", "FOR i FROM 1 TO 4 DO x:=x+i; ENDFOR FOR i FROM 3 TO 1 DO x:=x+i; ENDFOR",
               "VAR num x;"),
      16);
  EXPECT_DOUBLE_EQ(
      value_of("x", "TEST 7 CASE 1,2: x:=1; CASE 7: x:=2; DEFAULT: x:=3; ENDTEST", "VAR num x;"),
      2);
  EXPECT_DOUBLE_EQ(value_of("x", "again: Incr x; IF x<5 GOTO again;", "VAR num x;"), 5);
  EXPECT_DOUBLE_EQ(value_of("x", "risky;",
                            "VAR num x;\n  PROC risky()\n    x:=1;\n    RAISE 17;\n    x:=x+4;\n  "
                            "ERROR\n    x:=x+1;\n    TRYNEXT;\n  ENDPROC\n"),
                   6);
}

TEST(Rapid, AnEndlessLoopIsRunOnceAndWaitsArePassed) {
  const std::string loop = "WHILE TRUE DO MoveL p1,v100,fine,tool0; WaitDI di1,1; ENDWHILE";
  EXPECT_EQ(program_of(loop).instructions.size(), 1U);
  ProgramContext thrice;
  thrice.cycles = 3;
  EXPECT_EQ(program_of(loop, "", thrice).instructions.size(), 3U);
  const ReadProgram waits = run("WHILE di1=0 DO WaitTime 0; ENDWHILE MoveL p1,v100,fine,tool0;");
  EXPECT_EQ(waits.program.instructions.size(), 1U);
  EXPECT_TRUE(tells(waits, "N0612"));
}

TEST(Rapid, SignalsAreZeroUnlessInputSaysOtherwise) {
  const std::string text =
      "IF DI_01=1 THEN MoveL p1,v100,fine,tool0; ENDIF SetDO do2,1; IF do2=1 MoveL "
      "p1,v100,fine,tool0;";
  const ReadProgram read = run(text);
  EXPECT_EQ(read.program.instructions.size(), 1U);
  EXPECT_TRUE(tells(read, "N0620"));
  ProgramContext on;
  on.inputs["di_01"] = std::int64_t{1};
  EXPECT_EQ(program_of(text, "", on).instructions.size(), 2U);
}

TEST(Rapid, AnInputThatNothingAsksForIsRefused) {
  const std::string text = "VAR num count; TPReadNum count,\"?\"; IF DI_01=1 WaitTime count;";
  const auto given = [&](const std::string& name) {
    ProgramContext context;
    context.inputs[name] = std::int64_t{1};
    return run(text, "", context).findings;
  };
  for (const char* asked : {"di_01", "tpreadnum"})
    EXPECT_FALSE(given(asked).has_errors()) << given(asked).text();
  EXPECT_TRUE(given("dl_01").has_errors());
  EXPECT_NE(given("dl_01").text().find("error: input 'dl_01': the program asks for nothing of that "
                                       "name; did you mean 'di_01'? [R0301]"),
            std::string::npos)
      << given("dl_01").text();
  EXPECT_TRUE(given("count").has_errors()) << "each call of the routine gives it its first value";
  EXPECT_TRUE(given("uinumentry").has_errors());
}

TEST(Rapid, WhatIsMissingIsToldAndWhatTheControllerToleratesRuns) {
  const ReadProgram read = run("MoveL p1,v100,fine,tLost\\WObj:=wLost;");
  EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  EXPECT_TRUE(tells(read, "W0626"));
  EXPECT_TRUE(tells(read, "W0623"));
  EXPECT_EQ(first_error(run("MoveL p2,v100,fine,tool0;")),
            "m:6:7: error: target 'p2' is declared in none of the files; give the file that "
            "declares it, too [R0301]");
  EXPECT_TRUE(tells(run("ByVendor 3,4;"), "W0622"));
  EXPECT_EQ(first_error(run("MovL p1,v100,fine,tool0;")),
            "m:6:1: error: 'MovL' is no routine of the files and no instruction that is known; did "
            "you mean 'movel'? [R0301]");
  EXPECT_EQ(first_error(run(
                "MoveL p1,v100,fine,t0;",
                "  PERS tooldata t0:=[FALSE,[[0,0,0],[1,0,0,0]],[1,[0,0,1],[1,0,0,0],0,0,0]];\n")),
            "m:7:20: error: tool 't0' stands still (robhold FALSE) and the robot leads the part "
            "along it: that cannot be planned [R0632]");
  EXPECT_TRUE(
      tells(run("MoveL p1,v100,fine,t0;",
                "  PERS tooldata t0:=[TRUE,[[0,0,0],[1,0,0,0]],[1,[0,0,1],[1,0,0,0],0,0,0]];\n"),
            "W0629"));
  EXPECT_TRUE(tells(run("SocketReceive s1\\Str:=t;"), "R0641"));
}

TEST(Rapid, AllErrorsOfATextAreToldAtOnce) {
  const ReadProgram read = run("x:=1+;\nMoveL p1 v100,fine,tool0;\nIF x>1 THEN\n  y:=[1,2;\nENDIF");
  EXPECT_EQ(read.findings.count(Severity::error), 3) << read.findings.text();
  EXPECT_EQ(first_error(read), "m:6:6: error: expected a value, found ';' [R0201]");
}

TEST(Rapid, WhatPeopleWriteIsRead) {
  const Program program = program_of(
      "<SMT>\nMoveL p1, v100, fine, tool0, \\WObj:=wobj0;\nWaitUntil(a=1 AND b=1) OR "
      "(c=2)\\MaxTime:=3;\nCONNECT no WITH tr;\nISignalDI di1,1,no;\nset_it(3);\nTPWrite "
      "\"x\"\\Num:=3;",
      "  VAR num a; VAR num b; VAR num c; VAR intnum no;\n  RECORD part\n    num size;\n    pos "
      "where;\n  ENDRECORD\n  VAR part one:=[3,[1,2,3]];\n"
      "  TRAP tr\n    a:=1;\n  ENDTRAP\n  PROC set_it(num x)\n    a:=x+one.where.y;\n    UNDO\n    "
      "a:=0;\n  ENDPROC\n");
  EXPECT_EQ(program.instructions.size(), 1U);
  const ReadProgram header = read_rapid(
      "%%%\n  VERSION:1\n  LANGUAGE:ENGLISH\n%%%\nMODULE m(SYSMODULE,NOVIEW)\nPROC "
      "main()\nWaitTime 2;\nENDPROC\nENDMODULE",
      "m.prg", {});
  EXPECT_EQ(header.program.instructions.size(), 1U) << header.findings.text();
}

TEST(Rapid, SeveralFilesAreOneProgram) {
  const ProgramText files[] = {
      {"a.mod",
       "MODULE a\nPROC main()\n  MoveL p9,v100,fine,tool0;\n  elsewhere;\nENDPROC\nENDMODULE"},
      {"b.mod",
       "MODULE b\nCONST robtarget "
       "p9:=[[1,2,3],[1,0,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];\nLOCAL VAR num n:=2;\nPROC "
       "elsewhere()\n  MoveL p9,v100,fine,tool0;\n  WaitTime n;\nENDPROC\nENDMODULE"}};
  const ReadProgram read = read_rapid(files, {});
  ASSERT_FALSE(read.findings.has_errors()) << read.findings.text();
  ASSERT_EQ(read.program.instructions.size(), 3U);
  EXPECT_EQ(read.program.instructions[0].at.line, 3);
  EXPECT_EQ(read.program.instructions[1].at.line, 10'005);
  EXPECT_TRUE(tells(read, "N0617"));
}

TEST(Rapid, BudgetsEndEveryProgram) {
  EXPECT_TRUE(tells(run("again: Incr x; IF TRUE GOTO again;", "VAR num x;"), "R0501"));
  EXPECT_TRUE(tells(run("deep;", "PROC deep()\n deep;\nENDPROC\n"), "R0503"));
  EXPECT_TRUE(tells(run("big{1,1}:=2;", "VAR num big{1000,1000};\n"), "R0504"));
  std::string brackets = "WaitTime ";
  for (int i = 0; i < 5000; ++i) brackets += '(';
  EXPECT_TRUE(run(brackets).findings.has_errors());
}

TEST(RapidDialect, WritesTargetsThatReadBackAsThemselves) {
  CartesianTarget target;
  target.X_BaseT.p = {0.123456, -0.5, 1.25};
  target.X_BaseT.R = rotation_z(0.3) * rotation_y(-1.1) * rotation_x(2.2);
  const Program program = program_of(
      fmt::format("MoveL {},{},{},tool0;", rapid_dialect().target(target),
                  rapid_dialect().speed(0.25), rapid_dialect().fly_by(FlyBy::path, 0.012)));
  EXPECT_LT((point_of(program, 0).X_BaseT.p - target.X_BaseT.p).norm(), 1e-12);
  EXPECT_LT((point_of(program, 0).X_BaseT.R - target.X_BaseT.R).norm(), 1e-7);
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 0.25);
  EXPECT_DOUBLE_EQ(move_of(program, 0).fly_by_size, 0.012);
}

TEST(Languages, RapidIsToldByExtensionAndText) {
  EXPECT_EQ(language_of("a.MODX", "").dialect().name, "RAPID");
  EXPECT_EQ(language_of("a.txt", "! comment\nMODULE x").dialect().name, "RAPID");
}

}  // namespace
}  // namespace erfd::test
