// Where the numbers stand that moves take: what edits a program changes them there.
#include "erfd/base/units.hpp"
#include "erfd/program/krl.hpp"
#include "erfd/program/rapid.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

std::string text_at(const Program& program, const SourceRange& range) {
  const std::string& line = program.lines.at(static_cast<std::size_t>(range.begin.line) - 1);
  EXPECT_EQ(range.begin.line, range.end.line);
  return line.substr(static_cast<std::size_t>(range.begin.column) - 1,
                     static_cast<std::size_t>(range.end.column - range.begin.column));
}

/// "0.1:400" of each number of a move: its value in the text, and that times the unit.
void expect_number(const Program& program, std::size_t i, MovePart part, const std::string& text,
                   double si) {
  for (const WrittenNumber& n : std::get<Move>(program.instructions.at(i).action).numbers)
    if (n.part == part) {
      EXPECT_EQ(text_at(program, n.range), text);
      EXPECT_NEAR(std::stod(text) * n.unit, si, 1e-12);
      return;
    }
  ADD_FAILURE() << "no number of that part in move " << i;
}

bool has_number(const Program& program, std::size_t i, MovePart part) {
  for (const WrittenNumber& n : std::get<Move>(program.instructions.at(i).action).numbers)
    if (n.part == part) return true;
  return false;
}

TEST(WrittenNumbers, OfRapidStandInDeclarationsLiteralsAndOptions) {
  const ReadProgram read = read_rapid(
      "MODULE m\n"
      "  CONST speeddata vMid:=[400,180,5000,1000];\n"
      "  PERS zonedata zLow:=[FALSE,15,23,23,2.3,23,2.3];\n"
      "  CONST robtarget p1:=[[500,0,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];\n"
      "  PROC main()\n"
      "    MoveL p1,vMid,zLow,tool0;\n"
      "    MoveL p1,[250,90,5000,1000],[FALSE,7,8,8,0.8,8,0.8],tool0;\n"
      "    MoveL p1,v1000\\V:=120,z50\\Z:=33,tool0;\n"
      "    MoveL p1,v1000,z50,tool0;\n"
      "    VelSet 50,5000;\n"
      "    MoveL p1,vMid,fine,tool0;\n"
      "  ENDPROC\nENDMODULE\n",
      "m.mod", {});
  ASSERT_FALSE(read.findings.has_errors()) << read.findings.text();
  const Program& p = read.program;
  expect_number(p, 0, MovePart::speed, "400", 0.4);
  expect_number(p, 0, MovePart::turn_speed, "180", 180 * degree);
  expect_number(p, 0, MovePart::fly_by, "15", 0.015);
  expect_number(p, 1, MovePart::speed, "250", 0.25);
  expect_number(p, 1, MovePart::fly_by, "7", 0.007);
  expect_number(p, 2, MovePart::speed, "120", 0.12);
  expect_number(p, 2, MovePart::fly_by, "33", 0.033);
  EXPECT_FALSE(has_number(p, 3, MovePart::speed)) << "v1000 is a name";
  expect_number(p, 4, MovePart::speed, "400", 0.2);
}

TEST(WrittenNumbers, AZoneWithANumberThatCannotBeIsRefused) {
  const ReadProgram read = read_rapid(
      "MODULE m\nPROC main()\nMoveL "
      "[[500,0,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]],v100,[FALSE,5,8,8,-1,8,1],tool0;"
      "\n"
      "ENDPROC\nENDMODULE",
      "m.mod", {});
  EXPECT_NE(read.findings.text().find("a zone of -1 deg"), std::string::npos)
      << read.findings.text();
}

TEST(WrittenNumbers, OfKrlStandInVariablesFormsAndTheirData) {
  const ProgramText files[] = {
      {"m.src",
       "DEF m( )\n"
       "$VEL.CP=0.4\n"
       "$ACC.CP=1.5\n"
       "$APO.CDIS=12\n"
       "LIN {X 500,Y 0,Z 300,A 0,B 0,C 180} C_DIS\n"
       "LDAT_ACT=LCP1\n"
       "BAS(#CP_PARAMS,0.75)\n"
       "LIN {X 500,Y 50,Z 300,A 0,B 0,C 180}\n"
       "BAS(#VEL_PTP,60)\n"
       "PTP {A1 5}\n"
       "SLIN {X 500,Y 0,Z 300,A 0,B 0,C 180} WITH $VEL=SVEL_CP(0.2, ,LCP1)\n"
       "END\n"},
      {"m.dat", "DEFDAT m\nDECL LDAT LCP1={VEL 2,ACC 40,APO_DIST 5}\nENDDAT\n"}};
  const ReadProgram read = read_krl(files, {});
  ASSERT_FALSE(read.findings.has_errors()) << read.findings.text();
  const Program& p = read.program;
  expect_number(p, 0, MovePart::speed, "0.4", 0.4);
  expect_number(p, 0, MovePart::acceleration, "1.5", 1.5);
  expect_number(p, 0, MovePart::fly_by, "12", 0.012);
  expect_number(p, 1, MovePart::speed, "0.75", 0.75);
  expect_number(p, 1, MovePart::acceleration, "40", 2.3 * 0.4);
  expect_number(p, 2, MovePart::speed_share, "60", 0.6);
  expect_number(p, 3, MovePart::speed, "0.2", 0.2);
}

}  // namespace
}  // namespace erfd::test
