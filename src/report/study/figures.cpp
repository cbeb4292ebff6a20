#include "report/study/figures.hpp"

#include "erfd/base/text.hpp"

#include "report/study/parts.hpp"
#include "report/text/svg_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

using svg::xml_escaped;

constexpr double width = 360, height = 200, left = 10, right = 350, base = 160;
constexpr std::uint64_t most_lines = 300;
constexpr int cells = 12;

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor,
                     xml_escaped(text));
}

std::string figure(const std::string& caption, double w, double h, const std::string& body) {
  return fmt::format(
      "<figure><figcaption>{0}</figcaption><svg width=\"{1:.0f}\" viewBox=\"0 0 {1:.0f} {2:.0f}\" "
      "role=\"img\">{3}"
      "</svg></figure>\n",
      xml_escaped(caption), w, h, body);
}

std::string name_of(const ResultColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

/// What the two figures need of the jobs.
struct Sample {
  std::vector<std::vector<double>> rows;  ///< a share of its range for each varied number
  std::vector<bool> beyond;
  std::vector<double> sums = std::vector<double>(cells * cells);
  std::vector<double> counts = std::vector<double>(cells * cells);
};

struct Ends {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

/// Where the numbers of a spread lie.
Ends ends_of(const Spread& spread) {
  const double a = quantile(spread, 1e-9).number, b = quantile(spread, 1 - 1e-9).number;
  return {std::min(a, b), std::max(a, b)};
}

double place(double value, const Ends& ends) {
  return ends.high > ends.low ? std::clamp((value - ends.low) / (ends.high - ends.low), 0.0, 1.0)
                              : 0.5;
}

Sample sample_of(const StudySubject& s, const std::vector<Ends>& ends, std::size_t target,
                 std::size_t truth, const std::vector<std::size_t>& order) {
  Sample sample;
  const StudyPoints points(s.prepared.study());
  const std::uint64_t step = s.summary.done / most_lines + 1;
  std::uint64_t seen = 0;
  s.results.each([&](std::uint64_t job, const JobResult& result) {
    if (!result.error.empty()) return;
    std::vector<double> row;
    const std::vector<VariedValue> point = points.at(job);
    for (std::size_t i = 0; i < ends.size(); ++i) row.push_back(place(point[i].number, ends[i]));
    if (order.size() > 1 && std::isfinite(result.numbers[target])) {
      const auto cell = [](double u) {
        return std::min(cells - 1, static_cast<int>(u * static_cast<double>(cells)));
      };
      const auto at = static_cast<std::size_t>(cell(row[order[1]]) * cells + cell(row[order[0]]));
      sample.sums[at] += result.numbers[target];
      sample.counts[at] += 1;
    }
    if (seen++ % step != 0) return;
    sample.beyond.push_back(truth < result.numbers.size() && result.numbers[truth] == 0);
    sample.rows.push_back(std::move(row));
  });
  return sample;
}

std::string parallel_coordinates(const StudySubject& s, const Sample& sample,
                                 const std::vector<Ends>& ends) {
  const auto& variations = s.prepared.study().variations;
  const double wide = std::max(720.0, 110.0 * static_cast<double>(ends.size()));
  const auto x = [&](std::size_t i) {
    return 60 + (wide - 120) * static_cast<double>(i) /
                    std::max<double>(1, static_cast<double>(ends.size()) - 1);
  };
  std::string body;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    body +=
        fmt::format("<line class=\"g\" x1=\"{0:.1f}\" y1=\"30\" x2=\"{0:.1f}\" y2=\"210\"/>", x(i));
    body += text_at(x(i), 20, "middle", with_digits(ends[i].high, 4));
    body += text_at(x(i), 226, "middle", with_digits(ends[i].low, 4));
    body += text_at(x(i), 244, "middle", cut_to_width(variations[i].name, 22));
  }
  for (const bool beyond : {false, true})
    for (std::size_t k = 0; k < sample.rows.size(); ++k) {
      if (sample.beyond[k] != beyond) continue;
      body += fmt::format("<polyline class=\"{}\" points=\"", beyond ? 'q' : 'p');
      for (std::size_t i = 0; i < ends.size(); ++i)
        body += fmt::format("{:.1f},{:.1f} ", x(i), 210 - 180 * sample.rows[k][i]);
      body += "\"/>";
    }
  return figure(fmt::format("{} jobs; those that are not {} in red", sample.rows.size(),
                            s.prepared.columns().front().name),
                wide, 250, body);
}

std::string heat_map(const StudySubject& s, const Sample& sample, const std::vector<Ends>& ends,
                     const std::vector<std::size_t>& order) {
  const auto& variations = s.prepared.study().variations;
  Ends of_mean;
  for (std::size_t k = 0; k < sample.sums.size(); ++k)
    if (sample.counts[k] > 0) {
      of_mean.low = std::min(of_mean.low, sample.sums[k] / sample.counts[k]);
      of_mean.high = std::max(of_mean.high, sample.sums[k] / sample.counts[k]);
    }
  constexpr double side = 26, x0 = 150, y0 = 10;
  std::string body;
  for (int r = 0; r < cells; ++r)
    for (int c = 0; c < cells; ++c) {
      const auto k = static_cast<std::size_t>(r * cells + c);
      if (sample.counts[k] == 0) continue;
      const double mean = sample.sums[k] / sample.counts[k];
      body += fmt::format(
          "<rect class=\"b\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" "
          "opacity=\"{:.2f}\"><title>{}: {}</title></rect>",
          x0 + side * c, y0 + side * (cells - 1 - r), side, side,
          0.08 + 0.92 * place(mean, of_mean), xml_escaped(s.prepared.study().explains),
          with_digits(mean, 4));
    }
  const double bottom = y0 + side * cells;
  const Ends &x = ends[order[0]], &y = ends[order[1]];
  body += text_at(x0, bottom + 16, "start", with_digits(x.low, 4));
  body += text_at(x0 + side * cells, bottom + 16, "end", with_digits(x.high, 4));
  body += text_at(x0 + side * cells / 2, bottom + 34, "middle", variations[order[0]].name);
  body += text_at(x0 - 6, bottom - 2, "end", with_digits(y.low, 4));
  body += text_at(x0 - 6, y0 + 12, "end", with_digits(y.high, 4));
  body += text_at(x0 - 6, (y0 + bottom) / 2, "end", cut_to_width(variations[order[1]].name, 20));
  return figure(fmt::format("mean of {}: pale {}, full {}", s.prepared.study().explains,
                            with_digits(of_mean.low, 4), with_digits(of_mean.high, 4)),
                x0 + side * cells + 150, bottom + 44, body);
}

}  // namespace

std::string histogram(const ResultColumn& column, const Distribution& d) {
  const std::uint64_t most = *std::max_element(d.bins.begin(), d.bins.end());
  const double step = (right - left) / static_cast<double>(d.bins.size());
  std::string body;
  for (std::size_t i = 0; i < d.bins.size(); ++i) {
    const double tall = 130 * static_cast<double>(d.bins[i]) / static_cast<double>(most);
    if (tall > 0)
      body += fmt::format(
          "<rect class=\"b\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
          left + step * static_cast<double>(i), base - tall, step - 1, tall);
  }
  body += fmt::format("<line class=\"g\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", left, base,
                      right, base);
  body += text_at(left, base + 18, "start", with_digits(d.least, 4));
  body += text_at(right, base + 18, "end", with_digits(d.most, 4));
  body += text_at((left + right) / 2, base + 18, "middle",
                  fmt::format("median {}", with_digits(d.quantiles[2], 4)));
  if (d.beyond > 0)
    body += text_at(right, base + 36, "end", fmt::format("{} jobs infinite", d.beyond));
  return figure(name_of(column), width, height, body);
}

std::string relations(const StudySubject& s) {
  const Study& study = s.prepared.study();
  const auto& columns = s.prepared.columns();
  if (s.summary.done == s.summary.failed || study.variations.empty()) return {};
  std::vector<Ends> ends;
  for (const Variation& variation : study.variations) ends.push_back(ends_of(variation.spread));
  const auto target = static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(),
                   [&](const ResultColumn& c) { return c.name == study.explains; }) -
      columns.begin());
  const auto truth =
      static_cast<std::size_t>(std::find_if(columns.begin(), columns.end(),
                                            [](const ResultColumn& c) { return c.is_truth; }) -
                               columns.begin());
  const std::vector<std::size_t> order = by_influence(s.summary);
  const Sample sample = sample_of(s, ends, target, truth, order);
  std::string out = "<h2>How they go together</h2>\n" + parallel_coordinates(s, sample, ends);
  if (order.size() > 1) out += heat_map(s, sample, ends, order);
  return out;
}

}  // namespace erfd
