// What is computed for one entry of the catalogue, and how it stands against what is printed.
#pragma once

#include "erfd/report/svg_plot.hpp"
#include "erfd/report/table.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace erfd {

/// What becomes of a statement of a paper, the best first.
enum class Standing {
  confirmed,         ///< ours is what is printed
  corrected,         ///< it is right after a correction that is named
  refuted,           ///< it does not hold
  not_reproducible,  ///< the paper does not say enough
};
std::string_view word_of(Standing standing);

/// A number of the paper beside ours, or ours beside what another route gives.
struct ComparedNumber {
  std::string what;
  std::string unit;
  std::optional<double> printed;  ///< none: the paper shows a curve, or nothing
  std::optional<double> right;    ///< of the errata, or by a route that shares no formula with ours
  double ours = 0;
  double tolerance = 0;  ///< within which two numbers are the same, in `unit`
  std::optional<Standing> expected = Standing::confirmed;  ///< none: it proves nothing, it is shown
};

/// Ours should be the printed number.
ComparedNumber confirmed(std::string what, std::string unit, double printed, double ours,
                         double tolerance);
/// The printed number is a slip; ours should be the right one.
ComparedNumber corrected(std::string what, std::string unit, double printed, double right,
                         double ours, double tolerance);
/// The printed number is a claim that does not hold; ours should be the right one.
ComparedNumber refuted(std::string what, std::string unit, double printed, double right,
                       double ours, double tolerance);
/// Nothing is printed; two routes should give the same.
ComparedNumber checked(std::string what, std::string unit, double right, double ours,
                       double tolerance);
/// Nothing is printed, nothing is proven: ours alone.
ComparedNumber shown(std::string what, std::string unit, double ours);

/// How a number came out; none where nothing is to be proven. A number that is neither the printed
/// nor the right one is refuted.
std::optional<Standing> standing_of(const ComparedNumber& number);

/// Whether it came out as the catalogue says, the right number included.
bool is_as_stated(const ComparedNumber& number);

struct TitledTable {
  std::string title;
  Table table;
};

using CataloguePlot = std::variant<LinePlot, BarPlot, PanelPlot, MapPlot>;

/// What was computed for an entry.
struct Reproduction {
  std::vector<ComparedNumber> numbers;
  std::vector<TitledTable> tables;
  std::vector<CataloguePlot> plots;
  std::vector<std::string> notes;  ///< sentences that only this call can say
};

}  // namespace erfd
