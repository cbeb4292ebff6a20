#include "erfd/base/source_text.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::string shown(const std::string& line, int column) {
  Diagnostics findings("f.irl");
  findings.error("X1", {1, column}, "bad");
  return text_with_source(findings, {line});
}

TEST(SourceText, TheCaretStandsUnderItsColumn) {
  EXPECT_EQ(shown("abc", 2), "f.irl:1:2: error: bad [X1]\n  abc\n   ^");
  EXPECT_EQ(shown("\ta\tb", 4), "f.irl:1:4: error: bad [X1]\n  \ta\tb\n  \t \t^");
  EXPECT_EQ(shown("äöx", 3), "f.irl:1:3: error: bad [X1]\n  äöx\n    ^");
  EXPECT_EQ(shown("a\x01", 9), "f.irl:1:9: error: bad [X1]\n  a?\n    ^");
}

TEST(SourceText, LongLinesAreCutAroundTheCaret) {
  const std::string text = shown(std::string(500, 'a') + "X" + std::string(500, 'b'), 501);
  EXPECT_LT(text.size(), 300U);
  const std::size_t line = text.find('\n') + 1, caret_line = text.find('\n', line) + 1;
  EXPECT_EQ(text.find('X', line) - line, text.find('^', caret_line) - caret_line);
}

TEST(SourceText, PlacesThatAreNotInTheTextHaveNoCaret) {
  Diagnostics findings("f.irl");
  findings.error("X1", {}, "bad");
  findings.error("X1", {7, 1}, "bad");
  EXPECT_EQ(text_with_source(findings, {"a"}),
            "f.irl: error: bad [X1]\nf.irl:7:1: error: bad [X1]");
}

TEST(SourceText, LinesEndAtAnyLineEnd) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                     "a\r\n\nb"),
            (std::vector<std::string>{"a", "", "b"}));
  EXPECT_TRUE(lines_of("").empty());
}

}  // namespace
}  // namespace erfd
