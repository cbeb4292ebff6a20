// One function a paper: its entries and its slips. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Paper kvrgic_paper();
Paper szkodny_paper();
Paper fedorov_paper();
Paper mohan_saha_paper();
Paper khalil_paper();

/// Slips, in files of their own.
std::vector<Erratum> kvrgic_errata();
std::vector<Erratum> fedorov_errata();
std::vector<Erratum> mohan_saha_errata();
std::vector<Erratum> khalil_errata();

/// Figures of others that ERFD was checked against.
struct PublishedElsewhere {
  MarkdownText source, figure, finding;
};
std::vector<PublishedElsewhere> published_elsewhere();

}  // namespace erfd
