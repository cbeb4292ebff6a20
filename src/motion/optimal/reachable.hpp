// The speeds from which the end of a path can be reached, and the fastest way through them: (7), (8) of
// time_optimal.cpp. Private to the layer.
#pragma once

#include "motion/optimal/path_rows.hpp"

#include <span>
#include <vector>

namespace erfd::optimal {

/// Rates from which the end can be reached, and their z of (7).
struct Band {
  double low = 0, high = 0;            ///< ṡ
  double z_low = 0, z_high = 0;        ///< (7)
  double z_low_at = 0, z_high_at = 0;  ///< ṡ that have them
  bool inner = false;  ///< z_low is of some rate of the band, perhaps not the lowest
};

class Reachable {
 public:
  Reachable(const PathRows& rows, Admissible& admissible) : rows_(rows), admissible_(admissible) {}

  /// Backwards: the last node, which one rate alone may have. @returns whether it can be had.
  bool start(double end_rate);
  /// (8) of a node, after the one behind it.
  /// @param scan  rates that are tried where no proof shows that the band is one
  /// @returns whether there is any
  bool set_bands(int node, int scan);
  std::span<const Band> bands(int node) const {
    const Range& range = ranges_[static_cast<std::size_t>(node)];
    return {bands_.data() + range.first, range.count};
  }
  /// How far (8) holds, in s̈: negative where it does not.
  double reaches_end(int node, double rate);

  /// Forwards: the rate of a node, and what it leaves at the begin of its cell.
  struct Step {
    double rate = 0;
    Span span;
  };
  Step first(double rate);
  /// The largest rate of node c + 1 that node c reaches, of those that reach the end; −1: none.
  Step fastest_next(int c, const Step& from, int scan);

  /// What is left at a rate of one side of a node.
  Span span(int c, int end, double rate);

 private:
  struct Range {
    std::size_t first = 0, count = 0;
    bool one = false;  ///< proven to be one band, from rest on
    Span top;          ///< then: at its highest rate
  };
  struct Meeting {
    double holds = 0;    ///< negative: it does not
    bool above = false;  ///< then: what the next node asks for lies above what this one gives
  };

  bool set_one_band(int node);
  double foreseen_change(int node);
  double highest_by_low(int node, const Band& next, Span& top);
  double foreseen_crossing(int node, double beyond, Span& top);
  double searched_crossing(int node, double beyond, double nothing, Span& top);
  double crossing(int node, double beyond, Span& top);
  double find_top(int node, const Band& next, Span& top);
  bool step_in_one_band(int c, const Step& from, Step& next);
  void set_meetings(int node, Band& band);
  void set_lowest_meeting(int node, Band& band);
  void keep(int node, bool one, const Span& top);
  void list_trials(int node, int scan);
  Meeting meets(int c, double x, const Span& from, double rate);
  double between(int c, double x, const Span& from, double in, double out);
  double search_next(int c, double rate, const Span& from, int scan);
  Range& range(int node) { return ranges_[static_cast<std::size_t>(node)]; }

  const PathRows& rows_;
  Admissible& admissible_;
  std::vector<Range> ranges_;
  std::vector<Band> bands_, found_;
  std::vector<double> trials_;
  Span near_;  ///< the last one
};

}  // namespace erfd::optimal
