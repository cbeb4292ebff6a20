// The page of a study: one HTML file without scripts, readable on light and on dark screens.
#include "erfd/base/text.hpp"

#include "report/study/figures.hpp"
#include "report/study/parts.hpp"
#include "report/text/html_parts.hpp"
#include "report/text/svg_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using html::row;
using svg::xml_escaped;

constexpr const char* study_style =
    R"(.share { display: inline-block; height: .7em; background: var(--bar); vertical-align: baseline; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.2rem; }
svg text { font-size: 12px; fill: var(--ink); } .b { fill: var(--bar); } .g { stroke: var(--line); fill: none; }
.p { fill: none; stroke: var(--bar); stroke-width: 1; opacity: .35; } .q { fill: none; stroke: var(--bad); stroke-width: 1.2; opacity: .6; }
)";

std::string share_bar(double share) {
  return fmt::format("<span class=\"share\" style=\"width:{:.1f}rem\"></span>",
                     10 * std::clamp(share, 0.0, 1.0));
}

std::string lines_part(const StudySubject& s) {
  if (s.summary.lines.empty()) return {};
  std::string out = "<h2>Lines of the program</h2>\n<table>" +
                    row({"line", "within limits", "95 % interval", "", "decides"}, "th");
  for (const LineShare& line : s.summary.lines)
    out += row({std::to_string(line.line), fmt::format("{:.1f} %", 100 * line.within.share),
                fmt::format("{:.1f} to {:.1f} %", 100 * line.within.low, 100 * line.within.high),
                share_bar(line.within.share), fmt::format("{} jobs", line.decides)});
  return out + "</table>\n";
}

std::string influences_part(const StudySubject& s) {
  const Study& study = s.prepared.study();
  if (s.summary.influences.empty() || explained_spread(s) == 0) return {};
  const bool sobol = s.summary.influences.front().first.has_value();
  std::string out = fmt::format(
      "<h2>What explains {}</h2>\n<p class=\"soft\">Share of its variance by a linear model, which "
      "explains {:.0f} % in all{}.</p>\n<table>",
      xml_escaped(study.explains), 100 * s.summary.explained,
      sobol ? "; Sobol indices need no model: alone, and with all it acts together with" : "");
  std::vector<std::string> head{"varied", "explains", "95 % interval", "", "the result"};
  if (sobol) head.insert(head.end(), {"Sobol alone", "with others"});
  out += row(head, "th");
  for (const std::size_t i : by_influence(s.summary)) {
    const Influence& f = s.summary.influences[i];
    std::vector<std::string> cells{xml_escaped(study.variations[i].name),
                                   fmt::format("{:.1f} %", 100 * f.share),
                                   fmt::format("{:.1f} to {:.1f} %", 100 * f.low, 100 * f.high),
                                   share_bar(f.share), f.slope < 0 ? "falls" : "rises"};
    if (f.first)
      cells.insert(cells.end(), {fmt::format("{:.3f} ± {:.3f}", *f.first, f.first_error),
                                 fmt::format("{:.3f} ± {:.3f}", *f.total, f.total_error)});
    out += row(cells);
  }
  return out + "</table>\n";
}

std::string histograms_part(const StudySubject& s) {
  const auto& columns = s.prepared.columns();
  std::string out = "<h2>Distributions</h2>\n<div class=\"figures\">\n";
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (const Distribution& d = s.summary.distributions[i];
        is_shown(columns[i]) && d.most > d.least)
      out += histogram(columns[i], d);
  return out + "</div>\n";
}

std::string worst_part(const StudySubject& s, const std::vector<CaseLink>& cases) {
  std::string out =
      fmt::format("<h2>Largest {}</h2>\n<ol>\n", xml_escaped(s.prepared.study().explains));
  for (const std::uint64_t job : s.summary.worst) {
    const auto link = std::find_if(cases.begin(), cases.end(),
                                   [&](const CaseLink& known) { return known.job == job; });
    out += fmt::format("<li>job {}", job);
    if (link != cases.end())
      out += fmt::format(": <a href=\"{}\">its verdict</a>", xml_escaped(link->file));
    out += fmt::format("<br><code>{}</code></li>\n", xml_escaped(command_of(s, job)));
  }
  return out + "</ol>\n";
}

std::string errors_part(const StudySubject& s) {
  if (s.summary.failed == 0) return {};
  std::string out =
      fmt::format("<h2 class=\"bad\">Without a result: {} jobs</h2>\n<ul>\n", s.summary.failed);
  for (const auto& [error, count] : s.summary.errors)
    out += fmt::format("<li>{} times: {}</li>\n", count, xml_escaped(error));
  return out + "</ul>\n";
}

}  // namespace

std::string study_page(const StudySubject& s, const std::vector<CaseLink>& cases) {
  const Study& study = s.prepared.study();
  std::string out = fmt::format(
      "<h1>{}</h1>\n<p class=\"soft\">{} of {}{}, {} numbers varied, {} of {} jobs "
      "done</p>\n<p class=\"answer\">{}</p>\n",
      xml_escaped(study.name), study.job, xml_escaped(study.robot),
      study.program.empty() ? "" : " with " + xml_escaped(study.program), study.variations.size(),
      s.summary.done, s.summary.jobs, xml_escaped(study_sentence(s)));
  out += influences_part(s) + lines_part(s) + histograms_part(s);
  out += relations(s);
  out += worst_part(s, cases) + errors_part(s);
  out += fmt::format("<p class=\"soft\">Results: SHA-256 <code>{}</code></p>\n", s.results.hash());
  return html::page(study.name, study_style, out);
}

}  // namespace erfd
