// Figures and page of a sizing: HTML without scripts.
#include "report/sizing/parts.hpp"
#include "report/text/html_parts.hpp"
#include "report/text/svg_parts.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// What is farther beyond a limit is not drawn.
constexpr double most_drawn = 3;
/// A legend with more lines is none.
constexpr std::size_t most_lines = 8;

void add_line(LinePlot& plot, const std::string& name, const std::vector<PayloadPlace>& places,
              double PayloadPlace::* mass) {
  PlotSeries series{name, {}};
  for (const PayloadPlace& place : places)
    if (std::isfinite(place.*mass)) series.points.emplace_back(place.reach, place.*mass);
  if (series.points.size() > 1) plot.series.push_back(std::move(series));
}

LinePlot payload_plot(const SizingSubject& s) {
  LinePlot plot{"Payload over the reach of the tool",
                {"distance from the vertical through the base [m]"},
                {"payload [kg]"},
                {}};
  add_line(plot, "held at peak torque", s.sizing.payload.places, &PayloadPlace::held);
  add_line(plot, "held at rated torque", s.sizing.payload.places, &PayloadPlace::held_rated);
  add_line(plot, "moved by the programs", s.sizing.payload.places, &PayloadPlace::moved);
  return plot;
}

/// Of the motors that come nearest to doing it.
LinePlot ratio_plot(const SizingSubject& s, std::size_t i) {
  const MotorSizing& motor = s.sizing.motors[i];
  LinePlot plot{s.programs.front().drives.motor(static_cast<int>(i)).name +
                    ": share of torque, speed and heat over the ratio",
                {"motor turns a turn of the joint [-]", true},
                {"largest share; 1 is all there is [-]"},
                {}};
  std::vector<const MotorChoice*> nearest;
  for (const MotorChoice& choice : motor.choices)
    if (choice.best >= 0) nearest.push_back(&choice);
  std::ranges::stable_sort(nearest, {}, [](const MotorChoice* c) {
    return c->swept[static_cast<std::size_t>(c->best)].most();
  });
  if (nearest.size() > most_lines) nearest.resize(most_lines);
  for (const MotorChoice* const choice : nearest) {
    PlotSeries series{s.catalogue.motors[static_cast<std::size_t>(choice->motor)].name, {}};
    for (std::size_t r = 0; r < choice->swept.size(); ++r)
      if (const double share = choice->swept[r].most(); share <= most_drawn)
        series.points.emplace_back(motor.ratios[r], share);
    if (series.points.size() > 1) plot.series.push_back(std::move(series));
  }
  if (!plot.series.empty())
    plot.series.push_back(
        {"all there is",
         {{motor.ratios.front(), 1 - s.reserve}, {motor.ratios.back(), 1 - s.reserve}}});
  return plot;
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : "<p class=\"soft\">" + svg::xml_escaped(text) + "</p>\n";
}

}  // namespace

std::vector<LinePlot> sizing_plots(const SizingSubject& s) {
  std::vector<LinePlot> plots;
  plots.push_back(payload_plot(s));
  for (std::size_t i = 0; i < s.sizing.motors.size(); ++i) plots.push_back(ratio_plot(s, i));
  std::erase_if(plots, [](const LinePlot& plot) { return plot.series.empty(); });
  return plots;
}

std::string sizing_page(const SizingSubject& s) {
  using namespace sizing;
  std::string body = "<h1>" + svg::xml_escaped(head_line(s)) + "</h1>\n" + needs_table(s).html() +
                     paragraph(jumps_line(s)) + paragraph(elastic_line(s)) +
                     paragraph(friction_line(s));
  if (!s.catalogue.motors.empty())
    body +=
        "<h2>Motors that would do</h2>\n" + paragraph(about_choices(s)) + choices_table(s).html();
  body += "<h2>Payload</h2>\n";
  if (s.sizing.payload.places.empty())
    body += paragraph("No motor says what torque it can give: not judged.");
  else
    body += paragraph(about_payload()) + payload_table(s).html() + paragraph(moved_line(s));
  body += "<h2>Figures</h2>\n";
  for (const LinePlot& plot : sizing_plots(s)) body += "<figure>" + svg_of(plot) + "</figure>\n";
  return html::page(head_line(s), "", body);
}

}  // namespace erfd
