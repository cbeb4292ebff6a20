#include "erfd/report/study.hpp"
#include "erfd/report/table.hpp"

#include "report/study/parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string share_words(const ShareEstimate& share) {
  return fmt::format("{:.1f} % (95 % interval {:.1f} to {:.1f} %)", 100 * share.share,
                     100 * share.low, 100 * share.high);
}

/// A robot, a program or an option is quoted where the shell would split it.
std::string shell_word(const std::string& text) {
  if (text.find_first_of(" \t'\"$&|;<>()[]*?") == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

std::string distributions(const StudySubject& s, const TextStyle& style) {
  const auto& columns = s.prepared.columns();
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> numbers(7);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Distribution& d = s.summary.distributions[i];
    if (!is_shown(columns[i]) || d.count == 0) continue;
    names.push_back(columns[i].name);
    units.push_back(columns[i].unit);
    const double cells[] = {d.mean,         d.deviation,    d.least, d.quantiles[0],
                            d.quantiles[2], d.quantiles[4], d.most};
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k].push_back(cells[k]);
  }
  if (names.empty()) return {};
  Table table;
  table.text("result", names).text("unit", units);
  const char* heads[] = {"mean", "deviation", "least", "5 %", "median", "95 %", "most"};
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Table::OptionalNumbers cells(numbers[k].begin(), numbers[k].end());
    table.data(heads[k], "", cells, 4);
  }
  return table.layout(style);
}

/// Infinite results stand in no distribution: a jump, a target out of reach.
std::string beyond_numbers(const StudySubject& s) {
  std::string text;
  for (std::size_t i = 0; i < s.prepared.columns().size(); ++i) {
    const Distribution& d = s.summary.distributions[i];
    if (!is_shown(s.prepared.columns()[i]) || d.beyond == 0) continue;
    text += fmt::format("{}: infinite in {} of {}{}\n", s.prepared.columns()[i].name, d.beyond,
                        counted(d.beyond + d.count, "job"),
                        d.count > 0 ? "; the figures are those of the others" : "");
  }
  return text;
}

std::string lines_table(const StudySubject& s, const TextStyle& style) {
  if (s.summary.lines.empty()) return {};
  std::vector<std::string> line, within, low, high, decides;
  for (const LineShare& share : s.summary.lines) {
    line.push_back(std::to_string(share.line));
    within.push_back(fmt::format("{:.1f}", 100 * share.within.share));
    low.push_back(fmt::format("{:.1f}", 100 * share.within.low));
    high.push_back(fmt::format("{:.1f}", 100 * share.within.high));
    decides.push_back(share.decides > 0 ? std::to_string(share.decides) : "");
  }
  Table table;
  table.right("line", "", line)
      .right("within limits", "%", within)
      .right("95 % from", "%", low)
      .right("to", "%", high)
      .right("decides", "jobs", decides);
  return table.layout(style);
}

std::string influences_table(const StudySubject& s, const TextStyle& style) {
  std::vector<std::string> name, share, interval, direction, first, total;
  for (const std::size_t i : by_influence(s.summary)) {
    const Influence& f = s.summary.influences[i];
    name.push_back(s.prepared.study().variations[i].name);
    share.push_back(fmt::format("{:.1f}", 100 * f.share));
    interval.push_back(fmt::format("{:.1f} to {:.1f}", 100 * f.low, 100 * f.high));
    direction.push_back(f.slope < 0 ? "falls" : "rises");
    first.push_back(f.first ? fmt::format("{:.2f} ± {:.2f}", *f.first, f.first_error) : "");
    total.push_back(f.total ? fmt::format("{:.2f} ± {:.2f}", *f.total, f.total_error) : "");
  }
  Table table;
  table.text("varied", name).right("explains", "%", share).right("95 % interval", "%", interval);
  table.text("the result", direction);
  if (!s.summary.influences.empty() && s.summary.influences.front().first)
    table.right("Sobol alone", "", first).right("with others", "", total);
  return table.layout(style);
}

std::string errors_text(const StudySubject& s, const TextStyle& style) {
  if (s.summary.failed == 0) return {};
  std::string text =
      fmt::format("\n{}: {} of {} jobs\n", toned("without a result", Tone::bad, style),
                  s.summary.failed, s.summary.done);
  for (const auto& [error, count] : s.summary.errors)
    text += fmt::format("  {} times: {}\n", count, wrapped(error, style.width, 4, 12));
  return text;
}

}  // namespace

bool is_shown(const ResultColumn& column) {
  return !column.is_truth && column.words.empty() && !column.name.starts_with("line_") &&
         column.name != "worst_line" && column.name != "worst_motor";
}

double explained_spread(const StudySubject& s) {
  for (std::size_t i = 0; i < s.prepared.columns().size(); ++i)
    if (s.prepared.columns()[i].name == s.prepared.study().explains)
      return s.summary.distributions[i].deviation;
  return 0;
}

std::vector<std::size_t> by_influence(const StudySummary& summary) {
  std::vector<std::size_t> order(summary.influences.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Influence &x = summary.influences[a], &y = summary.influences[b];
    return x.total.value_or(x.share) > y.total.value_or(y.share);
  });
  return order;
}

std::string study_sentence(const StudySubject& s) {
  std::string text;
  const auto& columns = s.prepared.columns();
  for (std::size_t i = 0; i < columns.size() && text.empty(); ++i)
    if (const auto& truth = s.summary.truths[i]; truth && truth->all > 0)
      text = fmt::format("{} in {} of {}", columns[i].name, share_words(*truth),
                         counted(truth->all, "job"));
  if (text.empty()) text = counted(s.summary.done, "job");
  const auto& lines = s.summary.lines;
  const auto deciding = std::max_element(
      lines.begin(), lines.end(),
      [](const LineShare& a, const LineShare& b) { return a.decides < b.decides; });
  if (deciding != lines.end() && deciding->decides > 0)
    text += fmt::format("; line {} decides", deciding->line);
  const std::vector<std::size_t> order = by_influence(s.summary);
  if (!order.empty()) {
    const Influence& first = s.summary.influences[order[0]];
    const double share = first.total.value_or(first.share);
    if (share > 0.01)
      text +=
          fmt::format("; {} explains {:.0f} % of {}", s.prepared.study().variations[order[0]].name,
                      100 * share, s.prepared.study().explains);
  }
  if (s.summary.failed > 0)
    text += fmt::format("; {} {} no result", counted(s.summary.failed, "job"),
                        s.summary.failed == 1 ? "has" : "have");
  return text;
}

std::string study_text(const StudySubject& s, const TextStyle& style) {
  const Study& study = s.prepared.study();
  std::string text =
      wrapped(bold(study.name, style) + ": " + study_sentence(s), style.width) + '\n';
  if (!s.results.complete())
    text += fmt::format("{}: {} of {} jobs are done; the same command goes on\n",
                        toned("incomplete", Tone::doubtful, style), s.summary.done, s.summary.jobs);
  if (const std::string table = distributions(s, style); !table.empty()) text += '\n' + table;
  text += beyond_numbers(s);
  if (const std::string table = lines_table(s, style); !table.empty()) text += '\n' + table;
  if (explained_spread(s) > 0)
    text += fmt::format("\nWhat explains {} (a linear model explains {:.0f} % of its variance)\n",
                        study.explains, 100 * s.summary.explained) +
            influences_table(s, style);
  text += errors_text(s, style);
  if (!s.summary.worst.empty()) {
    text += fmt::format("\nLargest {}\n", study.explains);
    for (std::size_t k = 0; k < std::min<std::size_t>(3, s.summary.worst.size()); ++k)
      text += "  " + command_of(s, s.summary.worst[k]) + '\n';
  }
  return text;
}

std::string command_of(const StudySubject& s, std::uint64_t job) {
  const Study& study = s.prepared.study();
  std::string command = fmt::format("erfd {} {}", study.job, shell_word(study.robot));
  if (!study.program.empty()) command += ' ' + shell_word(study.program);
  const auto set = [&](const std::string& setting) { command += " --set " + shell_word(setting); };
  for (const std::string& setting : study.settings) set(setting);
  for (const std::string& setting : s.prepared.settings(StudyPoints(study).at(job))) set(setting);
  return command;
}

}  // namespace erfd
