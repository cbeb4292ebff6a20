#include "erfd/base/error.hpp"
#include "erfd/reproduce/gallery.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include <fmt/format.h>

namespace erfd {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The worst of its numbers; what the paper does not say enough for stays so, whatever else is shown.
Standing verdict_of(const GalleryEntry& entry) {
  const Standing stated = entry.entry.item->stated;
  if (stated == Standing::not_reproducible || entry.found.numbers.empty()) return stated;
  Standing worst = Standing::confirmed;
  for (const ComparedNumber& number : entry.found.numbers)
    worst = std::max(worst, standing_of(number).value_or(Standing::confirmed));
  return worst;
}

void judge(GalleryEntry& entry) {
  entry.standing = verdict_of(entry);
  const auto& numbers = entry.found.numbers;
  entry.as_stated = entry.failure.empty() && entry.standing == entry.entry.item->stated &&
                    std::all_of(numbers.begin(), numbers.end(), is_as_stated);
}

GalleryEntry computed(const CatalogueEntry& entry, const Progress& progress) {
  GalleryEntry result{.entry = entry};
  const Clock::time_point begin = Clock::now();
  try {
    if (entry.item->compute != nullptr) result.found = entry.item->compute(progress);
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.seconds = seconds_since(begin);
  judge(result);
  return result;
}

}  // namespace

Gallery reproduce(const std::vector<CatalogueEntry>& entries, const GalleryProgress& progress) {
  Gallery gallery;
  const Clock::time_point begin = Clock::now();
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto show = [&](double share) {
      if (progress)
        progress((static_cast<double>(k) + share) / static_cast<double>(entries.size()),
                 entries[k].item->id);
    };
    show(0);
    gallery.entries.push_back(computed(entries[k], show));
  }
  gallery.seconds = seconds_since(begin);
  return gallery;
}

GalleryCounts counts_of(const Gallery& gallery) {
  GalleryCounts counts;
  for (const GalleryEntry& entry : gallery.entries) {
    int* const of_standing[] = {&counts.confirmed, &counts.corrected, &counts.refuted,
                                &counts.not_reproducible};
    ++*of_standing[static_cast<std::size_t>(entry.standing)];
    counts.computed += entry.entry.item->compute != nullptr ? 1 : 0;
    counts.surprises += entry.as_stated ? 0 : 1;
  }
  return counts;
}

}  // namespace erfd
