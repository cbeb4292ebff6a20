// Words that the texts of the catalogue share. Private to the layer.
#pragma once

#include "erfd/reproduce/gallery.hpp"

namespace erfd {

/// Markdown without its marks: `code` as code, [text](link) as text.
std::string plain_text(MarkdownText text);
/// The same for HTML: <code>; links would lead out of the page.
std::string html_text(MarkdownText text);

/// "1356", "0.0123", "3.1e-15"; a number in a table of printed ones and ours, with the digits that matter
/// beside the tolerance.
std::string number_text(double value, double tolerance = 0);
std::string number_text(const std::optional<double>& value, double tolerance = 0);

/// What is behind the verdict of an entry: "refuted", "confirmed: for the reading of the file".
std::string verdict_text(const CatalogueItem& item, Standing standing);

/// "28 entries, 20 of them computed in 12.3 s: 10 confirmed, …".
std::string counts_text(const Gallery& gallery);

/// How an entry differs from what the catalogue states; empty if it does not.
std::string surprise_text(const GalleryEntry& entry);

}  // namespace erfd
