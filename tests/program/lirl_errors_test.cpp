// What the language says about programs that are not in order. The wording is part of the product.
#include "program/lirl_text.hpp"

#include <set>

namespace erfd {
namespace {

using namespace test;

struct Case {
  std::string text;
  std::string findings;
};

std::string statement(const std::string& text) {
  return program_with(
      "robtarget: t = ((800,0,600),(0,90,0)); int: i = 1; real: x = 1; bool: b; joint: j;", text);
}

const std::vector<Case>& cases() {
  static const std::vector<Case> list = {
      {statement("move lin t speed=\"fast\";"),
       "6:18: error: expected a speed [mm/s], found a string [L0302]"},
      {statement("i = 1 # 2;"),
       "6:7: error: bad character ('#'); outside of comments and texts only letters, digits and "
       "signs of the language may stand [L0101]\n6:9: error: expected ';' after the assignment, "
       "found a number [L0201]"},
      {statement("} i = 2;"),
       "6:1: error: '}' closes no comment; put a '{' where the comment begins [L0101]"},
      {statement("{ never"),
       "6:1: error: comment never closed: it is opened here and swallows the rest of the file; put "
       "a '}' where it ends [L0102]"},
      {statement("x = 5parsec;"),
       "6:6: error: unknown unit 'parsec'; known are mm, cm, m, deg, rad, s, ms, min, mm/s, m/s, "
       "mm/s2, m/s2, deg/s, rad/s, deg/s2, rad/s2, kg, g, N, kN, Nm, kgm2, %; before a word put a "
       "blank [L0103]"},
      {statement("move lin t speed=250deg;"),
       "6:18: error: unit not allowed here: expected a speed [mm/s], found 250 deg [L0103]"},
      {statement("x = 80mm + 3s;"),
       "6:10: error: '+' joins 80 mm and 3 s: the units do not agree [L0103]"},
      {statement("wait 5mm;"),
       "6:6: error: unit not allowed here: expected a time [s], found 5 mm [L0103]"},
      {statement("move lin t + position(10deg,0,0) speed=x*1mm/s;"),
       "6:23: error: unit not allowed here: expected a length [mm], found 10 deg [L0103]"},
      {statement("x = 1e999;"), "6:5: error: number out of range; no variable can hold it [L0104]"},
      {statement("i = 9223372036854775808;"),
       "6:5: error: number out of range; no variable can hold it [L0104]"},
      {statement("use_robot \"lola;"),
       "6:11: error: text never closed in its line; put a '\"' where it ends [L0105]"},
      {statement("{ a { b } i = 1;"),
       "6:5: warning: '{' inside a comment that is opened in line 6; comments do not nest: is a "
       "'}' missing before it? [W0110]"},
      {statement("x = ;"), "6:5: error: expected a value, found ';' [L0201]"},
      {statement("move sideways t;"),
       "6:6: error: expected 'ptp', 'lin' or 'circle' after 'move', found 'sideways' [L0201]"},
      {statement("move lin t speed 250;"),
       "6:18: error: expected '=' and a value after 'speed', found a number [L0201]"},
      {statement("move lin t c_ori=o_pcp;"),
       "6:18: error: expected o_con, o_var, o_pco, o_pvo or o_joint after 'c_ori=', found 'o_pcp'; "
       "did you mean 'o_pco'? [L0201]"},
      {statement("mvoe lin t;"),
       "6:1: error: 'mvoe' begins no statement; did you mean 'move'? [L0201]"},
      {statement("i = 1"), "7:1: error: expected ';' after the assignment, found 'endseq' [L0201]"},
      {statement("x = .5;"),
       "6:5: error: expected a value (a number begins with a digit: 0.5), found '.' [L0201]"},
      {statement("move circle t;"),
       "6:14: error: expected ',' and the end point after the auxiliary point of a circle, found "
       "';' [L0201]"},
      {statement("for if = 1 to 3 do endfor"),
       "6:5: error: expected the variable of the loop, found the word 'if' of the language; choose "
       "another name [L0201]\n6:8: error: expected a value, found '=' [L0201]"},
      {program_with("robtraget: q;", ""),
       "3:1: error: expected a type, found 'robtraget'; did you mean 'robtarget'? [L0201]"},
      {"var endvar seq endseq\n",
       "1:1: error: expected 'program' at the beginning of a program, found 'var' [L0201]"},
      {"program T; seq endseq endprogram; seq endseq\n",
       "1:35: error: expected the end of the file after the program, found 'seq' [L0201]"},
      {statement("if b then i = 1;"),
       "7:1: error: 'endif' missing before 'endseq'; 'if' is opened in line 6 [L0202]"},
      {statement("while b do if b then i = 2; endwhile"),
       "6:29: error: 'endif' missing before 'endwhile'; 'if' is opened in line 6 [L0202]"},
      {statement("move lin tt;"),
       "6:10: error: unknown name 'tt'; declare it in a var part [L0301]"},
      {statement("speeed(3);"),
       "6:1: error: unknown name 'speeed'; declare it as procedure or function [L0301]"},
      {program_with("position: x; int: i;", "i = x.y1;"),
       "6:7: error: a position has no component 'y1' [L0301]"},
      {statement("x = position;"),
       "6:5: error: 'position' needs its values in brackets: position(…) [L0301]"},
      {statement("use_tool \"griper\";"),
       "6:10: error: unknown tool 'griper'; the robot file gives its tools names [L0301]"},
      {statement("x = t;"), "6:5: error: the value must be a real, found a robtarget [L0302]"},
      {statement("i = 1.5;"),
       "6:5: error: the value must be an int, found a real; use round() or trunc() [L0302]"},
      {statement("b = x + t;"), "6:7: error: '+' does not join a real and a robtarget [L0302]"},
      {statement("move lin joint(mainjoint(1,2,3,4,5,6));"),
       "6:10: error: a lin moves to a point in space, found a joint; use move ptp [L0302]"},
      {statement("if i then endif"),
       "6:4: error: a condition must be a bool, found an int [L0302]"},
      {statement("x = (1,2,3);"),
       "6:5: error: a list in brackets has no meaning here; name its type: position(…), pose(…) "
       "[L0302]"},
      {program_with("int: i; int: d[3];", "i = d;"),
       "6:5: error: 'd' is an array; choose an element: d[1] [L0302]"},
      {statement("for x = 1 to 3 do endfor"),
       "6:5: error: the variable of a loop is an int variable; 'x' is none [L0302]"},
      {statement("sin(3);"), "6:1: error: 'sin' is no procedure; it cannot stand alone [L0302]"},
      {statement("j = joint(mainjoint(1,2,3,4,5,6,7));"),
       "6:11: error: wrong number of components: 7 axis values for a 6-axis robot [L0303]"},
      {statement("t = ((1,2),(3,4,5));"),
       "6:6: error: wrong number of components: a position takes 3, found 2 [L0303]"},
      {statement("x = sin(1,2);"),
       "6:5: error: wrong number of components: 'sin' takes 1, found 2 [L0303]"},
      {program_with("int: a[3] = (1,2);", ""),
       "3:13: error: 'a' has 3 elements, found 2 values [L0303]"},
      {statement("move lin t sped=100;"),
       "6:12: error: unknown movement option 'sped'; did you mean 'speed'? [L0304]"},
      {statement("move lin t speed=100 acc=5 speed=200;"),
       "6:28: error: option 'speed' stands twice; remove one [L0305]"},
      {statement("move ptp t speed=100;"),
       "6:12: error: option 'speed' is not valid for a ptp; write speed_ptp, a share of the "
       "largest speeds [L0306]"},
      {statement("move lin t speed_ptp=0.5;"),
       "6:12: error: option 'speed_ptp' is not valid for a lin; write speed in mm/s [L0306]"},
      {statement("move ptp t c_cp=10;"),
       "6:12: error: option 'c_cp' is not valid for a ptp; write c_ptp to fly by [L0306]"},
      {statement("move lin t c_cp=10 c_speed;"),
       "6:20: error: 'c_speed' beside 'c_cp'; a move has one kind of fly-by [L0306]"},
      {statement("move lin t angle=90;"),
       "6:12: error: option 'angle' is not valid for a lin [L0306]"},
      {statement("move ptp t speed_ptp=60;"),
       "6:22: error: 'speed_ptp' is 60, expected a share above 0 and at most 1; did you mean "
       "speed_ptp=60%? [L0307]"},
      {statement("move ptp t speed_ptp=0;"),
       "6:22: error: 'speed_ptp' is 0, expected a share above 0 and at most 1 [L0307]"},
      {statement("move lin t speed=-5;"),
       "6:18: error: 'speed' is -5 mm/s, expected above zero [L0307]"},
      {statement("move circle t, t + position(1,2,3) angle=400;"),
       "6:42: error: 'angle' is 400 deg, expected above 0 deg and at most 360 deg [L0307]"},
      {statement("t = (position(1,2,3), oriquat(1,1,1,1));"),
       "6:23: error: the quaternion has length 2, expected 1 [L0307]"},
      {statement("grip load(-1kg);"),
       "6:11: error: the mass is -1 kg, expected 0 kg or more [L0307]"},
      {statement("grip load(1kg, (0,0,0), inertia(1,1,9));"),
       "6:25: error: the inertia is impossible: no moment is negative or above the sum of the "
       "others [L0307]"},
      {statement("wait -1;"), "6:6: error: a wait of -1 s, expected from 0 s to 1e+06 s [L0307]"},
      {statement("for i = 1 to 3 step -1 do endfor"),
       "6:21: error: the step of a loop is -1, expected 1 or more; count down with 'downto' "
       "[L0307]"},
      {statement("move ptp t c_ptp=0.5;"),
       "6:18: warning: 'c_ptp' is 0.5 %; a number without unit is a percentage here: write 50 or "
       "50% [W0307]"},
      {statement("grip load(3 kg);"),
       "6:13: error: the unit 'kg' stands apart from its number; write 3kg without a blank "
       "[L0103]"},
      {statement("move lin t + position(0, 0, 99) speed=250 mm/s;"),
       "6:43: error: the unit 'mm/s' stands apart from its number; write 250mm/s without a blank "
       "[L0103]"},
      {program_with("real: r = 1.5 m;", ""),
       "3:15: error: the unit 'm' stands apart from its number; write 1.5m without a blank "
       "[L0103]"},
      {statement("move ptp ((0.4, -0.1, 0.5), (0, 90, 0));"),
       "6:10: warning: the target is 0.648 mm away from the origin of the robot; looks like "
       "metres: "
       "a number without unit is in mm here, write 500 or 0.5m [W0311]"},
      {statement("move ptp ((400, -100, 500), (0, 1.5708, 0));"),
       "6:29: warning: these angles look like radians; a number without unit is in degrees here: "
       "write 1.5708rad, or the angle in degrees [W0312]"},
      {statement("move ptp joint(mainjoint(0, -1.571, 0.3, 0, 1, 0));"),
       "6:16: warning: these angles look like radians; a number without unit is in degrees here: "
       "write -1.571rad, or the angle in degrees [W0312]"},
      {program_with("int: a; real: A;", ""), "3:15: error: 'a' is declared twice [L0308]"},
      {program_with("int: sin;", ""),
       "3:6: error: 'sin' is a name of the language; choose another [L0308]"},
      {program_with("endvar const int: k = 1; endconst var", "k = 2;"),
       "6:1: error: 'k' is a constant; declare it in a var part to set it [L0309]"},
      {program_with("endvar const int: k; endconst var", ""),
       "3:19: error: constant 'k' has no value; write 'k = …' [L0309]"},
      {statement("sin(3) = 2;"),
       "6:1: error: only variables and their components can be set [L0309]"},
      {statement("move lin t; move circle t + (10,0,0), t + (20,0,0);"),
       "6:27: error: circle points are collinear: start, auxiliary point and end point stand on "
       "one line, or start and auxiliary point are one [L0310]"},
      {statement("move lin t; move circle t + (10,0,0), t + (10,0,0);"),
       "6:27: error: circle points coincide: auxiliary point and end point are one [L0310]"},
      {statement("move lin t; move circle t + (10,0,0), t;"),
       "6:39: error: circle points coincide: the arc ends where it begins; for a full circle "
       "choose another end point on it and write angle=360deg [L0310]"},
      {statement("move lin robtarget(position(100,2,3));"),
       "6:10: error: orientation missing at an end point: this target has only a position; write a "
       "pose, or c_ori=o_con to keep the orientation [L0311]"},
      {statement("move ptp position(1,2,3);"),
       "6:10: error: orientation missing at an end point; write a pose: ((x,y,z),(a,b,c)) [L0311]"},
      {statement("use_robot \"a\"; move ptp t act_rob=\"b\";"),
       "6:35: error: the program moves 'a' and 'b'; one robot can be planned at a time [L0312]"},
      {statement("exit;"), "6:1: error: 'exit' stands in no loop [L0314]"},
      {statement("return 3;"), "6:8: error: 'return' with a value stands in no function [L0314]"},
      {statement("loop i = 1; endloop"),
       "6:1: error: this 'loop' does not end: after 499999 runs the step budget of 1000000 "
       "statements is used up; nothing outside the program changes its variables, so give its loop "
       "an end [L0501]"},
      {statement("while true do endwhile"),
       "6:1: error: this 'while' does not end: after 999999 runs the step budget of 1000000 "
       "statements is used up; nothing outside the program changes its variables, so give its loop "
       "an end [L0501]"},
      {program_with("int: a[1000000];", ""),
       "3:8: error: 'a' would have 1000000 elements; all arrays together may have from 1 to 100000 "
       "[L0504]"},
      {program_with("int: a[3];", "a[4] = 1;"), "6:3: error: index 4 is outside of 1 to 3 [L0505]"},
      {program_with("real: x; real: y;", "x = y;"),
       "6:5: error: 'y' is used before it is set [L0506]"},
      {statement("x = 1/(i-1);"), "6:6: error: division by zero [L0507]"},
      {statement("i = 5 mod (i-1);"), "6:7: error: division by zero [L0507]"},
      {statement("i = 9223372036854775807 + 1;"),
       "6:25: error: the result is too large for an int [L0507]"},
      {statement("x = 1e300*1e300;"), "6:10: error: the result is no finite number [L0507]"},
      {statement("x = sqrt(-1);"), "6:5: error: root of a negative number [L0507]"},
      {statement("wait for i = 2;"),
       "6:1: error: the program would wait for ever: the condition is false and nothing changes "
       "it; give a timeout, or the input a value [L0508]"},
      {statement("move_inc lin position(0,0,10);"),
       "6:14: error: the place of the tool is not known here: the last move went to a joint target "
       "and the kinematics of the robot are not given; move to a robtarget first [L0509]"},
      {statement("move ptp t; j = herej();"),
       "6:17: error: the joint positions are not known here: the last move went to a point in "
       "space and the kinematics of the robot are not given; move to a joint target first [L0509]"},
      {statement("j = joint(mainjoint(1,2,3));"),
       "6:11: note: 3 of 6 axes are given; the others hold their position [N0411]"},
      {statement("move lin t c_cp=5; wait 1;"),
       "6:1: warning: 'c_cp' is dropped: the 'wait' in line 6 needs an exact stop [W0520]"},
      {statement("release;"),
       "6:1: warning: 'release' without a gripped load; nothing changes [W0521]"},
      {"program T;\nfunction int f(int: n) seq return f(n + 1); endseq endfunct \nseq\nif f(1) = 2 "
       "then endif\nendseq\n",
       "2:35: error: more than 100 calls in each other; does 'f' call itself for ever? [L0503]"},
      {"program T;\nfunction int f() seq endseq endfunct\nseq\nif f() = 2 then endif\nendseq\n",
       "4:4: error: function 'f' ended without 'return' [L0510]"},
      {"program T;\nfunction int f() seq return; endseq endfunct\nseq\nendseq\n",
       "2:22: error: function 'f' must return an int [L0314]"},
  };
  return list;
}

TEST(LirlErrors, SmallNumbersThatMeanWhatTheySayAreNotWarnedAbout) {
  for (const char* text :
       {"move_inc lin ((0, 0, 5), (0, 0, 1.5));",
        "move ptp ((0.4m, -0.1m, 0.5m), (0, 0, 1.5708rad));",
        "use_base pose(position(500, 0, 0), orizyx(0, 0, 0)); move ptp ((0, 0, 5), (0, 0, 0));",
        "move ptp joint(mainjoint(1.5708, 90, 0, 0, 0, 0));",
        "move ptp joint(mainjoint(1, 2, 3, 0, -5, 6));", "move ptp ((0, 0, 600), (1, 2, 3));"}) {
    const Diagnostics findings =
        run(program_with("", "move ptp ((500, 0, 600), (0, 0, 0)); " + std::string(text))).findings;
    EXPECT_EQ(findings.text(), "") << text;
  }
}

TEST(LirlErrors, EachSlipIsToldWithPlaceCauseAndCure) {
  for (const Case& c : cases()) EXPECT_EQ(run(c.text).findings.text(), c.findings) << c.text;
}

/// docs/program-language.md lists the codes; those of the planner are not of this test.
TEST(LirlErrors, TheTableHasEveryCode) {
  std::set<std::string> seen;
  for (const Case& c : cases()) {
    for (std::size_t at = c.findings.find(" ["); at != std::string::npos;
         at = c.findings.find(" [", at + 1)) {
      const std::string code = c.findings.substr(at + 2, 5);
      if (c.findings.substr(at + 7, 1) == "]") seen.insert(code);
    }
  }
  for (const char* code :
       {"L0101", "L0102", "L0103", "L0104", "L0105", "W0110", "L0201", "L0202", "L0301",
        "L0302", "L0303", "L0304", "L0305", "L0306", "L0307", "W0307", "W0311", "W0312",
        "L0308", "L0309", "L0310", "L0311", "L0312", "L0314", "N0411", "L0501", "L0503",
        "L0504", "L0505", "L0506", "L0507", "L0508", "L0509", "L0510", "W0520", "W0521"}) {
    EXPECT_TRUE(seen.contains(code)) << code;
  }
}

TEST(LirlErrors, AllErrorsOfAFileAreToldInOneRun) {
  EXPECT_EQ(run("program T;\nvar robtraget: a; real: x = 3deg + 1mm; endvar\nseq\nmove lin s5 "
                "speed=5deg sped=3;\nif x then wait 1; else x = ; endif\nfor 3 to 4 do wait 2; "
                "endfor\nx = \"a\";\nendseq\n")
                .findings.text(),
            "2:5: error: expected a type, found 'robtraget'; did you mean 'robtarget'? [L0201]\n"
            "2:34: error: '+' joins 3 deg and 1 mm: the units do not agree [L0103]\n"
            "4:10: error: unknown name 's5'; declare it in a var part [L0301]\n"
            "4:19: error: unit not allowed here: expected a speed [mm/s], found 5 deg [L0103]\n"
            "4:24: error: unknown movement option 'sped'; did you mean 'speed'? [L0304]\n"
            "5:4: error: a condition must be a bool, found a real [L0302]\n"
            "5:28: error: expected a value, found ';' [L0201]\n"
            "6:5: error: expected the variable of the loop, found a number [L0201]\n"
            "7:5: error: the value must be a real, found a string [L0302]");
}

TEST(LirlErrors, ReadingStopsAfterTwentyErrors) {
  std::string text = "program T;\nseq\n";
  for (int i = 0; i < 25; ++i) text += "zz;\n";
  const ReadProgram result = run(text + "endseq\n");
  EXPECT_EQ(result.findings.count(Severity::error), 20);
  EXPECT_EQ(result.findings.all().back().check, "N0204");
}

}  // namespace
}  // namespace erfd
