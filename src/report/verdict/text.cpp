// The verdict on a terminal.
#include "erfd/report/table.hpp"

#include "report/verdict/advice.hpp"
#include "report/verdict/carried.hpp"
#include "report/verdict/energy.hpp"
#include "report/verdict/groups.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t move_width = 12;

Tone tone_of(const MoveVerdict& m) {
  return !m.achievable ? Tone::bad : m.late_from >= 0 ? Tone::doubtful : Tone::good;
}

std::string move_table(const JudgedCase& s, const TextStyle& style) {
  std::vector<std::string> number, line, kind, verdict, asked, on_path, axis, limit, at, needs,
      cycles, error;
  const std::vector<const MoveVerdict*> shown = moves_to_show(s);
  for (const MoveVerdict* const m : shown) {
    const MoveWords words = words_of(s, *m);
    number.push_back(std::to_string(m->move + 1));
    line.push_back(std::to_string(instruction_of(s, *m).at.line));
    kind.push_back(cut_to_width(kind_of(s, *m) + " " + target_of(s, *m), move_width));
    verdict.push_back(toned(words.verdict, tone_of(*m), style));
    asked.push_back(words.asked);
    on_path.push_back(words.on_path);
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
      .right("on path", "s", on_path)
      .text("axis", axis)
      .text("nearest limit", limit)
      .right("at", "s", at)
      .right("needs", "%", needs)
      .right("for", "cycles", cycles)
      .right("off path", "mm", error);
  const std::size_t all = s.verification.moves.size();
  return table.layout(style) +
         (shown.size() == all
              ? ""
              : fmt::format("{} of {} moves: those that fail first, then those nearest to a limit; "
                            "--json has all.\n",
                            shown.size(), all));
}

std::string motor_table(const JudgedCase& s, const TextStyle& style) {
  std::vector<std::string> motor, axis, rms, rated, share;
  for (const MotorWords& words : motor_words(s)) {
    motor.push_back(words.motor);
    axis.push_back(words.axis);
    rms.push_back(words.rms);
    rated.push_back(words.rated);
    share.push_back(words.share);
  }
  if (motor.empty()) return "";
  Table table;
  table.text("motor", motor)
      .text("axis", axis)
      .right("torque RMS", "N m", rms)
      .right("rated", "N m", rated)
      .right("of it", "%", share);
  return "\n" + bold("Thermal load, root mean square over the program", style) + "\n" +
         table.layout(style);
}

std::string bearing_table(const JudgedCase& s, const TextStyle& style) {
  std::vector<std::string> joint, radial, radial_at, axial, axial_at, tilting, tilting_at;
  for (const BearingWords& words : bearing_words(s)) {
    joint.push_back(words.joint);
    radial.push_back(words.radial);
    radial_at.push_back(words.radial_at);
    axial.push_back(words.axial);
    axial_at.push_back(words.axial_at);
    tilting.push_back(words.tilting);
    tilting_at.push_back(words.tilting_at);
  }
  if (joint.empty()) return "";
  Table table;
  table.text("joint", joint)
      .right("radial", "N", radial)
      .right("at", "s", radial_at)
      .right("axial", "N", axial)
      .right("at", "s", axial_at)
      .right("tilting", "N m", tilting)
      .right("at", "s", tilting_at);
  return "\n" + bold(bearing_head, style) + "\n" + table.layout(style);
}

std::string entry(const std::string& head, const std::string& text, const TextStyle& style) {
  return wrapped(head + ": " + text, style.width, 2) + '\n';
}

std::string reasons(const JudgedCase& s, const TextStyle& style) {
  std::string text;
  for (const CauseGroup& group : causes_of(s)) {
    text += entry(place_of(s, group), group.worst->reason, style);
    if (const std::string others = others_beyond(s, *group.worst); !others.empty())
      text += "  " + wrapped(others, style.width, 2, 2) + '\n';
  }
  if (const CauseGroup late = late_moves(s); late.worst != nullptr)
    text += entry("late, " + place_of(s, late), late.worst->reason, style);
  return text;
}

/// Sentences under a head; nothing without any.
std::string listed(const char* head, const std::vector<std::string>& sentences,
                   const TextStyle& style) {
  std::string text;
  for (const std::string& sentence : sentences) text += wrapped(sentence, style.width, 2) + '\n';
  return text.empty() ? "" : '\n' + bold(head, style) + '\n' + text;
}

}  // namespace

std::string verdict_text(const JudgedCase& subject, const TextStyle& style) {
  std::string page = bold(wrapped(verdict_summary(subject), style.width), style) + "\n";
  if (subject.verification.moves.empty()) return page;
  page += "\n" + move_table(subject, style);
  const std::string why = reasons(subject, style);
  if (!why.empty()) page += "\n" + bold("Why", style) + "\n" + why;
  page += listed("What would work", advice_sentences(subject), style);
  page += motor_table(subject, style);
  page += bearing_table(subject, style);
  if (const std::string energy = energy_text(subject); !energy.empty())
    page += '\n' + wrapped(energy, style.width) + '\n';
  page += listed("What the verdict rests on", noticed(subject), style);
  if (const std::string errors = worst_errors(subject); !errors.empty())
    page += '\n' + errors + '\n';
  if (const std::string loads = carried_text(subject); !loads.empty())
    page += wrapped(loads, style.width) + '\n';
  if (const auto& gears = subject.verification.elastic_gears)
    page += listed("Elastic gears", gears->sentences, style);
  return page + listed("Not judged", subject.verification.not_judged, style) +
         listed("Left out", subject.left_out, style);
}

}  // namespace erfd
