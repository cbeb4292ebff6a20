// Which statements are run, and how often.
#include "program/lirl_text.hpp"

namespace erfd {
namespace {

using namespace test;
using Waits = std::vector<double>;

TEST(LirlFlow, IfTakesTheFirstTrueBranch) {
  const std::string chain =
      "if i = 1 then wait 1; elsif i < 3 then wait 2; elsif i < 9 then wait 3; else wait 4; endif";
  EXPECT_EQ(waits_of("int: i = 1;", chain), (Waits{1}));
  EXPECT_EQ(waits_of("int: i = 2;", chain), (Waits{2}));
  EXPECT_EQ(waits_of("int: i = 5;", chain), (Waits{3}));
  EXPECT_EQ(waits_of("int: i = 9;", chain), (Waits{4}));
}

TEST(LirlFlow, CaseTakesTheBranchOfItsValue) {
  const std::string cases = "case i of 1: wait 1; when 2, 3: wait 2; else wait 3; endcase;";
  EXPECT_EQ(waits_of("int: i = 1;", cases), (Waits{1}));
  EXPECT_EQ(waits_of("int: i = 3;", cases), (Waits{2}));
  EXPECT_EQ(waits_of("int: i = 4;", cases), (Waits{3}));
  EXPECT_EQ(waits_of("string: s = \"b\";", "case s of \"a\": wait 1; when \"b\": wait 2; endcase"),
            (Waits{2}));
  EXPECT_EQ(waits_of("int: i = 7;", "case i of 1: wait 1; endcase"), (Waits{}));
}

TEST(LirlFlow, LoopsRunAsOftenAsTheySay) {
  EXPECT_EQ(waits_of("int: i = 0;", "while i < 3 do i = i + 1; wait i; endwhile"),
            (Waits{1, 2, 3}));
  EXPECT_EQ(waits_of("int: i = 0;", "repeat i = i + 1; wait i; until i >= 2"), (Waits{1, 2}));
  EXPECT_EQ(waits_of("int: i = 9;", "repeat wait i; until true;"), (Waits{9}));
  EXPECT_EQ(waits_of("int: i = 0;", "loop i = i + 1; exit when i > 2; wait i; endloop"),
            (Waits{1, 2}));
  EXPECT_EQ(waits_of("int: i;", "for i = 1 to 7 step 3 do wait i; endfor"), (Waits{1, 4, 7}));
  EXPECT_EQ(waits_of("int: i;", "for i := 3 downto 1 wait i; endfor"), (Waits{3, 2, 1}));
  EXPECT_EQ(waits_of("int: i;", "for i = 3 to 1 do wait i; endfor"), (Waits{}));
}

TEST(LirlFlow, AForLoopCountsByItselfAndKeepsItsLastValue) {
  EXPECT_EQ(waits_of("int: i;", "for i = 1 to 3 do i = 9; endfor wait i;"), (Waits{9}));
  EXPECT_EQ(waits_of("int: i;", "for i = 1 to 3 do endfor wait i;"), (Waits{3}));
  EXPECT_EQ(waits_of("int: i; int: n = 2;", "for i = 1 to n do n = 99; wait i; endfor"),
            (Waits{1, 2}));
}

TEST(LirlFlow, AForLoopStopsAtTheLargestInt) {
  EXPECT_EQ(waits_of("int: i;",
                     "for i = 9223372036854775806 to 9223372036854775807 do wait 1; "
                     "endfor"),
            (Waits{1, 1}));
}

TEST(LirlFlow, ExitLeavesTheInnermostLoop) {
  EXPECT_EQ(waits_of("int: i; int: k;",
                     "for i = 1 to 2 do for k = 1 to 9 do exit when k = 2; wait k; endfor wait 10 "
                     "* i; endfor"),
            (Waits{1, 10, 1, 20}));
}

TEST(LirlFlow, HaltEndsTheProgramEverywhere) {
  EXPECT_EQ(waits_of(program_of("program T; procedure p() seq wait 2; stop; endseq endproc "
                                "seq wait 1; p(); wait 3; endseq")),
            (Waits{1, 2}));
  EXPECT_EQ(waits_of("", "wait 1; return; wait 2;"), (Waits{1}));
  EXPECT_EQ(waits_of("", "wait 1; pause; wait 2;"), (Waits{1, 2}));
}

TEST(LirlFlow, RoutinesTakeValuesAndFunctionsGiveThem) {
  const std::string head =
      "program T;\n"
      "function int faculty(int: n) var int: rest; endvar seq\n"
      "  if n <= 1 then return 1; endif rest = faculty(n - 1); return n * rest;\n"
      "endseq endfunct\n"
      "function real half(real: x) seq x = x / 2; return x; endseq endfunct\n"
      "procedure twice(real: x; int: k) seq wait x; wait x * k; endseq endproc\n"
      "procedure once() seq wait 1; endseq endproc\n";
  EXPECT_EQ(waits_of(program_of(head + "seq wait faculty(5); endseq")), (Waits{120}));
  EXPECT_EQ(waits_of(program_of(head + "seq wait half(3); endseq")), (Waits{1.5}));
  EXPECT_EQ(waits_of(program_of(head + "seq twice(2, 3); endseq")), (Waits{2, 6}));
  EXPECT_EQ(waits_of(program_of(head + "seq once; once(); endseq")), (Waits{1, 1}));
}

TEST(LirlFlow, ParametersAndLocalsHideGlobals) {
  EXPECT_EQ(waits_of(program_of("program T; var int: x = 5; endvar "
                                "procedure p(int: x) seq x = x + 1; wait x; endseq endproc "
                                "seq p(1); wait x; endseq")),
            (Waits{2, 5}));
}

TEST(LirlFlow, ReturnInsideALoopLeavesTheRoutine) {
  EXPECT_EQ(waits_of(program_of(
                "program T; function int f() var int: i; endvar seq for i = 1 to 9 do loop if i > "
                "2 then return i; endif exit; endloop endfor endseq endfunct seq wait f(); wait "
                "f(); endseq")),
            (Waits{3, 3}));
}

TEST(LirlFlow, ArraysAreCountedFromOne) {
  EXPECT_EQ(
      waits_of("int: a[3] = (4, 5, 6); int: i;", "a[2] = 7; for i = 1 to 3 do wait a[i]; endfor"),
      (Waits{4, 7, 6}));
  EXPECT_EQ(waits_of("real: a[1] = 2.5;", "wait a[1];"), (Waits{2.5}));
}

TEST(LirlFlow, WaitForWaitsItsTimeoutWhileNothingChanges) {
  EXPECT_EQ(waits_of("bool: ok = false;", "wait for ok = true timeout 5.0 sec;"), (Waits{5}));
  EXPECT_EQ(waits_of("bool: ok = true;", "wait for ok;"), (Waits{}));
}

TEST(LirlFlow, InputsSetVariables) {
  ProgramContext context;
  context.inputs = {{"ok", true}, {"count", std::int64_t{2}}, {"length", 1.5}};
  EXPECT_EQ(waits_of("bool: ok = false; int: count; real: length;",
                     "wait for ok; wait count; wait length;", context),
            (Waits{2, 1.5}));
  context.inputs.erase("length");
  EXPECT_EQ(waits_of("", "wait for OK; wait count;", context), (Waits{2}));
  context.inputs.erase("count");
  EXPECT_EQ(run(program_with("int: ok;", ""), context).findings.text(),
            "3:6: error: the input 'ok' is a bool; declare a variable of that name [L0302]");
}

TEST(LirlFlow, AnInputThatNothingAsksForIsRefused) {
  ProgramContext context;
  context.inputs = {{"part_thare", true}};
  EXPECT_EQ(run(program_with("bool: part_there = false;", "wait for part_there;"), context)
                .findings.text(),
            "error: input 'part_thare': the program asks for nothing of that name; did you mean "
            "'part_there'? [L0301]");
  EXPECT_EQ(run(program_with("int: n;", "wait n;"), context).findings.text(),
            "error: input 'part_thare': the program asks for nothing of that name [L0301]");
}

TEST(LirlFlow, InputsThatNothingAsksForAreToldTogether) {
  ProgramContext context;
  context.inputs = {{"one", true}, {"two", true}};
  EXPECT_EQ(run(program_with("int: n;", "wait n;"), context).findings.text(),
            "error: input 'one': the program asks for nothing of that name [L0301]\n"
            "error: input 'two': the program asks for nothing of that name [L0301]");
}

TEST(LirlBudget, AProgramThatNeverEndsIsStoppedAtItsLoop) {
  ProgramContext context;
  context.most_statements = 100;
  EXPECT_EQ(run(program_with("int: i; int: n;", "loop\nfor i = 1 to 2 do endfor\nendloop"), context)
                .findings.text(),
            "6:1: error: this 'loop' does not end: after 24 runs the step budget of 100 statements "
            "is used up; nothing outside the program changes its variables, so give its loop an "
            "end [L0501]");
}

TEST(LirlBudget, WhatWasRunUntilAFailureIsKept) {
  const ReadProgram result = run(program_with("int: i = 0;", "wait 1; wait 1 / i; wait 2;"));
  EXPECT_TRUE(result.findings.has_errors());
  EXPECT_EQ(waits_of(result.program), (Waits{1}));
}

TEST(LirlBudget, InstructionsCallsAndElementsAreLimited) {
  ProgramContext context;
  context.most_instructions = 3;
  context.most_elements = 10;
  context.most_calls = 5;
  EXPECT_EQ(
      run(program_with("int: i;", "for i = 1 to 4 do wait 1; endfor"), context).findings.text(),
      "6:19: error: the program asks for more than 3 moves and waits [L0502]");
  EXPECT_EQ(run(program_with("int: a[6]; int: b[5];", ""), context).findings.text(),
            "3:19: error: 'b' would have 5 elements; all arrays together may have from 1 to 10 "
            "[L0504]");
  const std::string recursion =
      "program T; procedure p(int: n) var int: a[2]; endvar seq if n > 0 then p(n - 1); endif "
      "endseq endproc\nseq p(4); p(4); p(5); endseq";
  EXPECT_EQ(run(recursion, context).findings.text(),
            "1:72: error: more than 5 calls in each other; does 'p' call itself for ever? [L0503]");
}

TEST(LirlBudget, NestedBlocksBracketsAndCallsTogetherAreLimited) {
  std::string body, end;
  for (int i = 0; i < 60; ++i) {
    body += "if true then ";
    end += " endif";
  }
  const std::string brackets(90, '('), closed(90, ')');
  const ReadProgram result =
      run("program T;\nfunction int f(int: n) seq " + body + "return " + brackets + "1 + f(n)" +
          closed + ";" + end + " endseq endfunct\nseq wait f(1); endseq\n");
  ASSERT_EQ(result.findings.all().size(), 1U) << result.findings.text();
  EXPECT_EQ(result.findings.all()[0].check, "L0503");
}

TEST(LirlBudget, DeepNestingEndsInAMessage) {
  const auto repeated = [](const std::string& text, int n) {
    std::string all;
    for (int i = 0; i < n; ++i) all += text;
    return all;
  };
  for (const std::string& text :
       {"x = " + repeated("(", 100000), "x = " + repeated("a[", 100000),
        "x = " + repeated("sin(", 100000), "x = " + repeated("not ", 100000),
        "x = " + repeated("-", 100000) + ";", "x = 1" + repeated("+1", 100000) + ";",
        "x = a" + repeated(".x", 100000) + ";", "x = a" + repeated("[1]", 100000) + ";",
        repeated("if b then ", 100000), repeated("loop ", 100000),
        repeated("case 1 of 1: ", 100000), repeated("repeat ", 100000)}) {
    EXPECT_TRUE(run(program_with("real: x;", text)).findings.has_errors()) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace erfd
