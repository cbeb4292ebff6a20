// Words and values of a language: what a dialect writes, its reader reads.
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"

#include "program/lirl_text.hpp"

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

Matrix3<double> turned(double a, double b, double c) {
  return rotation_z(a) * rotation_y(b) * rotation_x(c);
}

// Property: a target that is written by the dialect is read back as itself, whatever bare angles mean.
TEST(LirlDialect, WritesTargetsThatReadBackAsThemselves) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> way(-2, 2), angle(-3.1, 3.1);
  for (int k = 0; k < 200; ++k) {
    CartesianTarget target;
    target.X_BaseT.p = {way(rng), way(rng), way(rng)};
    const double b = k % 4 == 0 ? 90 * degree : k % 4 == 1 ? -90 * degree : angle(rng) / 2;
    target.X_BaseT.R = turned(angle(rng), b, angle(rng));
    if (k % 3 == 0) target.configuration = k % 8 + 1;
    if (k % 6 == 0) target.turns = k % 64;
    const std::string text = lirl_dialect().target(target);
    ProgramContext context;
    context.angles = k % 2 == 0 ? AngleTriple::zyx : AngleTriple::yzx;
    const Program program =
        program_of(program_with("real: unused = 0;", "move ptp " + text + ";"), context);
    const CartesianTarget& read = point_of(program, 0);
    EXPECT_LT((read.X_BaseT.p - target.X_BaseT.p).norm(), 1e-12) << text;
    EXPECT_LT((read.X_BaseT.R - target.X_BaseT.R).norm(), 1e-7) << text;
    EXPECT_EQ(read.configuration.value_or(0), target.configuration.value_or(0)) << text;
    EXPECT_EQ(read.turns, target.turns) << text;
  }
}

TEST(LirlDialect, WritesOptionsThatReadBackAsThemselves) {
  const Dialect& in = lirl_dialect();
  const auto read = [](MoveKind kind, const std::string& options) {
    const Program program =
        program_of(program_with("robtarget: t = ((500, 0, 500), (0, 0, 0));",
                                fmt::format("{} t {};", lirl_dialect().statement(kind), options)));
    return move_of(program, 0);
  };
  // In mm without more digits than a person would write: the last bit may be lost on the way.
  EXPECT_DOUBLE_EQ(*read(MoveKind::lin, in.speed(0.123456)).limits.speed, 0.123456);
  EXPECT_DOUBLE_EQ(*read(MoveKind::lin, in.acceleration(1.7)).limits.acceleration, 1.7);
  EXPECT_NEAR(*read(MoveKind::ptp, in.speed_share(0.35)).limits.speed_share, 0.35, 1e-15);
  for (const FlyBy fly_by : {FlyBy::stop, FlyBy::ptp, FlyBy::path, FlyBy::speed}) {
    const Move move = read(MoveKind::lin, in.fly_by(fly_by, 0.25));
    EXPECT_EQ(move.fly_by, fly_by);
    if (fly_by != FlyBy::stop) {
      EXPECT_NEAR(move.fly_by_size, 0.25, 1e-15);
    }
  }
  EXPECT_EQ(read(MoveKind::lin, in.fly_by(FlyBy::speed, 0)).fly_by_size, 0);
}

// Every word of the dialect is one that the language reads as what it stands for.
TEST(LirlDialect, ItsWordsAreThoseOfTheLanguage) {
  const Dialect& in = lirl_dialect();
  for (const OrientationMode mode :
       {OrientationMode::constant, OrientationMode::variable, OrientationMode::path_constant,
        OrientationMode::path_variable, OrientationMode::joint}) {
    const Program program = program_of(program_with(
        "robtarget: t = ((500, 0, 500), (0, 0, 0));",
        fmt::format("move ptp t;\n{} t c_ori={};", in.statement(MoveKind::lin), in.word(mode))));
    EXPECT_EQ(move_of(program, 1).orientation, mode) << in.word(mode);
  }
}

TEST(Languages, AreToldByExtensionThenByText) {
  EXPECT_EQ(&language_of("a.IRL", "").dialect(), &lirl_dialect());
  EXPECT_EQ(&language_of("a.txt", "{ a comment } PROGRAM t;").dialect(), &lirl_dialect());
  EXPECT_TRUE(looks_like_lirl("{ a comment }\n// another\n  program t;"));
  EXPECT_FALSE(looks_like_lirl("MODULE t\nPROC main()"));
  EXPECT_FALSE(looks_like_lirl("&ACCESS RVP\nDEF t()"));
  EXPECT_FALSE(looks_like_lirl(""));
  for (const Language& language : languages()) {
    EXPECT_FALSE(language.dialect().name.empty());
    EXPECT_FALSE(language.extensions.empty());
  }
}

TEST(Languages, AProgramOfAnyKnowsItsDialect) {
  const std::string text = program_with("real: unused = 0;", "wait 1;");
  EXPECT_EQ(read_program(text, "t.irl", {}).program.dialect, &lirl_dialect());
  EXPECT_EQ(read_program_file("no_such.irl", {}).program.dialect, &lirl_dialect());
  EXPECT_EQ(Program{}.dialect, &plain_dialect());
}

/// The stretch of a text.
std::string stretch(const Program& program, const SourceRange& range) {
  std::string text;
  for (int line = range.begin.line; line <= range.end.line; ++line) {
    const std::string& whole = program.lines.at(static_cast<std::size_t>(line - 1));
    const auto from =
        static_cast<std::size_t>(line == range.begin.line ? range.begin.column - 1 : 0);
    const auto to =
        line == range.end.line ? static_cast<std::size_t>(range.end.column - 1) : whole.size();
    text += (line == range.begin.line ? "" : "\n") + whole.substr(from, to - from);
  }
  return text;
}

TEST(Ranges, OfInstructionsAndTheirPartsAreWhatTheProgramWrites) {
  const Program program = program_of(
      program_with("robtarget: t = ((500, 0, 500), (0, 0, 0));\nreal: v = 250;",
                   "  move ptp (t) + (0, 0, 10) speed_ptp=50% c_ptp ;\n"
                   "move circle t + (50, 50, 0), t\n  + (100, 0, 0) speed=2*v  c_ori = o_con "
                   "c_cp=(5mm);\nwait 0.5 sec;"));
  ASSERT_EQ(program.instructions.size(), 3U);
  const auto text = [&](std::size_t i) {
    return stretch(program, program.instructions[i].range());
  };
  EXPECT_EQ(text(0), "move ptp (t) + (0, 0, 10) speed_ptp=50% c_ptp");
  EXPECT_EQ(text(1),
            "move circle t + (50, 50, 0), t\n  + (100, 0, 0) speed=2*v  c_ori = o_con c_cp=(5mm)");
  EXPECT_EQ(text(2), "wait 0.5 sec");
  const auto parts = [&](std::size_t i) {
    std::vector<std::pair<MovePart, std::string>> list;
    for (const WrittenPart& part : move_of(program, i).written)
      list.emplace_back(part.part, stretch(program, part.range));
    return list;
  };
  using List = std::vector<std::pair<MovePart, std::string>>;
  EXPECT_EQ(parts(0), (List{{MovePart::target, "(t) + (0, 0, 10)"},
                            {MovePart::speed_share, "speed_ptp=50%"},
                            {MovePart::fly_by, "c_ptp"}}));
  EXPECT_EQ(parts(1), (List{{MovePart::via, "t + (50, 50, 0)"},
                            {MovePart::target, "t\n  + (100, 0, 0)"},
                            {MovePart::speed, "speed=2*v"},
                            {MovePart::orientation, "c_ori = o_con"},
                            {MovePart::fly_by, "c_cp=(5mm)"}}));
}

// What the range of a part holds can be put in its place again, and nothing changes.
TEST(Ranges, OfEveryOptionNameThePartThatItSets) {
  const std::string options =
      "speed=250 acc=900 dec=800 speed_ori=90 acc_ori=500 time=9 angle=40 c_speed=10";
  const Program program =
      program_of(program_with("robtarget: t = ((500, 0, 500), (0, 0, 0));",
                              "move ptp t;\nmove circle t + (50, 50, 0), t + (100, 0, 0) " +
                                  options + ";\nmove ptp t acc_ptp=0.5 dec_ptp=0.4;"));
  std::vector<MovePart> found;
  for (const std::size_t i : {1U, 2U})
    for (const WrittenPart& part : move_of(program, i).written) found.push_back(part.part);
  using enum MovePart;
  EXPECT_EQ(found, (std::vector<MovePart>{via, target, speed, acceleration, deceleration,
                                          turn_speed, turn_acceleration, time, arc_angle, fly_by,
                                          target, acceleration_share, deceleration_share}));
}

}  // namespace
}  // namespace erfd::test
