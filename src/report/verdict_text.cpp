// The verdict on a terminal.
#include "erfd/report/table.hpp"

#include "report/carried.hpp"
#include "report/verdict_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t move_width = 12;

std::string move_table(const VerdictSubject& s, const TextStyle& style) {
  std::vector<std::string> number, line, kind, verdict, asked, achieved, axis, limit, at, needs,
      cycles, error;
  for (const MoveVerdict& m : s.verification.moves) {
    const MoveWords words = words_of(s, m);
    number.push_back(std::to_string(m.move + 1));
    line.push_back(std::to_string(instruction_of(s, m).at.line));
    kind.push_back(cut_to_width(kind_of(s, m) + " " + target_of(s, m), move_width));
    verdict.push_back(m.achievable ? "ok" : "NO");
    asked.push_back(words.asked);
    achieved.push_back(words.achieved);
    axis.push_back(words.axis);
    limit.push_back(words.limit);
    at.push_back(words.at);
    needs.push_back(words.needs);
    cycles.push_back(words.cycles);
    error.push_back(words.off_path);
  }
  Table table;
  table.right("#", "", number)
      .right("line", "", line)
      .text("move", kind)
      .text("", verdict)
      .right("asked", "s", asked)
      .right("achieved", "s", achieved)
      .text("axis", axis)
      .text("nearest limit", limit)
      .right("at", "s", at)
      .right("needs", "%", needs)
      .right("for", "cycles", cycles)
      .right("off path", "mm", error);
  return table.layout(style);
}

std::string reasons(const VerdictSubject& s, const TextStyle& style) {
  std::string text;
  for (const MoveVerdict& m : s.verification.moves) {
    if (m.achievable) continue;
    const Instruction& instruction = instruction_of(s, m);
    const std::string head = fmt::format("line {}: ", instruction.at.line);
    text += head + wrapped(m.reason, style.width, 2, static_cast<int>(head.size())) + '\n';
    if (const std::string others = others_beyond(s, m); !others.empty())
      text += "  " + wrapped(others, style.width, 2, 2) + '\n';
  }
  return text;
}

/// Sentences under a head; nothing without any.
std::string listed(const char* head, const std::vector<std::string>& sentences,
                   const TextStyle& style) {
  std::string text;
  for (const std::string& sentence : sentences) text += wrapped(sentence, style.width, 2) + '\n';
  return text.empty() ? "" : '\n' + bold(head, style) + '\n' + text;
}

/// Empty when no move ran.
std::string worst_errors(const VerdictSubject& s) {
  double path = -1, turn = -1;
  for (const MoveVerdict& m : s.verification.moves) {
    path = std::max(path, m.path_error);  // a move that never ran has none, which is never larger
    turn = std::max(turn, m.turn_error);
  }
  if (path < 0) return "";
  return fmt::format("\nThe tool leaves its path by {:.2f} mm and {:.2f} deg at most.\n",
                     1000 * path, turn * 180 / std::numbers::pi);
}

std::string within_limits(const VerdictSubject& s) {
  const std::size_t count = s.verification.moves.size();
  if (count == 0) return "it moves nothing";
  const std::string which = count == 1 ? "its move" : fmt::format("all {}", counted(count, "move"));
  if (s.verification.motors_judged)
    return fmt::format("{} within the limits, {} s", which, seconds(s.verification.achieved_time));
  const auto& motors = s.drives.motors();
  const bool none =
      std::all_of(motors.begin(), motors.end(), [](const Motor& m) { return m.assumed; });
  return fmt::format("{} within the known limits, {} s; {}", which,
                     seconds(s.verification.achieved_time),
                     none ? "motors not judged" : "not all motors judged");
}

/// The robot may never arrive.
std::string achieved_words(double time) {
  return std::isfinite(time) ? fmt::format("achieved {} s", seconds(time)) : "never achieved";
}

/// "planning stops at line 9, 2 of 4 moves; 3 later targets cannot be reached either".
std::string where_planning_stops(const VerdictSubject& s) {
  const auto& moves = s.verification.moves;
  const auto never_ran = [](const MoveVerdict& m) { return std::isnan(m.path_error); };
  const auto first = std::find_if(moves.begin(), moves.end(), never_ran);
  if (first == moves.end()) return "planning stops";
  const auto more = std::count_if(first, moves.end(), never_ran) - 1;
  std::string text =
      fmt::format("planning stops at line {}, {} of {}", instruction_of(s, *first).at.line,
                  first - moves.begin() + 1, counted(s.program.instructions.size(), "move"));
  if (more > 0)
    text += fmt::format("; {} cannot be reached either",
                        counted(static_cast<std::size_t>(more), "later target"));
  return text;
}

}  // namespace

std::string verdict_summary(const VerdictSubject& s) {
  const auto& moves = s.verification.moves;
  const auto bad =
      std::count_if(moves.begin(), moves.end(), [](const MoveVerdict& m) { return !m.achievable; });
  if (!s.verification.fault.empty())
    return fmt::format("{} on {}: cannot be judged: {}", s.program.name, s.model.name(),
                       s.verification.fault);
  if (bad == 0)
    return fmt::format("{} on {}: achievable: {}", s.program.name, s.model.name(),
                       within_limits(s));
  const std::string head =
      fmt::format("{} on {}: not achievable: ", s.program.name, s.model.name());
  if (!s.plan.complete) return head + where_planning_stops(s);
  return head + fmt::format("{} of {} beyond a limit; asked {} s, {}", bad,
                            counted(moves.size(), "move"), seconds(s.verification.asked_time),
                            achieved_words(s.verification.achieved_time));
}

std::string verdict_text(const VerdictSubject& subject, const TextStyle& style) {
  std::string page = bold(wrapped(verdict_summary(subject), style.width), style) + "\n";
  if (subject.verification.moves.empty()) return page;
  page += "\n" + move_table(subject, style);
  const std::string why = reasons(subject, style);
  if (!why.empty()) page += "\n" + bold("Why", style) + "\n" + why;
  page += worst_errors(subject);
  if (const std::string loads = carried_text(subject); !loads.empty())
    page += wrapped(loads, style.width) + '\n';
  return page + listed("Not judged", subject.verification.not_judged, style) +
         listed("Left out", subject.left_out, style);
}

}  // namespace erfd
