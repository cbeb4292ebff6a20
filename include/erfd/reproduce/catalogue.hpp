// Every table, figure and claim of the five papers that can be computed. An entry is data: what the
// paper shows, what ERFD finds, what computes it at the call. docs/seeds.md is written from it.
#pragma once

#include "erfd/base/progress.hpp"
#include "erfd/reproduce/reproduction.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Texts are Markdown of one paragraph: `code`, [links](of docs/), no headings.
using MarkdownText = std::string_view;

struct CatalogueItem {
  std::string_view id;     ///< "kvrgic.table-1"; what stands before the point names the paper
  std::string_view place;  ///< "Table 1", "Fig. 5, A5", "Section 8"
  MarkdownText claim;      ///< what the paper shows, in our words
  MarkdownText finding;    ///< what ERFD measures
  Standing stated = Standing::confirmed;
  std::string_view remark = {};  ///< behind the verdict: "an approximation for high ratios"
  std::vector<std::string_view> errata = {};  ///< rows or places of Paper::errata
  std::string_view command = {};              ///< gives the same by hand
  /// Computes it; none where tests alone measure it, as the finding says.
  Reproduction (*compute)(const Progress& progress) = nullptr;
};

/// A row of the list of slips.
struct Erratum {
  std::string_view row = {};  ///< "L23"; only some papers have names for them
  MarkdownText place, printed, right;
  MarkdownText effect = {}, used = {};
};

struct Paper {
  std::string_view word;     ///< what ids begin with: "kvrgic"
  std::string_view tag;      ///< of docs/references.md: "KV20"
  std::string_view title;    ///< "Kvrgić and Vidaković: mRNEA, Algorithm 1, Lola 15"
  std::string_view section;  ///< of the list of slips: "1.1"
  std::vector<CatalogueItem> items;
  MarkdownText errata_head = {};  ///< above the list of slips
  std::vector<Erratum> errata = {};
};

/// All papers, in the order of docs/seeds.md.
const std::vector<Paper>& catalogue();

/// An entry with its paper.
struct CatalogueEntry {
  const Paper* paper;
  const CatalogueItem* item;
};

/// All entries, or those of papers ("kvrgic") and ids ("kvrgic.table-1"), in the order of the
/// catalogue. @throws Error if a word names nothing; says what is near.
std::vector<CatalogueEntry> chosen_entries(const std::vector<std::string>& words);

}  // namespace erfd
