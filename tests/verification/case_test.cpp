// The front door: a case read from files gives what its parts give, and its choices act.
#include "erfd/verification/case.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/message_of.hpp"
#include "support/scratch_folder.hpp"
#include "support/ugly_arms.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const UglyArm arms[] = {skew_arm(), sliding_arm(), redundant_arm()};

std::string file_of(const ScratchFolder& folder, const UglyArm& arm) {
  folder.write(arm.name + ".toml", toml_of(arm));
  return folder.path(arm.name + ".toml");
}

/// From where the arm stands to a posture with all axes moved, and back.
std::string there_and_back(const UglyArm& arm) {
  std::string there, back;
  for (const UglyBody* body : arm.moving()) {
    there += fmt::format("{}{}", there.empty() ? "" : ", ", body->joint == "revolute" ? 20 : 40);
    back += fmt::format("{}{}", back.empty() ? "" : ", ", body->joint == "revolute" ? -10 : 15);
  }
  return fmt::format("move ptp joint(mainjoint({}));\nmove ptp joint(mainjoint({}));\n", there,
                     back);
}

std::string program_with(const std::string& statements) {
  return "program T;\nseq\n" + statements + "endseq\n";
}

MatrixX<double> asked_torques(const Case& judged) { return verify(judged).motion.ua_asked; }

TEST(Case, GivesWhatItsPartsGive) {
  const ScratchFolder folder;
  for (const UglyArm& arm : arms) {
    SCOPED_TRACE(arm.name);
    const std::string text = program_with(there_and_back(arm));
    const Case judged =
        read_case({.robot = file_of(folder, arm)}, {.program = "t.irl", .text = text});
    const RobotDescription robot = read_robot_toml(toml_of(arm), arm.name).robot;
    const Model model = build_unloaded(robot);
    const ReadProgram read = read_program(text, "t.irl", program_context(robot, model));
    const Plan asked =
        plan(read.program, model, InverseKinematics(model), planner_settings(robot, model));
    const Verification parts = verify(read.program, asked, model, make_drives(robot, model));
    EXPECT_EQ(asked_torques(judged), parts.motion.ua_asked);
    EXPECT_EQ(judged.plan.q, asked.q);
    EXPECT_FALSE(judged.is_recorded());
  }
}

// The same force by the program and by the choice: the same torques, to the last bit.
TEST(Case, AWrenchActsAsThatOfAProgram) {
  const ScratchFolder folder;
  for (const UglyArm& arm : arms) {
    SCOPED_TRACE(arm.name);
    const std::string path = file_of(folder, arm), moves = there_and_back(arm);
    const Case by_program = read_case(
        {.robot = path},
        {.program = "t.irl",
         .text = program_with("ext_force wrench(30, -20, 50, 3, 1, -2) frame world;\n" + moves)});
    ProgramChoice choice{.program = "t.irl", .text = program_with(moves)};
    const MatrixX<double> without = asked_torques(read_case({.robot = path}, choice));
    choice.wrench = by_program.program.instructions.front().conditions.wrench->F;
    const MatrixX<double> with = asked_torques(read_case({.robot = path}, choice));
    EXPECT_EQ(with, asked_torques(by_program));
    EXPECT_GT((with - without).cwiseAbs().maxCoeff(), 1e-3);
  }
}

/// herej() behind a point in space: the posture that has the tool, not the flange, there.
TEST(Case, JointsOfAPointAreThoseThatBringTheToolThere) {
  const ScratchFolder folder;
  for (const UglyArm& arm : arms) {
    SCOPED_TRACE(arm.name);
    const std::string in_space = arm.moving().size() < 6
                                     ? "move ptp here();\n"
                                     : "move_inc lin position(4, -7, 5) speed=50;\n";
    const std::string text = program_with("use_tool \"vacuum\";\n" + there_and_back(arm) +
                                          in_space + "move ptp herej();\n");
    const Case judged =
        read_case({.robot = file_of(folder, arm)}, {.program = "t.irl", .text = text});
    ASSERT_TRUE(judged.plan.complete) << judged.plan.findings.text();
    Workspace ws(judged.model);
    const auto tool_at = [&](const VectorX<double>& q) {
      return frame_pose<double>(judged.model, ws, q, judged.model.frame_index("vacuum"));
    };
    const auto& point =
        std::get<CartesianTarget>(std::get<Move>(judged.program.instructions[2].action).target);
    const auto& joints =
        std::get<JointTarget>(std::get<Move>(judged.program.instructions[3].action).target);
    VectorX<double> q(judged.model.nq());
    for (int i = 0; i < q.size(); ++i) q[i] = joints.q[static_cast<std::size_t>(i)].value();
    EXPECT_LT((tool_at(q).p - point.X_BaseT.p).norm(), 1e-8);
    EXPECT_LT((tool_at(q).R - point.X_BaseT.R).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(Case, ValuesFromOutsideDecideWhatRuns) {
  const std::string text =
      "program T;\nseq\nmove ptp joint(mainjoint(10, 0, 0, 0, 0, 0));\n"
      "if far then\nmove ptp joint(mainjoint(30, 0, 0, 0, 0, 0));\nendif;\nendseq\n";
  for (const bool far : {false, true})
    EXPECT_EQ(
        read_case({.robot = "lola15"}, {.program = "t.irl", .text = text, .inputs = {{"far", far}}})
            .plan.moves.size(),
        far ? 2u : 1u);
}

/// The case of these keys.
Case with_keys(RobotChoice robot, ProgramChoice program, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) set_key(robot, program, key);
  return read_case(robot, program);
}

TEST(Case, KeysOfRobotProgramAndOptionsActAsTheirChoices) {
  const ScratchFolder folder;
  for (const UglyArm& arm : arms) {
    SCOPED_TRACE(arm.name);
    const RobotChoice robot{.robot = file_of(folder, arm)};
    const ProgramChoice program{.program = "t.irl", .text = program_with(there_and_back(arm))};
    ProgramChoice chosen = program;
    chosen.period = 0.004;
    chosen.speed = 0.6;
    chosen.jerk_time = 0.05;
    chosen.wrench = Force<double>{{4, 5, 6}, {1, 2, 3}};
    const Case by_choice = read_case(robot, chosen);
    const Case by_key = with_keys(robot, program,
                                  {"option.period=0.004", "option.speed=60%",
                                   "option.jerk-time=0.05", "option.wrench=1,2,3,4,5,6"});
    EXPECT_EQ(by_key.plan.q, by_choice.plan.q);
    EXPECT_EQ(asked_torques(by_key), asked_torques(by_choice));
    EXPECT_EQ(with_keys(robot, program, {"gravity_m_s2=[1, 2, 3]"}).model.gravity(),
              Vector3<double>(1, 2, 3));
  }
  const std::string far = "if far then\nmove ptp joint(mainjoint(30, 0, 0, 0, 0, 0));\nendif;\n";
  EXPECT_EQ(with_keys({.robot = "lola15"}, {.program = "t.irl", .text = program_with(far)},
                      {"input.FAR=true"})
                .plan.moves.size(),
            1U);
}

// A move at half its speed takes twice its time; the other moves keep theirs, to one cycle.
TEST(Case, AKeyOfALineSlowsItsMovesAlone) {
  const ScratchFolder folder;
  for (const UglyArm& arm : arms) {
    SCOPED_TRACE(arm.name);
    const RobotChoice robot{.robot = file_of(folder, arm)};
    const ProgramChoice program{.program = "t.irl", .text = program_with(there_and_back(arm))};
    const Plan full = read_case(robot, program).plan;
    const Case slowed = with_keys(robot, program, {"line.4.speed=50%"});
    const auto time = [](const Plan& plan, std::size_t m) {
      return plan.moves.at(m).end_time - plan.moves.at(m).start_time;
    };
    EXPECT_NEAR(time(slowed.plan, 0), time(full, 0), 1e-12);
    EXPECT_NEAR(time(slowed.plan, 1), 2 * time(full, 1), 2 * full.period);
    // Planned anew by a verification, it keeps that share and takes the other besides.
    const Replan replan =
        replan_with(slowed.program, slowed.model, *slowed.kinematics, slowed.settings);
    EXPECT_EQ(replan({}, false).q, slowed.plan.q);
    EXPECT_NEAR(time(replan({1, 0.5}, false), 1), 4 * time(full, 1), 4 * full.period);
  }
}

TEST(Case, RefusesKeysThatNothingHas) {
  const auto refusal = [](const std::string& key) {
    return message_of([&] {
      with_keys({.robot = "lola15"},
                {.program = "t.irl",
                 .text = program_with("move ptp joint(mainjoint(10, 0, 0, 0, 0, 0)) c_ptp;\n"
                                      "move ptp joint(mainjoint(20, 5, 0, 0, 0, 0));\n")},
                {key});
    });
  };
  EXPECT_EQ(refusal("option.sped=60%"),
            "unknown option 'sped'; did you mean 'speed'? (known: orientation, wrench, period, "
            "speed, jerk-time, smoothed, fly-corners, payload)");
  EXPECT_EQ(refusal("option.smoothed=yes"), "smoothed: found 'yes', expected true or false");
  EXPECT_EQ(refusal("option.speed=60"),
            "speed: found '60', expected 1% to 1000%, as in 60% or 0.6");
  EXPECT_EQ(refusal("input.ok"), "input: found 'ok', expected NAME=VALUE, as ok=true or count=3");
  EXPECT_EQ(refusal("line.3.acc=2"),
            "unknown key 'line.3.acc', expected line.N.speed with the number of a line of the "
            "program, as line.28.speed=60%");
  EXPECT_EQ(refusal("line.2.speed=50%"), "line.2.speed: no move of t.irl stands in that line");
  EXPECT_EQ(
      refusal("line.4.speed=50%"),
      "line.4.speed: the move runs on from line 3 without a stop, and all moves up to the next "
      "stop have one share; set line.3.speed");
  EXPECT_EQ(refusal("drive.motor2.ration=80"),
            "--set: drive: motor2: unknown key 'ration'; did you mean 'ratio'?");
}

TEST(Case, RefusesWhatItCannotUse) {
  const ProgramChoice nothing{.program = "t.irl", .text = "program T;\nseq\nendseq\n"};
  EXPECT_EQ(message_of([&] { read_case({.robot = "lola15", .tool = "p_f"}, nothing); }),
            "tool: lola15 has no tool 'p_f'; did you mean 'p_e'?");
  EXPECT_EQ(message_of([&] { read_case({.robot = "lola15", .without = {"wheels"}}, nothing); }),
            "without: found 'wheels', expected loops, elastic or loops,elastic");
  EXPECT_EQ(message_of([] {
              read_case({.robot = "lola15"},
                        {.program = "t.irl", .text = "program T;\nseq\nendseq\n", .period = 0});
            }),
            "period: found 0 s, expected more than 0 and at most 1; 10 ms are 0.01");
  EXPECT_THROW(read_case({.robot = "lola15"},
                         {.program = "t.irl", .text = "program T;\nseq\nmove;\nendseq\n"}),
               ProgramError);
}

}  // namespace
}  // namespace erfd::test
