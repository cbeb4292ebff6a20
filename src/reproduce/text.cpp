// The catalogue on a terminal.
#include "reproduce/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

Tone tone_of(const GalleryEntry& entry) {
  if (!entry.as_stated) return Tone::bad;
  return entry.standing == Standing::confirmed ? Tone::good : Tone::doubtful;
}

std::string with_unit(const ComparedNumber& number) {
  return number.unit.empty() ? number.what : fmt::format("{} [{}]", number.what, number.unit);
}

std::string numbers_table(const std::vector<ComparedNumber>& numbers, const TextStyle& style) {
  std::vector<std::string> what, printed, right, ours, verdict;
  for (const ComparedNumber& number : numbers) {
    what.push_back("  " + with_unit(number));
    printed.push_back(number_text(number.printed, number.tolerance));
    right.push_back(number_text(number.right, number.tolerance));
    ours.push_back(number_text(number.ours, number.tolerance));
    const auto standing = standing_of(number);
    verdict.push_back(!is_as_stated(number) ? "NOT AS STATED"
                      : !standing           ? ""
                      : number.printed      ? std::string(word_of(*standing))
                                            : "checked");
  }
  Table table;
  table.text("", what, 60).right("printed", "", printed).right("right", "", right);
  table.right("ours", "", ours).text("", verdict);
  return table.layout(style);
}

std::string entry_text(const GalleryEntry& entry, const TextStyle& style) {
  const CatalogueItem& item = *entry.entry.item;
  std::string text = bold(item.id, style) + "  " +
                     toned(word_of(entry.standing), tone_of(entry), style) +
                     (item.remark.empty() ? "" : ": " + plain_text(item.remark)) + '\n';
  text += "  " + wrapped(plain_text(item.claim), style.width, 2, 2) + '\n';
  if (item.compute == nullptr)
    text +=
        "  " + wrapped("measured by tests: " + plain_text(item.finding), style.width, 2, 2) + '\n';
  if (const std::string surprise = surprise_text(entry); !surprise.empty())
    text += "  " + toned("NOT AS STATED", Tone::bad, style) + ": " +
            wrapped(surprise, style.width, 2, 17) + '\n';
  for (const std::string& note : entry.found.notes)
    text += "  " + wrapped(plain_text(note), style.width, 2, 2) + '\n';
  if (!entry.found.numbers.empty()) text += numbers_table(entry.found.numbers, style);
  return text + '\n';
}

}  // namespace

std::string gallery_text(const Gallery& gallery, const TextStyle& style) {
  std::string text;
  for (const GalleryEntry& entry : gallery.entries) text += entry_text(entry, style);
  return text + wrapped(counts_text(gallery), style.width) + '\n';
}

std::string catalogue_text(const std::vector<CatalogueEntry>& entries, const TextStyle& style) {
  std::vector<std::string> id, place, verdict, computed, claim;
  for (const CatalogueEntry& entry : entries) {
    id.emplace_back(entry.item->id);
    place.emplace_back(entry.item->place);
    verdict.emplace_back(word_of(entry.item->stated));
    claim.push_back(plain_text(entry.item->claim));
    computed.emplace_back(entry.item->compute != nullptr ? "computed" : "tests");
  }
  return Table()
      .text("entry", id)
      .text("place", place)
      .text("verdict", verdict)
      .text("by", computed)
      .text("what the paper shows", claim)
      .layout(style);
}

}  // namespace erfd
