#include "report/verdict/groups.hpp"

#include "erfd/base/source_text.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace erfd {
namespace {

constexpr std::size_t most_rows = 60;  // of a table on a terminal
constexpr std::size_t rows_of_many = 30;

/// Two moves with the same key fail for the same reason.
using Key = std::tuple<Limit, int, int, int, int, std::string>;
Key key_of(const JudgedCase& s, const MoveVerdict& m) {
  const Binding& b = m.worst;
  const bool unplanned = m.move >= static_cast<int>(s.plan.moves.size());
  const int quantity =
      b.jump < 0 ? -1 : static_cast<int>(s.plan.jumps[static_cast<std::size_t>(b.jump)].quantity);
  const int sensed =
      b.sensor < 0 ? -1 : static_cast<int>(sensor_channel_count) * b.sensor + b.channel;
  return {b.limit, b.axis, b.motor, quantity, sensed, unplanned ? m.reason : ""};
}

bool is_worse(const MoveVerdict& a, const MoveVerdict& b) {
  if (a.worst.limit == Limit::jump) return a.worst.needed > b.worst.needed;
  return a.worst.ratio > b.worst.ratio;
}

}  // namespace

std::vector<CauseGroup> causes_of(const JudgedCase& s) {
  std::vector<CauseGroup> groups;
  std::map<Key, std::size_t> known;
  for (const MoveVerdict& m : s.verification.moves) {
    if (m.achievable) continue;
    const auto [place, is_new] = known.try_emplace(key_of(s, m), groups.size());
    if (is_new) groups.emplace_back();
    CauseGroup& group = groups[place->second];
    group.moves.push_back(&m);
    if (group.worst == nullptr || is_worse(m, *group.worst)) group.worst = &m;
  }
  return groups;
}

std::string times_and_lines(std::vector<int> lines) {
  const std::size_t count = lines.size();
  const std::string where = line_list(std::move(lines));
  return count == 1 ? where : fmt::format("{} times, {}", count, where);
}

CauseGroup late_moves(const JudgedCase& s) {
  CauseGroup late;
  for (const MoveVerdict& m : s.verification.moves) {
    if (m.late_from < 0) continue;
    late.moves.push_back(&m);
    if (late.worst == nullptr || m.path_error > late.worst->path_error) late.worst = &m;
  }
  return late;
}

std::string place_of(const JudgedCase& s, const CauseGroup& group) {
  std::vector<int> lines;
  for (const MoveVerdict* const m : group.moves) lines.push_back(line_of(s, *m));
  const bool one_line =
      std::all_of(lines.begin(), lines.end(), [&](int line) { return line == lines.front(); });
  const std::string where = times_and_lines(lines);
  return one_line ? where : fmt::format("{}, worst at line {}", where, line_of(s, *group.worst));
}

namespace {

/// Findings with one code that bear on a verdict, told by the first of them.
struct FindingGroup {
  const Diagnostic* first = nullptr;
  std::vector<int> lines;
};

std::vector<FindingGroup> findings_of(const JudgedCase& s) {
  std::vector<FindingGroup> groups;
  for (const Diagnostics* const findings : {&s.program.findings, &s.plan.findings})
    for (const Diagnostic& finding : findings->all()) {
      // Jumps are verdicts themselves, and so is what cannot be planned. Of the notes one says that
      // the verdict rests on numbers that nobody gave.
      const bool bears = (finding.severity == Severity::warning && finding.check != "W0504") ||
                         finding.check == "N0412";
      if (!bears) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const FindingGroup& g) {
        return g.first->check == finding.check;
      });
      if (group == groups.end()) group = groups.insert(group, {&finding, {}});
      group->lines.push_back(finding.at.line);
    }
  return groups;
}

}  // namespace

std::vector<std::string> noticed(const JudgedCase& s) {
  std::vector<std::string> sentences;
  for (const Support& support : s.verification.rests_on) {
    if (!support.from.estimated) continue;  // what is published needs no word; JSON has it
    sentences.push_back(fmt::format(
        "line {}: {}", line_of(s, s.verification.moves[static_cast<std::size_t>(support.move)]),
        support.sentence()));
  }
  for (const FindingGroup& group : findings_of(s))
    sentences.push_back(fmt::format(
        "{}{}: {}", group.first->check,
        group.first->at.line > 0 ? ", " + times_and_lines(group.lines) : "", group.first->message));
  return sentences;
}

std::vector<const MoveVerdict*> moves_to_show(const JudgedCase& s) {
  std::vector<const MoveVerdict*> all;
  for (const MoveVerdict& m : s.verification.moves) all.push_back(&m);
  if (all.size() <= most_rows) return all;
  std::stable_sort(all.begin(), all.end(), [](const MoveVerdict* a, const MoveVerdict* b) {
    if (a->achievable != b->achievable) return b->achievable;
    return a->worst.ratio > b->worst.ratio;
  });
  all.resize(rows_of_many);
  std::sort(all.begin(), all.end(),
            [](const MoveVerdict* a, const MoveVerdict* b) { return a->move < b->move; });
  return all;
}

}  // namespace erfd
