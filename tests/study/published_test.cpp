// The figures of the papers, and what they say about themselves.
#include "erfd/study/published.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const PublishedCount& find(std::string_view method, std::string_view source,
                           std::string_view place) {
  const auto& rows = published_counts();
  return *std::find_if(rows.begin(), rows.end(), [&](const PublishedCount& row) {
    return row.method == method && row.source == source && row.place == place;
  });
}

TEST(Published, FormulasGiveTheFiguresPrintedBesideThem) {
  const auto m = [](const char* method, int n) {
    return find(method, "MS07", "Table 1").multiplications->at(n);
  };
  const auto a = [](const char* method, int n) {
    return find(method, "MS07", "Table 1").additions->at(n);
  };
  EXPECT_EQ(m("Mohan-Saha", 10), 1602);
  EXPECT_EQ(m("Mohan-Saha", 12), 1948);
  EXPECT_EQ(a("Mohan-Saha", 12), 1667);
  EXPECT_EQ(m("Saha", 14), 2390);
  EXPECT_EQ(a("Saha", 14), 2293);
  EXPECT_EQ(m("Featherstone", 14), 2588);
  EXPECT_EQ(a("Featherstone", 14), 2263);
  EXPECT_EQ(m("Valasek", 15), 3047);
  EXPECT_EQ(a("Valasek", 15), 2745);
  EXPECT_EQ(m("Brandl, Johanni, Otter", 16), 3778);
  EXPECT_EQ(a("Brandl, Johanni, Otter", 16), 3322);
  EXPECT_EQ(m("Walker-Orin by Featherstone", 10), 1653);
  EXPECT_EQ(m("Walker-Orin by Featherstone", 12), 2357);
  EXPECT_EQ(a("Walker-Orin by Featherstone", 12), 1716);
}

TEST(Published, FormulasAtSixJoints) {
  const long expected[][2] = {{910, 767},  {862, 797},   {996, 871},
                              {1013, 891}, {1278, 1122}, {633, 475}};
  std::size_t k = 0;
  for (const PublishedCount& row : published_counts()) {
    if (row.source != "MS07") continue;
    ASSERT_LT(k, std::size(expected));
    EXPECT_EQ(row.multiplications->at(6), expected[k][0]) << row.method;
    EXPECT_EQ(row.additions->at(6), expected[k][1]) << row.method;
    ++k;
  }
  EXPECT_EQ(k, std::size(expected));
}

// Errata L24: three rows "for 6 joints" are the figures of 12.
TEST(Published, RowsOfTable2BelongToTwelveJoints) {
  for (const char* method : {"Featherstone", "Saha", "Mohan-Saha"}) {
    const PublishedCount& copied = find(method, "KV20", "Table 2");
    const PublishedCount& original = find(method, "MS07", "Table 1");
    EXPECT_EQ(copied.joints, 6);
    EXPECT_EQ(copied.right_for, 12);
    EXPECT_EQ(copied.multiplications->at(0), original.multiplications->at(12));
    EXPECT_EQ(copied.additions->at(0), original.additions->at(12));
    // With the right figures every one of them is cheaper than mRNEA's 1356 and 1038.
    EXPECT_LT(original.total(6), 1356 + 1038);
  }
}

// Errata L23: a method of O(n) has second differences of zero.
TEST(Published, TableOfMrneaIsNotLinear) {
  std::vector<long> m;
  for (int n = 3; n <= 6; ++n) {
    const auto rows = published_counts(Task::forward_dynamics, n);
    const auto row = std::find_if(rows.begin(), rows.end(), [](const PublishedCount& r) {
      return r.place == "Table 1" && r.source == "KV20";
    });
    ASSERT_NE(row, rows.end());
    m.push_back(row->multiplications->at(n));
  }
  EXPECT_EQ(m, (std::vector<long>{241, 484, 854, 1356}));
  EXPECT_EQ(differences(differences(m)), (std::vector<long>{127, 132}));
}

TEST(Published, FiguresOfFedorovAreSums) {
  const auto rows = published_counts(Task::inverse_dynamics, 6);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].total(6), 16080);
  EXPECT_EQ(rows[1].total(6), 39001);
  EXPECT_TRUE(published_counts(Task::inverse_dynamics, 7).empty());
}

}  // namespace
}  // namespace erfd::test
