// The verdict as a page that needs nothing else: no script, no font, no network.
#include "report/text/strip_chart.hpp"
#include "report/text/xml_text.hpp"
#include "report/verdict/carried.hpp"
#include "report/verdict/groups.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr const char* page_style = R"(
  :root { --ink: #1f2328; --page: #ffffff; --faint: #d1d9e0; --asked: #59636e; --achieved: #0550ae;
          --limit: #a40e26; --bad: #cf222e; --good: #116329; --soft: #f6f8fa; color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6edf3; --page: #0d1117; --faint: #30363d; --asked: #9198a1; --achieved: #58a6ff;
            --limit: #ff7b72; --bad: #f85149; --good: #3fb950; --soft: #161b22; } }
  body { font: 15px/1.45 system-ui, "DejaVu Sans", Arial, sans-serif; color: var(--ink);
         background: var(--page); max-width: 1320px; margin: 1.5em auto; padding: 0 1.2em; }
  h1 { font-size: 1.45em; } h2 { font-size: 1.15em; margin-top: 1.8em; }
  table { border-collapse: collapse; } td, th { padding: 0.25em 0.7em; text-align: left; }
  th { border-bottom: 1px solid var(--faint); font-weight: 600; vertical-align: bottom; }
  td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
  tr.bad td { background: color-mix(in srgb, var(--bad) 12%, transparent); }
  .verdict { font-weight: 700; } .good { color: var(--good); } .no { color: var(--bad); }
  .unit { font-weight: 400; opacity: 0.75; }
  .axes { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 0.4em 1em; }
  .moves { display: flex; gap: 2px; margin: 0.5em 0; }
  .moves div { background: var(--soft); border-top: 4px solid var(--good); min-width: 2px; overflow: hidden;
               white-space: nowrap; font-size: 12px; padding: 2px 3px; box-sizing: border-box; }
  .moves div.bad { border-top: 4px double var(--bad);
                   background: color-mix(in srgb, var(--bad) 14%, transparent); }
  pre { background: var(--soft); padding: 0.8em; overflow-x: auto; line-height: 1.35; }
  pre .bad { background: color-mix(in srgb, var(--bad) 22%, transparent); }
  .key span { margin-right: 1.5em; } .key i { display: inline-block; width: 2.2em; margin-right: 0.4em;
              vertical-align: middle; border-top: 2px solid; }
)";

std::string move_row(const VerdictSubject& s, const MoveVerdict& m) {
  const MoveWords words = words_of(s, m);
  return fmt::format(
      "<tr{}><td class=\"n\">{}</td><td class=\"n\"><a href=\"#line{}\">{}</a></td><td>{} {}</td>"
      "<td class=\"verdict {}\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td>"
      "<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
      m.achievable ? "" : " class=\"bad\"", m.move + 1, instruction_of(s, m).at.line,
      instruction_of(s, m).at.line, kind_of(s, m), xml_escaped(target_of(s, m)),
      m.achievable ? "good" : "no",
      !m.achievable      ? "✗ no"
      : m.late_from >= 0 ? "late"
                         : "✓ yes",
      words.asked, words.on_path, xml_escaped(words.axis), words.limit, words.at, words.needs,
      words.cycles, words.off_path, words.turned_off);
}

std::string move_table(const VerdictSubject& s) {
  std::string out =
      "<table><thead><tr><th class=\"n\">#</th><th class=\"n\">line</th><th>move</th>"
      "<th>achievable</th><th class=\"n\">asked<br><span class=\"unit\">[s]</span></th>"
      "<th class=\"n\">on path<br><span class=\"unit\">[s]</span></th><th>axis</th>"
      "<th>nearest limit</th><th class=\"n\">at<br><span class=\"unit\">[s]</span></th>"
      "<th class=\"n\">needs<br><span class=\"unit\">[%]</span></th><th class=\"n\">for<br>"
      "<span class=\"unit\">[cycles]</span></th><th class=\"n\">off path<br>"
      "<span class=\"unit\">[mm]</span></th><th class=\"n\">turned off<br>"
      "<span class=\"unit\">[deg]</span></th></tr></thead><tbody>\n";
  for (const MoveVerdict& m : s.verification.moves) out += move_row(s, m);
  return out + "</tbody></table>\n";
}

std::string reasons(const VerdictSubject& s) {
  std::string out;
  for (const CauseGroup& group : causes_of(s)) {
    const MoveVerdict& m = *group.worst;
    const std::string others = others_beyond(s, m);
    out += fmt::format("<li><a href=\"#line{}\">{}</a>: {}{}{}</li>\n",
                       instruction_of(s, m).at.line, place_of(s, group), xml_escaped(m.reason),
                       others.empty() ? "" : "<br>", xml_escaped(others));
  }
  return out.empty() ? "" : "<h2>Why</h2>\n<ul>\n" + out + "</ul>\n";
}

std::string motor_table(const VerdictSubject& s) {
  std::string rows;
  for (const MotorWords& words : motor_words(s))
    rows += fmt::format(
        "<tr><th>{}</th><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        xml_escaped(words.motor), xml_escaped(words.axis), words.rms, words.rated, words.share);
  if (rows.empty()) return "";
  return "<h2>Thermal load, root mean square over the program</h2>\n<table><thead><tr>"
         "<th>motor</th><th>axis</th><th class=\"n\">torque RMS<br><span class=\"unit\">[N "
         "m]</span>"
         "</th><th class=\"n\">rated<br><span class=\"unit\">[N m]</span></th>"
         "<th class=\"n\">of it<br><span class=\"unit\">[%]</span></th></tr></thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

std::string listed(const char* title, const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences)
    out += fmt::format("<li>{}</li>\n", xml_escaped(sentence));
  return out.empty() ? "" : fmt::format("<h2>{}</h2>\n<ul>\n{}</ul>\n", title, out);
}

std::string time_line(const VerdictSubject& s) {
  std::string out = "<div class=\"moves\" aria-label=\"time line of the moves\">\n";
  for (const MoveVerdict& m : s.verification.moves)
    out += fmt::format("<div{} style=\"flex: {:.3f}\" title=\"{} {}: {} s\">{} {}{}</div>\n",
                       m.achievable ? "" : " class=\"bad\"", std::max(m.asked_time, 0.01),
                       kind_of(s, m), xml_escaped(target_of(s, m)), seconds(m.asked_time),
                       m.move + 1, kind_of(s, m), m.achievable ? "" : " ✗");
  return out + "</div>\n";
}

std::vector<StripSpan> bad_spans(const VerdictSubject& s) {
  std::vector<StripSpan> spans;
  for (const MoveVerdict& m : s.verification.moves) {
    if (m.achievable || m.move >= static_cast<int>(s.plan.moves.size())) continue;
    const PlannedMove& move = s.plan.moves[static_cast<std::size_t>(m.move)];
    spans.push_back({move.start_time, move.end_time, m.reason});
  }
  return spans;
}

std::vector<double> row(const MatrixX<double>& m, int i, double scale) {
  std::vector<double> values(static_cast<std::size_t>(m.cols()));
  for (Eigen::Index k = 0; k < m.cols(); ++k) values[static_cast<std::size_t>(k)] = scale * m(i, k);
  return values;
}

std::vector<double> row(const VectorX<double>& v, double scale) {
  std::vector<double> values(static_cast<std::size_t>(v.size()));
  for (Eigen::Index k = 0; k < v.size(); ++k) values[static_cast<std::size_t>(k)] = scale * v[k];
  return values;
}

class Charts {
 public:
  explicit Charts(const VerdictSubject& s)
      : s_(s),
        record_(s.verification.motion),
        qd_asked_(starting_speeds(record_)),
        spans_(bad_spans(s)) {}

  std::string all() const {
    std::string out = "<h2>Tool centre</h2>\n<div class=\"axes\">\n";
    out += chart("off its path [mm]", {{"achieved", "", row(record_.path_error, 1000)}});
    out += chart("turned off [deg]",
                 {{"achieved", "", row(record_.turn_error, 180 / std::numbers::pi)}});
    out += "</div>\n";
    for (const Body& body : s_.model.bodies()) out += axis(body);
    return out;
  }

 private:
  std::string chart(std::string title, std::vector<StripLine> lines) const {
    return strip_chart({std::move(title), record_.period,
                        static_cast<double>(record_.q.cols()) * record_.period, std::move(lines),
                        spans_});
  }

  std::vector<double> level(double value) const {
    return std::vector<double>(static_cast<std::size_t>(record_.q.cols()), value);
  }

  std::string axis(const Body& body) const {
    const int j = body.v_index;
    const double scale = 1 / measure_of(body.kind).shown_in_si;
    const std::string unit = measure_of(body.kind).shown;
    std::string out = fmt::format("<h2>{}</h2>\n<div class=\"axes\">\n", xml_escaped(body.joint));
    out += chart("position [" + unit + "]", {{"limit", "", level(scale * body.limits.lower)},
                                             {"limit", "", level(scale * body.limits.upper)},
                                             {"achieved", "", row(record_.q, j, scale)},
                                             {"asked", "", row(record_.q_asked, j, scale)}});
    out += chart("speed [" + unit + "/s]", {{"limit", "", level(-scale * body.limits.speed)},
                                            {"limit", "", level(scale * body.limits.speed)},
                                            {"achieved", "", row(record_.qd, j, scale)},
                                            {"asked", "", row(qd_asked_, j, scale)}});
    out +=
        chart("acceleration [" + unit + "/s²]", {{"achieved", "", row(record_.qdd, j, scale)},
                                                 {"asked", "", row(record_.qdd_asked, j, scale)}});
    out += chart("motor torque, " + s_.drives.motor(j).name + " [N m]",
                 {{"limit", "", row(record_.ua_low, j, 1)},
                  {"limit", "", row(record_.ua_high, j, 1)},
                  {"achieved", "", row(record_.ua, j, 1)},
                  {"asked", "", row(record_.ua_asked, j, 1)}});
    return out + "</div>\n";
  }

  const VerdictSubject& s_;
  const MotionRecord& record_;
  const MatrixX<double> qd_asked_;
  std::vector<StripSpan> spans_;
};

std::string source(const VerdictSubject& s) {
  std::string out = "<h2>Program</h2>\n<pre>";
  for (std::size_t i = 0; i < s.program.lines.size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    const bool bad = std::any_of(s.verification.moves.begin(), s.verification.moves.end(),
                                 [&](const MoveVerdict& m) {
                                   return !m.achievable && instruction_of(s, m).at.line == line;
                                 });
    out +=
        fmt::format("<span id=\"line{0}\"{1}>{0:4} {2} {3}</span>\n", line,
                    bad ? " class=\"bad\"" : "", bad ? "✗" : " ", xml_escaped(s.program.lines[i]));
  }
  return out + "</pre>\n";
}

}  // namespace

std::string verdict_html(const VerdictSubject& s) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{} on {}</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
      xml_escaped(s.program.name), xml_escaped(s.model.name()), page_style, strip_chart_style(),
      xml_escaped(verdict_summary(s)));
  if (!s.verification.moves.empty())
    out += time_line(s) + move_table(s) + reasons(s) + motor_table(s) +
           listed("What the verdict rests on", noticed(s));
  if (const std::string loads = carried_text(s); !loads.empty())
    out += "<p>" + xml_escaped(loads) + "</p>\n";
  out += listed("Not judged", s.verification.not_judged) + listed("Left out", s.left_out);
  if (s.verification.motion.q.cols() > 0)
    out +=
        "<h2>Asked and achieved</h2>\n<p class=\"key\"><span><i style=\"border-color: "
        "var(--asked); border-style: dashed\"></i>asked</span><span><i style=\"border-color: "
        "var(--achieved)\"></i>achieved</span><span><i style=\"border-color: var(--limit); "
        "border-style: dotted\"></i>limit</span><span>shaded: moves that are not "
        "achievable</span></p>\n" +
        Charts(s).all();
  return out + source(s) + "</body>\n</html>\n";
}

}  // namespace erfd
