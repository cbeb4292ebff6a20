#include "erfd/base/diagnostics.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

TEST(Diagnostics, OneFindingReadsAsPlaceSeverityMessageAndCheck) {
  const Diagnostic finding{
      Severity::error, "unknown-key", {9, 1}, "body 'upper': unknown key 'mas_kg'"};
  EXPECT_EQ(to_string(finding, "arm.toml"),
            "arm.toml:9:1: error: body 'upper': unknown key 'mas_kg' [unknown-key]");
}

TEST(Diagnostics, APlaceThatIsNotKnownIsLeftOut) {
  EXPECT_EQ(to_string({Severity::warning, "x", {}, "message"}, "arm.toml"),
            "arm.toml: warning: message [x]");
  EXPECT_EQ(to_string({Severity::note, "x", {}, "message"}, ""), "note: message [x]");
  EXPECT_EQ(to_string({Severity::note, "x", {3, 0}, "message"}, "arm.toml"),
            "arm.toml:3: note: message [x]");
}

TEST(Diagnostics, FindingsAreCountedBySeverity) {
  Diagnostics all("a.toml");
  all.warning("w", {1, 1}, "one");
  EXPECT_FALSE(all.has_errors());
  all.error("e", {2, 1}, "two");
  all.error("e", {3, 1}, "three");
  all.note("n", {4, 1}, "four");
  EXPECT_TRUE(all.has_errors());
  EXPECT_EQ(all.count(Severity::error), 2);
  EXPECT_EQ(all.count(Severity::warning), 1);
  EXPECT_EQ(all.count(Severity::note), 1);
}

TEST(Diagnostics, SortingOrdersByPlaceAndKeepsTheOrderOfEquals) {
  Diagnostics all("a.toml");
  all.error("c", {10, 2}, "third");
  all.error("a", {2, 9}, "first");
  all.note("b", {10, 1}, "second");
  all.error("d", {10, 2}, "fourth");
  all.sort();
  EXPECT_EQ(all.text(),
            "a.toml:2:9: error: first [a]\n"
            "a.toml:10:1: note: second [b]\n"
            "a.toml:10:2: error: third [c]\n"
            "a.toml:10:2: error: fourth [d]");
}

TEST(Diagnostics, AFileErrorSaysAllFindings) {
  Diagnostics all("a.toml");
  all.error("x", {1, 1}, "one");
  all.error("y", {2, 1}, "two");
  const FileError error(all);
  EXPECT_STREQ(error.what(), "a.toml:1:1: error: one [x]\na.toml:2:1: error: two [y]");
  EXPECT_EQ(error.findings().all(), all.all());
}

TEST(NearestWord, FindsALetterLeftOutAddedChangedOrSwapped) {
  const std::vector<std::string> known = {"name", "mass_kg", "com_m", "inertia_kg_m2"};
  EXPECT_EQ(nearest_word("mas_kg", known), "mass_kg");
  EXPECT_EQ(nearest_word("namee", known), "name");
  EXPECT_EQ(nearest_word("cam_m", known), "com_m");
  EXPECT_EQ(nearest_word("nmae", known), "name");
  EXPECT_EQ(nearest_word("inertia_kgm2", known), "inertia_kg_m2");
}

TEST(Diagnostics, TextObeysNoEscapeCodeOfAName) {
  EXPECT_EQ(to_string({Severity::note, "name", {2, 1}, "body '\x1b[31mred\x7f'"}, "a\rm.toml"),
            "a?m.toml:2:1: note: body '?[31mred?' [name]");
}

TEST(NearestWord, PrefersTheNearestAndThenTheFirst) {
  EXPECT_EQ(nearest_word("range_de", {"range_m", "range_deg"}), "range_deg");
  EXPECT_EQ(nearest_word("bat", {"cat", "rat"}), "cat");
}

TEST(NearestWord, SaysNothingWhenNoWordIsNear) {
  EXPECT_EQ(nearest_word("colour", {"name", "mass_kg"}), "");
  EXPECT_EQ(nearest_word("a", {"b"}), "");
  EXPECT_EQ(nearest_word("", {"name"}), "");
  EXPECT_EQ(nearest_word("name", {}), "");
  EXPECT_EQ(nearest_word(std::string(1000, 'a'), {std::string(1000, 'a') + "b"}), "");
}

}  // namespace
}  // namespace erfd
