// Edits change what they say and nothing else, byte by byte.
#include "erfd/program/text_edit.hpp"

#include "erfd/base/error.hpp"
#include "erfd/program/lirl.hpp"
#include "erfd/program/rapid.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(TextEdit, ChangesOneStretchAndKeepsEveryOtherByte) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a \xC3\xA4 b\r\n\tc d\r\nlast";
  EXPECT_EQ(edited(text, {{{{1, 5}, {1, 6}}, "X"}}),
            "\xEF\xBB\xBF"
            "a \xC3\xA4 X\r\n\tc d\r\nlast");
  EXPECT_EQ(edited(text, {{{{3, 5}, {3, 5}}, "!"}, {{{2, 2}, {2, 3}}, "cc"}}),
            "\xEF\xBB\xBF"
            "a \xC3\xA4 b\r\n\tcc d\r\nlast!");
  EXPECT_EQ(edited(text, {}), text);
}

TEST(TextEdit, EqualEditsCountOnceAndOverlapsAreRefused) {
  const TextEdit one{{{1, 1}, {1, 2}}, "x"};
  EXPECT_EQ(edited("abc", {one, one}), "xbc");
  EXPECT_THROW(edited("abc", {one, {{{1, 1}, {1, 3}}, "y"}}), Error);
  EXPECT_THROW(edited("abc", {{{{2, 1}, {2, 1}}, "y"}}), Error);
  EXPECT_THROW(edited("abc", {{{{1, 9}, {1, 9}}, "y"}}), Error);
}

TEST(TextEdit, TheDifferenceIsThatOfDiff) {
  EXPECT_EQ(unified_diff("a\nb\nc\n", "a\nb\nc\n", "p"), "");
  EXPECT_EQ(unified_diff("a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "p", 1),
            "--- p\n+++ p (repaired)\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
  EXPECT_EQ(unified_diff("a\nb", "a\nc", "p", 0),
            "--- p\n+++ p (repaired)\n@@ -2,1 +2,1 @@\n-b\n\\ No newline at end of file\n+c\n\\ No "
            "newline at end of file\n");
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\nx\n3\n4\n5\n6\n7\ny\n9\n", "p", 1),
            "--- p\n+++ p (repaired)\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -7,3 +7,3 @@\n "
            "7\n-8\n+y\n 9\n");
}

/// A move of an L-IRL line, with the program around it.
struct Line {
  explicit Line(const std::string& options, const std::string& declared = "")
      : text("program P;\nvar\n  robtarget: a = robtarget(((850, -250, 300), (0, 0, 180)), 4);\n" +
             declared + "endvar\nseq\n  move ptp a;\n  move lin a + position(0, 0, 50) " + options +
             "; { slow }\nendseq\nendprogram;\n"),
        read(read_lirl(text, "p.irl", context())) {
    EXPECT_FALSE(read.findings.has_errors()) << read.findings.text();
  }
  static ProgramContext context() {
    ProgramContext made;
    made.axes.resize(6);
    return made;
  }
  const Instruction& move() const { return read.program.instructions.back(); }
  /// The line of the move when its limits are changed.
  std::string changed(const std::function<void(Move&)>& change) const {
    Move now = std::get<Move>(move().action);
    change(now);
    const auto edits = edits_of_move(read.program, text, move(), now);
    if (!edits) return "none";
    const std::string result = edited(text, *edits);
    const std::size_t begin = result.find("50) ") + 4;
    return result.substr(begin, result.find('\n', begin) - begin);
  }
  std::string text;
  ReadProgram read;
};

TEST(MoveEdit, ANumberKeepsItsUnit) {
  const auto slower = [](Move& m) { m.limits.speed = *m.limits.speed * 0.5; };
  EXPECT_EQ(Line("speed=500").changed(slower), "speed=250; { slow }");
  EXPECT_EQ(Line("acc=900 speed = 0.5m/s c_ori=o_var").changed(slower),
            "acc=900 speed = 0.25m/s c_ori=o_var; { slow }");
}

TEST(MoveEdit, ValuesAreRoundedDown) {
  EXPECT_EQ(Line("speed=500").changed([](Move& m) { m.limits.speed = 0.3339; }),
            "speed=333; { slow }");
  EXPECT_EQ(Line("speed=500").changed([](Move& m) { m.limits.speed = 0.13339; }),
            "speed=133.3; { slow }");
}

TEST(MoveEdit, AnExpressionIsReplacedInItsLineAlone) {
  const Line line("speed=fast/2", "  real: fast = 800;\n");
  EXPECT_EQ(line.changed([](Move& m) { m.limits.speed = 0.2; }), "speed=200; { slow }");
}

TEST(MoveEdit, WhatIsNotWrittenIsAdded) {
  EXPECT_EQ(Line("speed=500").changed([](Move& m) { m.limits.acceleration = 0.75; }),
            "speed=500 acc=750; { slow }");
}

}  // namespace
}  // namespace erfd::test
