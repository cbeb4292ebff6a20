// The verdict on a terminal.
#include "erfd/report/table.hpp"

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
    const bool judged = m.worst.axis >= 0;
    number.push_back(std::to_string(m.move + 1));
    line.push_back(std::to_string(instruction_of(s, m).at.line));
    kind.push_back(cut_to_width(kind_of(s, m) + " " + target_of(s, m), move_width));
    verdict.push_back(m.achievable ? "ok" : "NO");
    asked.push_back(m.asked_time > 0 ? seconds(m.asked_time) : "–");
    achieved.push_back(seconds(m.achieved_time));
    axis.push_back(m.worst.limit == BindingLimit::none ? "–" : axis_name(s, m.worst));
    limit.emplace_back(name_of(m.worst.limit));
    at.push_back(judged && m.worst.limit != BindingLimit::rated_torque
                     ? fmt::format("{:.2f}", m.worst.time)
                     : "–");
    needs.push_back(judged ? percent(m.worst.ratio) : "–");
    cycles.push_back(m.worst.cycles == 0 ? "–" : std::to_string(m.worst.cycles));
    error.push_back(judged ? hundredths(1000 * m.path_error) : "–");
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
    if (m.exceeded.size() < 2) continue;
    std::vector<std::string> others;
    for (std::size_t i = 1; i < std::min<std::size_t>(m.exceeded.size(), 5); ++i)
      others.push_back(fmt::format("{} {} {} %", axis_name(s, m.exceeded[i]),
                                   name_of(m.exceeded[i].limit), percent(m.exceeded[i].ratio)));
    text += "  " +
            wrapped(fmt::format("also beyond their limits: {}{}", fmt::join(others, ", "),
                                m.exceeded.size() > 5 ? ", …" : ""),
                    style.width, 2, 2) +
            '\n';
  }
  return text;
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
  return fmt::format("{} within the limits, {} s", which, seconds(s.verification.achieved_time));
}

/// The robot may never arrive.
std::string achieved_words(double time) {
  return std::isfinite(time) ? fmt::format("achieved {} s", seconds(time)) : "never achieved";
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
  if (!s.plan.complete)
    return head + fmt::format("planning stops at line {}, {} of {}",
                              instruction_of(s, moves.back()).at.line, moves.size(),
                              counted(s.program.instructions.size(), "move"));
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
  return page + worst_errors(subject);
}

}  // namespace erfd
