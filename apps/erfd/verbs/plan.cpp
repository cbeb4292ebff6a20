// erfd plan: the motion that a program asks for, without the drives.
#include "erfd/base/units.hpp"
#include "erfd/io/json.hpp"
#include "erfd/program/dialect.hpp"
#include "erfd/report/g_profile.hpp"
#include "erfd/report/plan_csv.hpp"
#include "erfd/report/table.hpp"

#include "input/program_input.hpp"
#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t most_rows = 60;  // of a table on a terminal

const Instruction& instruction_of(const Case& p, const PlannedMove& m) {
  return p.program.instructions[static_cast<std::size_t>(m.instruction)];
}

std::string kind_of(const Case& p, const PlannedMove& m) {
  const auto* move = std::get_if<Move>(&instruction_of(p, m).action);
  if (move == nullptr) return "wait";
  return fmt::format("{} {}", word_of(*p.program.dialect, *move), move->target_name);
}

std::string fly_by_of(const Case& p, const PlannedMove& m) {
  const auto* move = std::get_if<Move>(&instruction_of(p, m).action);
  return move == nullptr ? "stop" : std::string(p.program.dialect->word(move->fly_by));
}

std::string text_page(const Case& p, const TextStyle& style) {
  std::vector<std::string> number, line, kind, fly_by;
  std::vector<double> start, time, length, corner;
  Table::OptionalNumbers radius, angle;
  for (const PlannedMove& m : p.plan.moves) {
    if (number.size() == most_rows) break;
    number.push_back(std::to_string(number.size() + 1));
    line.push_back(std::to_string(instruction_of(p, m).at.line));
    kind.push_back(cut_to_width(kind_of(p, m), 16));
    fly_by.push_back(fly_by_of(p, m));
    start.push_back(m.start_time);
    time.push_back(m.end_time - m.start_time);
    length.push_back(1000 * m.length);
    const bool arc = m.arc_radius > 0;
    radius.push_back(arc ? std::optional(1000 * m.arc_radius) : std::nullopt);
    angle.push_back(arc ? std::optional(m.arc_angle / degree) : std::nullopt);
    corner.push_back(m.corner / degree);
  }
  Table table;
  table.right("#", "", number)
      .right("line", "", line)
      .text("move", kind)
      .results("start", "s", start, 5)
      .results("time", "s", time, 5)
      .results("way", "mm", length, 7)
      .data("radius", "mm", radius, 7)
      .data("arc", "deg", angle, 6)
      .text("end", fly_by)
      .results("corner", "deg", corner, 4);
  return bold(fmt::format("{} on {}", p.program.name, p.model.name()), style) +
         fmt::format(": {} in {:.3f} s, {} of {} ms\n\n", counted(p.plan.moves.size(), "move"),
                     p.plan.duration(), counted(static_cast<std::size_t>(p.plan.cycles()), "cycle"),
                     1000 * p.plan.period) +
         (number.empty() ? "" : table.layout(style)) +
         (number.size() < p.plan.moves.size()
              ? fmt::format("The first {} of {} moves; --json has all.\n", most_rows,
                            p.plan.moves.size())
              : "");
}

Json json_page(const Case& p) {
  Json::List moves;
  for (const PlannedMove& m : p.plan.moves)
    moves.push_back(Json::Object{{"line", instruction_of(p, m).at.line},
                                 {"move", kind_of(p, m)},
                                 {"fly_by", fly_by_of(p, m)},
                                 {"start_time_s", m.start_time},
                                 {"end_time_s", m.end_time},
                                 {"length_m", m.length},
                                 {"arc_radius_m", m.arc_radius},
                                 {"arc_angle_rad", m.arc_angle},
                                 {"corner_rad", m.corner}});
  return Json::Object{{"program", p.program.name},   {"robot", p.model.name()},
                      {"complete", p.plan.complete}, {"period_s", p.plan.period},
                      {"time_s", p.plan.duration()}, {"cycles", p.plan.cycles()},
                      {"samples", p.plan.samples()}, {"moves", std::move(moves)}};
}

/// What the pilot of a centrifuge feels; the samples come from the same motion.
std::string profile_page(const PlanOptions& options, const Case& planned) {
  const GMotion motion =
      plan_g_profile(read_g_profile(options.program.program), planned.model, planned.plan.period);
  return options.json ? g_profile_json(motion, planned.model).text() + '\n'
                      : g_profile_text(motion, planned.model, stdout_style());
}

/// What the program's moves are.
std::string program_page(const PlanOptions& options, const Case& planned) {
  if (!options.json)
    return text_page(planned, stdout_style()) + left_out_text(planned.left_out, stdout_style());
  Json json = json_page(planned);
  set_left_out(planned.left_out, json);
  return json.text() + '\n';
}

}  // namespace

int run_plan(const PlanOptions& options) {
  if (options.csv) check_output(*options.csv, options.force);
  if (is_motion_file(choice_of(options.program)))
    throw Error(fmt::format("{}: is a recorded motion, expected a program; `erfd verify` judges it",
                            options.program.program));
  const Case planned = planned_case(options.program);
  show_findings(planned);
  const Later csv([&] {
    if (!options.csv) return;
    write_file(*options.csv, plan_csv(planned.program, planned.plan, planned.model), options.force);
    talk_about_file(*options.csv,
                    counted(static_cast<std::size_t>(planned.plan.samples()), "sample"));
    talk_about_forces(planned.program, *options.csv);
  });
  const bool felt = is_g_profile(choice_of(options.program));
  print(felt ? profile_page(options, planned) : program_page(options, planned));
  csv.complain();
  return planned.plan.complete ? exit_fine : exit_check_failed;
}

}  // namespace erfd
