// Where the numbers of a robot come from, and what is doubtful: `erfd info`.
#include "erfd/robot/origins.hpp"

#include "verbs/info.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// "- " and a text that may be long.
std::string item(const std::string& text, const TextStyle& style) {
  return "- " + wrapped(text, style.width, 2, 2) + '\n';
}

std::string source_text(const RobotDescription& robot, const std::vector<NumberOrigin>& numbers,
                        const TextStyle& style) {
  std::string text = '\n' + bold("Sources", style) + "\n\n";
  const OriginCounts counts = count_origins(numbers);
  if (counts.all() > 0)
    text += fmt::format("Of {}: {} measured, {} published, {} estimated, {} without a source.\n\n",
                        counted(static_cast<std::size_t>(counts.all()), "number"), counts.measured,
                        counts.published, counts.estimated, counts.unsaid);
  if (!robot.from.source.empty()) text += wrapped(robot.from.source, style.width) + "\n\n";
  for (const SourceCount& count : sources(numbers))
    text += item(fmt::format("{}: {}",
                             count.source.empty()                ? "not said"
                             : count.source == robot.from.source ? "named for the whole file"
                                                                 : count.source,
                             counted(static_cast<std::size_t>(count.numbers), "number")),
                 style);
  if (!robot.from.note.empty()) text += '\n' + wrapped(robot.from.note, style.width) + '\n';
  return text;
}

/// One item a note, with all that it is said about.
std::string remark_text(const char* head, const std::vector<Remark>& found,
                        const TextStyle& style) {
  if (found.empty()) return "";
  std::string text = '\n' + bold(head, style) + "\n\n";
  std::vector<std::string> notes;
  for (const Remark& remark : found) {
    if (std::find(notes.begin(), notes.end(), remark.note) != notes.end()) continue;
    notes.push_back(remark.note);
    std::string owners;
    for (const Remark& other : found) {
      if (other.note != remark.note) continue;
      if (!owners.empty()) owners += "; ";
      owners += fmt::format("{} ({})", other.owner, other.quantities);
    }
    text += item(
        fmt::format("{}: {}", owners, remark.note.empty() ? "no reasoning given" : remark.note),
        style);
  }
  return text;
}

std::string doubt_text(const RobotDescription& robot, const TextStyle& style) {
  if (robot.open_questions.empty()) return "";
  std::string text = '\n' + bold("Open questions", style) + "\n\n";
  for (const std::string& question : robot.open_questions) text += item(question, style);
  return text;
}

std::string finding_text(const Diagnostics& findings, const TextStyle& style) {
  if (findings.all().empty()) return "\nThe linter finds nothing.\n";
  std::string text = '\n' + bold("Findings of the linter", style) +
                     "  notes are accepted by the author of the file\n\n";
  for (const Diagnostic& finding : findings.all()) text += item(to_string(finding, ""), style);
  return text;
}

}  // namespace

std::string origin_text(const RobotFacts& facts, const TextStyle& style) {
  const RobotDescription& robot = facts.robot.description;
  const std::vector<NumberOrigin> numbers = origins(robot);
  return source_text(robot, numbers, style) +
         remark_text("Estimated", remarks(numbers, true), style) +
         remark_text("Notes", remarks(numbers, false), style) + doubt_text(robot, style) +
         finding_text(facts.robot.findings, style);
}

}  // namespace erfd
