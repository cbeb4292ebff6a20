#include "erfd/reproduce/catalogue.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"

#include "reproduce/papers/papers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

bool names(const std::string& word, const CatalogueEntry& entry) {
  return word == entry.paper->word || word == entry.item->id;
}

std::vector<CatalogueEntry> all_entries() {
  std::vector<CatalogueEntry> entries;
  for (const Paper& paper : catalogue())
    for (const CatalogueItem& item : paper.items) entries.push_back({&paper, &item});
  return entries;
}

void check(const std::string& word, const std::vector<CatalogueEntry>& entries) {
  if (std::any_of(entries.begin(), entries.end(),
                  [&](const CatalogueEntry& entry) { return names(word, entry); }))
    return;
  std::vector<std::string> known;
  for (const Paper& paper : catalogue()) known.emplace_back(paper.word);
  for (const CatalogueEntry& entry : entries) known.emplace_back(entry.item->id);
  throw Error(fmt::format("'{}' is no paper and no entry of the catalogue{}", word,
                          did_you_mean(word, known, "; `erfd reproduce --list` shows them")));
}

}  // namespace

const std::vector<Paper>& catalogue() {
  static const std::vector<Paper> papers{kvrgic_paper(), szkodny_paper(), fedorov_paper(),
                                         mohan_saha_paper(), khalil_paper()};
  return papers;
}

std::vector<CatalogueEntry> chosen_entries(const std::vector<std::string>& words) {
  std::vector<CatalogueEntry> entries = all_entries();
  if (words.empty()) return entries;
  for (const std::string& word : words) check(word, entries);
  std::erase_if(entries, [&](const CatalogueEntry& entry) {
    return std::none_of(words.begin(), words.end(),
                        [&](const std::string& word) { return names(word, entry); });
  });
  return entries;
}

}  // namespace erfd
