#include "erfd/io/csv.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::string findings(std::string_view text) { return read_csv(text, "f.csv").findings.text(); }

TEST(Csv, NumbersAndHeadsAreRead) {
  const CsvNumbers csv = read_csv("a,\"b, \"\"c\"\"\"\n1, -2.5e3\n+4,5", "f.csv");
  ASSERT_EQ(csv.findings.text(), "");
  ASSERT_EQ(csv.heads.size(), 2u);
  EXPECT_EQ(csv.heads[1].text, "b, \"c\"");
  EXPECT_EQ(csv.heads[1].at, (Location{1, 3}));
  EXPECT_EQ(csv.rows, (std::vector<std::vector<double>>{{1, -2500}, {4, 5}}));
}

TEST(Csv, ByteOrderMarkAndWindowsLineEndsAreAccepted) {
  const CsvNumbers csv = read_csv(
      "\xEF\xBB\xBF"
      "a,b\r\n1,2\r\n",
      "f.csv");
  EXPECT_EQ(csv.findings.text(), "");
  EXPECT_EQ(csv.heads[0].text, "a");
  EXPECT_EQ(csv.rows.size(), 1u);
}

TEST(Csv, EveryProblemIsReportedAtItsPlace) {
  EXPECT_EQ(
      findings("a,b,a\n1,x,3\n\n4, ,nan\n5,6\n7,8,1e999\n"),
      "f.csv:1:5: error: column 'a' comes twice [csv-head]\n"
      "f.csv:2:3: error: column 'b': 'x' is found, a finite number was expected [csv-number]\n"
      "f.csv:3:1: error: the line is empty; take it out [csv-row]\n"
      "f.csv:4:4: error: column 'b': the cell is empty, a finite number was expected [csv-number]\n"
      "f.csv:4:5: error: column 'a': 'nan' is found, a finite number was expected [csv-number]\n"
      "f.csv:5:1: error: the row has 2 cells, expected 3 as in line 1; decimals are written with a "
      "point [csv-row]\n"
      "f.csv:6:5: error: column 'a': '1e999' is found, a finite number was expected [csv-number]");
}

TEST(Csv, AnEmptyFileAndSemicolonsAreNamed) {
  EXPECT_EQ(findings(""),
            "f.csv:1:1: error: the file is empty; a line of heads was expected [csv-empty]");
  EXPECT_NE(findings("a;b\n1;2\n").find("[csv-separator]"), std::string::npos);
}

TEST(Csv, AFileOfAnotherKindDoesNotFillTheScreen) {
  std::string text = "a\n";
  for (int i = 0; i < 1000; ++i) text += "x\n";
  EXPECT_EQ(read_csv(text, "f.csv").findings.all().size(), 51u);
}

TEST(Csv, WrittenNumbersReadBackExactly) {
  const std::vector<std::vector<double>> rows{{1.0 / 3, -1e-310},
                                              {0.1, std::numeric_limits<double>::max()}};
  const CsvNumbers csv = read_csv(write_csv({"x", "y, \"z\""}, rows), "f.csv");
  EXPECT_EQ(csv.findings.text(), "");
  EXPECT_EQ(csv.heads[1].text, "y, \"z\"");
  EXPECT_EQ(csv.rows, rows);
}

TEST(Csv, RowsOfWrongSizeAndNumbersThatAreNotFiniteAreNotWritten) {
  EXPECT_THROW(write_csv({"x"}, {{1, 2}}), Error);
  EXPECT_THROW(write_csv({"x"}, {{std::numeric_limits<double>::quiet_NaN()}}), Error);
}

}  // namespace
}  // namespace erfd
