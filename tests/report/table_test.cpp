#include "erfd/report/table.hpp"

#include "erfd/base/error.hpp"

#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

TEST(Table, NumbersLineUpUnderHeadsWithUnits) {
  Table table;
  table.text("joint", {"j1", "elbow"});
  table.results("tau", "N m", std::vector<double>{-1234.5, 0.25});
  table.data("speed", "rad/s", {3.05, std::nullopt});
  EXPECT_EQ(table.layout(),
            "joint       tau    speed\n"
            "          [N m]  [rad/s]\n"
            "-----  --------  -------\n"
            "j1     -1234.50     3.05\n"
            "elbow      0.25        –\n");
}

TEST(Table, IsSplitIntoBlocksThatFitThePageAndRepeatTheNames) {
  Table table;
  table.text("row", {"first", "second"});
  for (int i = 0; i < 30; ++i)
    table.results("column" + std::to_string(i), "m", std::vector<double>{1.0 * i, 2.0 * i});
  std::istringstream page(table.layout());
  std::size_t names = 0;
  for (std::string line; std::getline(page, line);) {
    EXPECT_LE(display_width(line), 100u) << line;
    names += line.starts_with("second");
  }
  EXPECT_EQ(names, 4u);
}

TEST(Table, ColourIsOnlyInTheHeadAndOnlyWhenAskedFor) {
  Table table;
  table.text("a", {"x"});
  EXPECT_EQ(table.layout().find('\033'), std::string::npos);
  EXPECT_TRUE(table.layout({100, true}).starts_with("\033[1ma\033[0m\n"));
}

TEST(Table, LongNamesAreCut) {
  Table table;
  table.text("name", {std::string(90, 'x')}).data("mass", "kg", {1.0});
  EXPECT_NE(table.layout().find("x…"), std::string::npos);
}

TEST(Table, ColumnsOfDifferentLengthAreRefused) {
  Table table;
  table.text("name", {"a", "b"}).data("mass", "kg", {1.0});
  EXPECT_THROW(table.layout(), Error);
}

TEST(AlignedNumbers, LargestValueDecidesTheDecimals) {
  const std::vector<double> values{12.3456789, -0.001};
  EXPECT_EQ(aligned_numbers(values), (std::vector<std::string>{"12.3457", "-0.0010"}));
}

TEST(AlignedNumbers, TinyAndHugeValuesAreWrittenInPowersOfTen) {
  EXPECT_EQ(aligned_numbers(std::vector<double>{4.2e-5})[0], "4.20000e-05");
  EXPECT_EQ(aligned_numbers(std::vector<double>{4.2e12})[0], "4.20000e+12");
}

TEST(AlignedNumbers, WhatIsNotFiniteIsNeverShown) {
  EXPECT_THROW(aligned_numbers(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}),
               Error);
  EXPECT_THROW(aligned_numbers(std::vector<double>{std::numeric_limits<double>::infinity()}),
               Error);
}

}  // namespace
}  // namespace erfd
