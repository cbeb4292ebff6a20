// The catalogue computed: for the terminal, as JSON, as one page, as docs/seeds.md.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/reproduce/catalogue.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace erfd {

/// An entry as it came out.
struct GalleryEntry {
  CatalogueEntry entry;
  Reproduction found = {};
  std::string failure = {};  ///< why nothing could be computed; then nothing was found
  Standing standing = Standing::confirmed;
  bool as_stated = true;  ///< verdict and every number are those of the catalogue
  double seconds = 0;
};

struct GalleryCounts {
  int confirmed = 0, corrected = 0, refuted = 0, not_reproducible = 0;
  int computed = 0;   ///< at this call; the others are measured by the tests that they name
  int surprises = 0;  ///< not as stated
};

struct Gallery {
  std::vector<GalleryEntry> entries;
  double seconds = 0;
};

/// Called before each entry, with the share of them that is done.
using GalleryProgress = std::function<void(double share, std::string_view id)>;

/// Computes the entries. What fails in one of them is said there and stops nothing.
Gallery reproduce(const std::vector<CatalogueEntry>& entries, const GalleryProgress& progress = {});

GalleryCounts counts_of(const Gallery& gallery);

/// Id, what, printed, ours, verdict; then the counts.
std::string gallery_text(const Gallery& gallery, const TextStyle& style);
/// Ids and what they are, nothing computed.
std::string catalogue_text(const std::vector<CatalogueEntry>& entries, const TextStyle& style);
/// docs/commands.md lists the keys.
Json gallery_json(const Gallery& gallery);
Json catalogue_json(const std::vector<CatalogueEntry>& entries);
/// One HTML file that needs nothing else.
std::string gallery_page(const Gallery& gallery);
/// All plots, each with the name of its file.
std::vector<std::pair<std::string, std::string>> gallery_plots(const Gallery& gallery);

/// docs/seeds.md.
std::string seeds_markdown();

}  // namespace erfd
