#include "erfd/report/optimised.hpp"

#include "erfd/report/svg_plot.hpp"
#include "erfd/report/table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Shorter arcs are told in JSON alone, as share of the duration.
constexpr double shortest_arc = 2e-3;

/// How a limit of the tool is called, and in what it is measured.
struct ToolWords {
  ToolBound bound;
  const char *id, *words, *unit;
};
const ToolWords* tool_words(const PathBound& b) {
  static constexpr ToolWords all[] = {
      {ToolBound::speed, "tool_speed", "speed", "m/s"},
      {ToolBound::turn_speed, "tool_turn_speed", "turning speed", "rad/s"},
      {ToolBound::acceleration, "tool_acceleration", "acceleration", "m/s^2"},
      {ToolBound::turn_acceleration, "tool_turn_acceleration", "turning acceleration", "rad/s^2"}};
  for (const ToolWords& one : all)
    if (one.bound == b.tool) return &one;
  return nullptr;
}

std::string text_of(const Model& model, const Drives& drives, const PathBound& b) {
  if (b == PathBound{}) return "none alone";
  if (const ToolWords* const tool = tool_words(b)) return std::string("tool, ") + tool->words;
  const std::string owner = b.motor >= 0 ? drives.motor(b.motor).name
                                         : model.bodies()[static_cast<std::size_t>(b.joint)].joint;
  return owner + ", " + std::string(name_of(b.limit));
}
std::string text_of(const OptimisedSubject& s, const PathBound& b) {
  return text_of(s.model, s.drives, b);
}

/// The limit that binds longest.
PathBound longest(const TimeOptimal& motion) {
  PathBound most;
  double time = 0;
  for (const BoundArc& one : motion.arcs) {
    double sum = 0;
    for (const BoundArc& arc : motion.arcs)
      if (arc.bound == one.bound) sum += arc.to_time - arc.from_time;
    if (!(one.bound == PathBound{}) && sum > time) time = sum, most = one.bound;
  }
  return most;
}

int line_of(const Case& c, int move) {
  const PlannedMove& planned = c.plan.moves[static_cast<std::size_t>(move)];
  return c.program.instructions[static_cast<std::size_t>(planned.instruction)].at.line;
}

std::string unit_of(const OptimisedSubject& s, const PathBound& b) {
  if (const ToolWords* const tool = tool_words(b)) return tool->unit;
  const LimitWords& words = words_of(b.limit);
  const bool slides =
      b.motor < 0 && b.joint >= 0 &&
      s.model.bodies()[static_cast<std::size_t>(b.joint)].kind == JointKind::prismatic;
  return std::string(slides ? words.sliding_unit : words.turning_unit);
}

std::string arcs_table(const OptimisedSubject& s, const TextStyle& style) {
  std::vector<std::string> what, phase;
  std::vector<double> from, to, place;
  const TimeOptimal& fastest = s.result.fastest;
  for (const BoundArc& arc : fastest.arcs) {
    if (arc.to_time - arc.from_time < shortest_arc * fastest.duration) continue;
    what.push_back(text_of(s, arc.bound));
    phase.push_back(arc.braking ? "slower" : "faster");
    from.push_back(arc.from_time);
    to.push_back(arc.to_time);
    place.push_back(arc.from_s);
  }
  if (what.empty()) return {};
  Table table;
  table.text("what binds", what)
      .results("from", "s", from, 4)
      .results("to", "s", to, 4)
      .results("at row", "", place, 4)
      .text("speed", phase);
  return table.layout(style);
}

std::string gains_table(const OptimisedSubject& s, const TextStyle& style) {
  std::vector<std::string> what, unit;
  std::vector<double> time, gain;
  Table::OptionalNumbers per_unit;
  for (const LimitGain& g : s.result.gains) {
    what.push_back(text_of(s, g.bound));
    time.push_back(g.time);
    gain.push_back(1000 * g.gain);
    per_unit.push_back(g.gain_per_unit ? std::optional(1000 * *g.gain_per_unit) : std::nullopt);
    unit.push_back(g.gain_per_unit ? "ms per " + unit_of(s, g.bound) : "");
  }
  if (what.empty()) return {};
  Table table;
  table.text("limit", what)
      .results("binds for", "s", time, 4)
      .results("1 % more gains", "ms", gain, 4)
      .data("one more", "", per_unit, 4)
      .text("", unit);
  return table.layout(style);
}

std::string verdict_line(const Optimised& r) {
  if (!r.verdict->fault.empty()) return "The samples cannot be judged: " + r.verdict->fault + ".";
  if (r.verdict->achievable)
    return "Verified: the samples are achievable, no limit is exceeded in any cycle.";
  return "Verified: the samples are NOT achievable: " + r.verdict->moves.front().reason;
}

}  // namespace

std::string optimised_text(const OptimisedSubject& s, const TextStyle& style) {
  const Optimised& r = s.result;
  const std::string head = bold(fmt::format("{} on {}", s.path, s.model.name()), style);
  if (!r.found())
    return head + wrapped(": no motion along this path: " + r.fastest.why + ".", style.width) +
           "\n";
  std::string text =
      head +
      fmt::format(": {:.4f} s from rest to rest; as samples every {} ms {:.3f} s, {} cycles\n\n",
                  r.fastest.duration, shortest(1000 * r.period), r.duration,
                  r.motion->plan.samples() - 1);
  text += arcs_table(s, style) + "\n" + gains_table(s, style) + "\n";
  for (const SpeedIsland& island : r.fastest.islands)
    text +=
        wrapped(fmt::format("Between rows {:.3f} and {:.3f} speeds are forbidden that lie between "
                            "others: from {:.4g} to {:.4g} rows a second at its begin.\n",
                            island.from_s + 1, island.to_s + 1, island.low, island.high),
                style.width);
  text +=
      wrapped(fmt::format("Between the grid points, held against the limits by another route, no "
                          "more than {:.7f} of a limit is used.",
                          r.fastest.largest_share),
              style.width) +
      "\n";
  text += wrapped(verdict_line(r), style.width) + "\n";
  for (const std::string& sentence : r.verdict->not_judged)
    text += wrapped(sentence, style.width) + "\n";
  return text;
}

Json optimised_json(const OptimisedSubject& s) {
  const Optimised& r = s.result;
  Json json = Json::Object{{"path", s.path}, {"robot", s.model.name()}, {"found", r.found()}};
  if (!r.found()) {
    json.set("reason", r.fastest.why);
    return json;
  }
  const auto bound = [&](const PathBound& b) {
    const bool any = !(b == PathBound{});
    if (const ToolWords* const tool = tool_words(b))
      return Json::Object{{"limit", std::string("tool ") + tool->words},
                          {"limit_id", tool->id},
                          {"motor", Json()},
                          {"axis", Json()}};
    return Json::Object{{"limit", any ? Json(std::string(name_of(b.limit))) : Json()},
                        {"limit_id", any ? Json(std::string(id_of(b.limit))) : Json()},
                        {"motor", b.motor >= 0 ? Json(s.drives.motor(b.motor).name) : Json()},
                        {"axis", b.joint >= 0 ? Json(b.joint + 1) : Json()}};
  };
  Json::List arcs, gains, islands;
  for (const BoundArc& arc : r.fastest.arcs) {
    Json one = bound(arc.bound);
    one.set("from_s", arc.from_s);
    one.set("to_s", arc.to_s);
    one.set("from_time_s", arc.from_time);
    one.set("to_time_s", arc.to_time);
    one.set("braking", arc.braking);
    one.set("largest_share", arc.share);
    arcs.push_back(std::move(one));
  }
  for (const LimitGain& g : r.gains) {
    Json one = bound(g.bound);
    one.set("binds_for_s", g.time);
    one.set("gain_of_one_percent_s", g.gain);
    one.set("gain_per_unit_s", g.gain_per_unit ? Json(*g.gain_per_unit) : Json());
    one.set("unit", unit_of(s, g.bound));
    gains.push_back(std::move(one));
  }
  for (const SpeedIsland& i : r.fastest.islands)
    islands.push_back(Json::Object{{"from_s", i.from_s},
                                   {"to_s", i.to_s},
                                   {"forbidden_from_1_s", i.low},
                                   {"forbidden_to_1_s", i.high}});
  json.set("time_s", r.fastest.duration);
  json.set("largest_share_between_grid_points", r.fastest.largest_share);
  json.set("period_s", r.period);
  json.set("sampled_time_s", r.duration);
  json.set("cycles", r.motion->plan.samples() - 1);
  json.set("achievable", r.verdict->achievable);
  json.set("arcs", std::move(arcs));
  json.set("gains", std::move(gains));
  json.set("islands", std::move(islands));
  return json;
}

std::string optimised_figure(const OptimisedSubject& s) {
  const MotionRecord& record = s.result.verdict->motion;
  PanelPlot plot;
  plot.title = "Fastest motion along " + s.path;
  plot.x_label = "time [s]";
  const auto cycles = static_cast<int>(record.ua_asked.cols());
  Panel speed{"speed along the path [rows/s]", {{"speed", LineKind::signal, {}}}};
  for (int k = 0; k < cycles; ++k) {
    plot.x.push_back(k * record.period);
    const double faster = s.result.sampled.duration / s.result.duration;
    speed.lines[0].values.push_back(s.result.sampled.at(k * record.period * faster).rate * faster);
  }
  plot.panels.push_back(std::move(speed));
  for (int i = 0; i < s.drives.count(); ++i) {
    Panel panel{s.drives.motor(i).name + " [N m]",
                {{"torque", LineKind::signal, {}},
                 {"limit", LineKind::limit, {}},
                 {"limit", LineKind::limit, {}}}};
    for (int k = 0; k < cycles; ++k) {
      panel.lines[0].values.push_back(record.ua_asked(i, k));
      panel.lines[1].values.push_back(record.ua_low(i, k));
      panel.lines[2].values.push_back(record.ua_high(i, k));
    }
    plot.panels.push_back(std::move(panel));
  }
  return svg_of(plot);
}

namespace {

/// How much of a program no fastest motion speaks of.
std::string share_text(const std::vector<FastestRun>& runs, const TextStyle& style) {
  const double share = share_without_fastest(runs);
  if (share == 0) return {};
  double asked = 0;
  for (const FastestRun& run : runs) asked += run.asked_time;
  return wrapped(fmt::format("{:.3f} s of {:.3f} s ({:.0f} %) could not be optimised.",
                             share * asked, asked, 100 * share),
                 style.width) +
         "\n";
}

}  // namespace

std::string runs_text(const Case& c, const Verification& verified,
                      const std::vector<FastestRun>& runs, const TextStyle& style) {
  std::vector<std::string> number, lines, verdict, binds;
  std::vector<double> asked;
  Table::OptionalNumbers speed, acceleration, least;
  double saved = 0;
  std::string remarks;
  for (const FastestRun& run : runs) {
    const int from = line_of(c, run.first_move), to = line_of(c, run.last_move);
    number.push_back(std::to_string(number.size() + 1));
    lines.push_back(from == to ? std::to_string(from) : fmt::format("{}-{}", from, to));
    verdict.push_back(run.achievable ? "ok" : "NO");
    asked.push_back(run.asked_time);
    const auto share = run.speed_share;
    speed.push_back(share ? std::optional(100 * *share) : std::nullopt);
    acceleration.push_back(share ? std::optional(100 * *share * *share) : std::nullopt);
    least.push_back(run.fastest ? std::optional(run.fastest->duration) : std::nullopt);
    binds.push_back(run.fastest ? text_of(c.model, c.drives, longest(*run.fastest)) : "");
    if (run.fastest && run.achievable) saved += run.asked_time - run.fastest->duration;
    if (!run.fastest && run.why != "waits" && run.why != "too short for a path")
      remarks += wrapped(fmt::format("Run {}: no fastest motion: {}.", number.back(), run.why),
                         style.width) +
                 "\n";
  }
  Table table;
  table.right("run", "", number)
      .text("lines", lines)
      .text("", verdict)
      .results("asked", "s", asked, 5)
      .data("works at speed", "%", speed, 4)
      .data("acceleration", "%", acceleration, 4)
      .data("least time", "s", least, 5)
      .text("binds longest", binds);
  const std::string head =
      bold(fmt::format("What would work: {} on {}", c.program.name, c.model.name()), style) +
      fmt::format(": {}\n\n", verified.achievable ? "achievable" : "not achievable");
  if (runs.empty())
    return head +
           wrapped(
               "No run could be planned: nothing can be said of its speed. `erfd verify` "
               "says why.",
               style.width) +
           "\n";
  return head + table.layout(style) + "\n" + remarks +
         wrapped(
             fmt::format("Reserve of the runs that are achievable: {:.3f} s. Least times are from "
                         "rest to rest on the same path, in continuous time.",
                         saved),
             style.width) +
         "\n" + share_text(runs, style);
}

Json runs_json(const Case& c, const Verification& verified, const std::vector<FastestRun>& runs) {
  Json::List list;
  for (const FastestRun& run : runs) {
    const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(); };
    Json one = Json::Object{{"from_line", line_of(c, run.first_move)},
                            {"to_line", line_of(c, run.last_move)},
                            {"achievable", run.achievable},
                            {"asked_time_s", run.asked_time},
                            {"speed_share", number(run.speed_share)}};
    one.set("acceleration_share",
            run.speed_share ? Json(*run.speed_share * *run.speed_share) : Json());
    one.set("least_time_s", run.fastest ? Json(run.fastest->duration) : Json());
    one.set("binds_longest",
            run.fastest ? Json(text_of(c.model, c.drives, longest(*run.fastest))) : Json());
    one.set("why_not", run.fastest ? Json() : Json(run.why));
    list.push_back(std::move(one));
  }
  return Json::Object{{"program", c.program.name},
                      {"robot", c.model.name()},
                      {"achievable", verified.achievable},
                      {"share_not_optimised", share_without_fastest(runs)},
                      {"runs", std::move(list)}};
}

}  // namespace erfd
