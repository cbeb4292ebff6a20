// What a robot's motors must do, and which would do, for its readers: terminal, JSON, figures, page.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/report/svg_plot.hpp"
#include "erfd/verification/sizing.hpp"

#include <string>
#include <vector>

namespace erfd {

/// What was sized.
struct SizingSubject {
  const std::vector<Case>& programs;
  const MotorCatalogue& catalogue;
  const Sizing& sizing;
  double reserve = 0;  ///< share of each limit that had to stay free
};

std::string sizing_text(const SizingSubject& subject, const TextStyle& style);
/// docs/commands.md lists the keys.
Json sizing_json(const SizingSubject& subject);
/// The payload over the reach; and of each motor what the motors of the catalogue are strained over the ratio.
std::vector<LinePlot> sizing_plots(const SizingSubject& subject);
/// One HTML file that needs nothing else.
std::string sizing_page(const SizingSubject& subject);

}  // namespace erfd
