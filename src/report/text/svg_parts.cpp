#include "report/text/svg_parts.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

namespace erfd {
namespace svg {
namespace {

// Eight hues that hold on white and, lighter, on near black; dashes tell apart what colour cannot.
constexpr const char* style = R"(<style>
  text { font-family: system-ui, "DejaVu Sans", Arial, sans-serif; font-size: 13px; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .page { fill: #ffffff; }
  .frame { stroke: #59636e; fill: none; }
  .grid { stroke: #d1d9e0; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .c0 { stroke: #0550ae; fill: #0550ae; } .c1 { stroke: #bc4c00; fill: #bc4c00; }
  .c2 { stroke: #116329; fill: #116329; } .c3 { stroke: #8250df; fill: #8250df; }
  .c4 { stroke: #a40e26; fill: #a40e26; } .c5 { stroke: #0a7d8c; fill: #0a7d8c; }
  .c6 { stroke: #7d6000; fill: #7d6000; } .c7 { stroke: #bf3989; fill: #bf3989; }
  .shade { fill: #0550ae; }
  .d1 { stroke-dasharray: 7 4; } .d2 { stroke-dasharray: 2 3; }
  .line { fill: none; }
  .thin { stroke-width: 1.4; } .asked { stroke: #59636e; stroke-dasharray: 7 4; }
  .limit { stroke: #a40e26; stroke-width: 1; stroke-dasharray: 2 3; } .mark { fill: #cf222e; opacity: 0.16; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .page { fill: #0d1117; } .frame { stroke: #8d96a0; } .grid { stroke: #30363d; }
    .c0 { stroke: #58a6ff; fill: #58a6ff; } .c1 { stroke: #f0883e; fill: #f0883e; }
    .c2 { stroke: #3fb950; fill: #3fb950; } .c3 { stroke: #bc8cff; fill: #bc8cff; }
    .c4 { stroke: #ff7b72; fill: #ff7b72; } .c5 { stroke: #56d4dd; fill: #56d4dd; }
    .c6 { stroke: #d4a72c; fill: #d4a72c; } .c7 { stroke: #ff8bcb; fill: #ff8bcb; }
    .line { fill: none; } .shade { fill: #58a6ff; }
    .asked { stroke: #9198a1; } .limit { stroke: #ff7b72; } .mark { fill: #f85149; opacity: 0.3; }
  }
</style>
)";

std::string superscript(int number) {
  constexpr const char* figures[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = number < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(number))) out += figures[c - '0'];
  return out;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string text_at(double x, double y, const char* anchor, std::string_view text,
                    std::string_view more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, xml_escaped(text));
}

std::string line_at(const char* kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string page(const std::string& title, double height, const std::string& body) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}"
             "</title>\n",
             width, height, xml_escaped(title)) +
         style +
         fmt::format("<rect class=\"page\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width, height) +
         text_at(16, 30, "start", title, " class=\"title\"") + body + "</svg>\n";
}

std::string grouped(double value) {
  std::string digits = with_digits(value, 12);
  for (std::size_t at = std::min(digits.find('.'), digits.size()); digits.size() > 4 && at > 3;)
    digits.insert(at -= 3, " ");
  return digits;
}

std::string tick_text(double value) {
  if (value == 0 || (std::abs(value) < 1e5 && std::abs(value) >= 1e-3)) return grouped(value);
  const int power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  const std::string factor = with_digits(value / std::pow(10, power), 3);
  return (factor == "1" ? "10" : factor + "·10") + superscript(power);
}

void check(double value, bool positive, const std::string& title) {
  if (!std::isfinite(value) || (positive && value <= 0))
    throw Error(fmt::format("plot '{}': {} cannot be drawn, expected a finite{} number", title,
                            value, positive ? " positive" : ""));
}

std::string colour_of(std::size_t series) {
  return fmt::format("c{} d{}", series % 8, series / 8 % 3);
}

}  // namespace svg

std::vector<double> plot_ticks(double low, double high, bool logarithmic) {
  std::vector<double> ticks;
  if (logarithmic) {
    const double decades = std::log10(high / low);
    for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10)
      for (const double step : {1., 2., 3., 5.}) {
        const bool wanted = step == 1 || decades < 1.6 || (decades < 3.2 && step != 5 && step != 2);
        if (wanted && step * power >= low && step * power <= high) ticks.push_back(step * power);
      }
    return ticks;
  }
  const double rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5., 2., 1.})
    if (factor * power >= rough) step = factor * power;
  for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
  return ticks;
}

}  // namespace erfd
