// Numbers, units, and how programs may be spelled.
#include "program/lirl_text.hpp"

#include <numbers>

namespace erfd {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

/// The first move of a program of one line.
Move first_move(const std::string& statement) {
  const std::string target = "robtarget: t = ((800,0,600),(0,90,0));";
  return move_of(program_of(program_with(target, statement)), 0);
}

TEST(LirlUnits, BareNumbersTakeTheUnitOfTheirPlace) {
  const Move lin = first_move("move lin t speed=250 acc=1000 dec=500 speed_ori=90 acc_ori=180;");
  EXPECT_DOUBLE_EQ(*lin.limits.speed, 0.25);
  EXPECT_DOUBLE_EQ(*lin.limits.acceleration, 1.0);
  EXPECT_DOUBLE_EQ(*lin.limits.deceleration, 0.5);
  EXPECT_DOUBLE_EQ(*lin.limits.turn_speed, pi / 2);
  EXPECT_DOUBLE_EQ(*lin.limits.turn_acceleration, pi);
  EXPECT_DOUBLE_EQ(*first_move("move ptp t time=2;").limits.time, 2.0);
}

TEST(LirlUnits, EveryUnitIsKnown) {
  EXPECT_DOUBLE_EQ(*first_move("move lin t speed=250mm/s;").limits.speed, 0.25);
  EXPECT_DOUBLE_EQ(*first_move("move lin t speed=0.25m/s;").limits.speed, 0.25);
  EXPECT_DOUBLE_EQ(*first_move("move lin t acc=1500mm/s2;").limits.acceleration, 1.5);
  EXPECT_DOUBLE_EQ(*first_move("move lin t acc=1.5m/s2;").limits.acceleration, 1.5);
  EXPECT_DOUBLE_EQ(*first_move("move lin t speed_ori=1rad/s;").limits.turn_speed, 1.0);
  EXPECT_DOUBLE_EQ(*first_move("move lin t speed_ori=180deg/s;").limits.turn_speed, pi);
  EXPECT_DOUBLE_EQ(*first_move("move lin t acc_ori=180deg/s2;").limits.turn_acceleration, pi);
  EXPECT_DOUBLE_EQ(*first_move("move lin t acc_ori=2rad/s2;").limits.turn_acceleration, 2.0);
  EXPECT_DOUBLE_EQ(*first_move("move ptp t speed_ptp=60%;").limits.speed_share, 0.6);
  EXPECT_DOUBLE_EQ(first_move("move lin t c_cp=3cm;").fly_by_size, 0.03);
  EXPECT_DOUBLE_EQ(value_of("20ms"), 0.02);
  EXPECT_DOUBLE_EQ(value_of("0.5s"), 0.5);
  EXPECT_DOUBLE_EQ(value_of("0.5sec"), 0.5);
  EXPECT_DOUBLE_EQ(value_of("2min"), 120.0);
  const Program loads = program_of(program_with(
      "robtarget: t = ((800,0,600),(0,90,0));",
      "grip load(500g, (1cm, 0.1m, 2), (0.5kgm2, 1, 1)); ext_force (1kN, 2N, 3, 4Nm, 5, 6); "
      "move lin t;"));
  const Conditions& conditions = loads.instructions.at(0).conditions;
  EXPECT_DOUBLE_EQ(conditions.gripped.mass, 0.5);
  EXPECT_TRUE(conditions.gripped.com.isApprox(Vector3<double>(0.01, 0.1, 0.002)));
  EXPECT_DOUBLE_EQ(conditions.gripped.I_com(0, 0), 0.5);
  EXPECT_EQ(conditions.wrench->F.force, Vector3<double>(1000, 2, 3));
  EXPECT_EQ(conditions.wrench->F.moment, Vector3<double>(4, 5, 6));
}

TEST(LirlUnits, ArithmeticKeepsUnits) {
  EXPECT_DOUBLE_EQ(value_of("80mm / 40mm/s"), 2.0);
  EXPECT_DOUBLE_EQ(value_of("sqrt(4s * 1s)"), 2.0);
  EXPECT_DOUBLE_EQ(value_of("50% * 4s"), 2.0);
  EXPECT_DOUBLE_EQ(value_of("1s + 500ms"), 1.5);
  EXPECT_DOUBLE_EQ(value_of("1s + 2"), 3.0);  // a bare number takes the unit of the other
  EXPECT_DOUBLE_EQ(value_of("max(1, 500ms, 3)"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("1s * (180deg / 1rad)"), pi);
  EXPECT_DOUBLE_EQ(value_of("1kg * 1m/s2 / 0.5N * 1s"), 2.0);
}

TEST(LirlUnits, ABareNumberBesideALengthCountsMillimetres) {
  const std::string variables = "real: d = 80mm; bool: more;";
  EXPECT_EQ(waits_of(variables, "if d < 100 then wait 1; endif").size(), 1U);
  EXPECT_EQ(waits_of(variables, "if d = 0.08m then wait 1; endif").size(), 1U);
  EXPECT_EQ(waits_of(variables, "case d of 80: wait 1; else wait 2; wait 2; endcase").size(), 1U);
}

TEST(LirlUnits, FunctionsTakeDegreesAndGiveAngles) {
  EXPECT_NEAR(value_of("sin(30)"), 0.5, 1e-15);
  EXPECT_NEAR(value_of("cos(pi * 1rad / 3)"), 0.5, 1e-15);
  EXPECT_NEAR(value_of("tan(45deg)"), 1.0, 1e-15);
  EXPECT_NEAR(value_of("asin(0.5) * 1s / 30deg"), 1.0, 1e-15);
  EXPECT_NEAR(value_of("acos(0.5) * 1s / 60deg"), 1.0, 1e-15);
  EXPECT_NEAR(value_of("atan2(3mm, 3mm) * 1s / 45deg"), 1.0, 1e-15);
  EXPECT_DOUBLE_EQ(value_of("abs(-3)"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("abs(-3.5)"), 3.5);
  EXPECT_DOUBLE_EQ(value_of("min(3, 2)"), 2.0);
  EXPECT_DOUBLE_EQ(value_of("round(2.5)"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("trunc(2.9)"), 2.0);
}

TEST(LirlUnits, OperatorsBindAsInPascal) {
  EXPECT_DOUBLE_EQ(value_of("2 + 3 * 4"), 14.0);
  EXPECT_DOUBLE_EQ(value_of("(2 + 3) * 4"), 20.0);
  EXPECT_DOUBLE_EQ(value_of("20 - 3 - 4"), 13.0);
  EXPECT_DOUBLE_EQ(value_of("7 / 2"), 3.5);
  EXPECT_DOUBLE_EQ(value_of("7 div 2"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("7 mod 4"), 3.0);
  EXPECT_DOUBLE_EQ(value_of("- -5"), 5.0);
  EXPECT_DOUBLE_EQ(value_of("1e-3 * 2E3"), 2.0);
  EXPECT_EQ(waits_of("bool: b;", "if false and false or true then wait 1; endif").size(), 1U);
  EXPECT_EQ(waits_of("bool: b;", "if true or true and false then wait 1; endif").size(), 1U);
  EXPECT_EQ(waits_of("bool: b;", "if not 1 > 2 and true xor false then wait 1; endif").size(), 1U);
}

TEST(LirlUnits, TheRightOperandOfAndIsNotAskedInVain) {
  EXPECT_EQ(waits_of("int: a[2];", "if false and a[3] = 1 then endif wait 1;").size(), 1U);
  EXPECT_EQ(waits_of("int: a[2];", "if true or a[3] = 1 then wait 1; endif").size(), 1U);
}

TEST(LirlSpelling, CaseOfLettersDoesNotMatter) {
  const Program program = program_of(
      "PROGRAM Mixed;\nVAR RobTarget:A=((1,2,3),(0,0,0));ENDVAR\nSEQ\nMove LIN a SPEED:=5MM/S;\n"
      "EndSeq\nENDPROGRAM;\n");
  EXPECT_EQ(program.name, "Mixed");
  EXPECT_EQ(program.dialect->name, "L-IRL");
  EXPECT_DOUBLE_EQ(*move_of(program, 0).limits.speed, 0.005);
  EXPECT_EQ(move_of(program, 0).target_name, "a");
}

TEST(LirlSpelling, ByteOrderMarkAndCarriageReturnsAreNoCharacters) {
  const ReadProgram result =
      run("\xEF\xBB\xBFprogram T;\r\nseq // straße\r\n{ über\r\n} wait 1;\r\nzz;\r\nendseq\r\n");
  EXPECT_EQ(result.findings.text(),
            "5:1: error: unknown name 'zz'; declare it in a var part [L0301]");
  EXPECT_EQ(result.program.lines.at(0), "program T;");
}

TEST(LirlSpelling, ColumnsCountCharacters) {
  EXPECT_EQ(run(program_with("", "use_robot \"ä\"; zz;")).findings.text(),
            "6:16: error: unknown name 'zz'; declare it in a var part [L0301]");
}

TEST(LirlSpelling, BeginAndEndAreASequence) {
  EXPECT_EQ(waits_of(program_of("program T; begin wait 1; end;")).size(), 1U);
  EXPECT_EQ(waits_of(program_of("program T; begin wait 1; endprogram;")).size(), 1U);
}

}  // namespace
}  // namespace erfd
