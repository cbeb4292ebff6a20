#include "reproduce/words.hpp"

#include "report/text/svg_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Calls `code` with what stands in back quotes and `text` with the rest, links as their text.
template <class Code, class Text>
void each_piece(MarkdownText markdown, const Code& code, const Text& text) {
  std::string piece;
  const auto end_piece = [&] {
    if (!piece.empty()) text(std::exchange(piece, {}));
  };
  for (std::size_t k = 0; k < markdown.size(); ++k) {
    const std::size_t end = markdown[k] == '`' ? markdown.find('`', k + 1) : markdown.npos;
    const std::size_t link = markdown[k] == ']' ? markdown.find(')', k) : markdown.npos;
    if (end != markdown.npos) {
      end_piece();
      code(std::string(markdown.substr(k + 1, end - k - 1)));
      k = end;
    } else if (link != markdown.npos && markdown.substr(k + 1).starts_with('(')) {
      k = link;
    } else if (markdown[k] == '[' && markdown.find("](", k) < markdown.find(']', k) + 1) {
      continue;
    } else {
      piece += markdown[k];
    }
  }
  end_piece();
}

}  // namespace

std::string plain_text(MarkdownText markdown) {
  std::string out;
  const auto add = [&](const std::string& piece) { out += piece; };
  each_piece(markdown, add, add);
  return out;
}

std::string html_text(MarkdownText markdown) {
  std::string out;
  each_piece(
      markdown,
      [&](const std::string& code) { out += "<code>" + svg::xml_escaped(code) + "</code>"; },
      [&](const std::string& text) { out += svg::xml_escaped(text); });
  return out;
}

std::string number_text(double value, double tolerance) {
  const double size = std::abs(value);
  if (size != 0 && size < 1e-4) return fmt::format("{:.1e}", value);
  if (value == std::round(value) && size < 1e7) return fmt::format("{:.0f}", value);
  const double needed = tolerance > 0 ? std::ceil(std::log10(size / tolerance)) + 1 : 0;
  return with_digits(value, static_cast<int>(std::clamp(needed, 5.0, 9.0)));
}

std::string number_text(const std::optional<double>& value, double tolerance) {
  return value ? number_text(*value, tolerance) : "–";
}

std::string verdict_text(const CatalogueItem& item, Standing standing) {
  const std::string remark = plain_text(item.remark);
  return std::string(word_of(standing)) + (remark.empty() ? "" : ": " + remark);
}

std::string counts_text(const Gallery& gallery) {
  const GalleryCounts c = counts_of(gallery);
  std::string text = fmt::format(
      "{}, {} of them computed in {:.1f} s: {} confirmed, {} corrected, {} refuted, {} not "
      "reproducible",
      gallery.entries.size() == 1 ? "1 entry" : fmt::format("{} entries", gallery.entries.size()),
      c.computed, gallery.seconds, c.confirmed, c.corrected, c.refuted, c.not_reproducible);
  if (c.surprises > 0) text += fmt::format("; {} not as the catalogue states", c.surprises);
  return text;
}

std::string surprise_text(const GalleryEntry& entry) {
  if (entry.as_stated) return {};
  if (!entry.failure.empty()) return entry.failure;
  std::string text;
  if (entry.standing != entry.entry.item->stated)
    text = fmt::format("{}, but the catalogue states {}", word_of(entry.standing),
                       word_of(entry.entry.item->stated));
  for (const ComparedNumber& number : entry.found.numbers)
    if (!is_as_stated(number))
      text += fmt::format("{}{}: {} {}, expected {} within {}", text.empty() ? "" : "; ",
                          number.what, number_text(number.ours), number.unit,
                          number_text(number.right ? number.right : number.printed),
                          number_text(number.tolerance));
  return text;
}

}  // namespace erfd
