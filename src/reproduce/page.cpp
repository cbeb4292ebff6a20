// The catalogue as one page: every entry with its numbers, tables and plots.
#include "report/text/html_parts.hpp"
#include "report/text/svg_parts.hpp"
#include "reproduce/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using html::row;
using svg::xml_escaped;

constexpr const char* gallery_style =
    R"(section { border-top: 1px solid var(--line); margin-top: 1.6rem; padding-top: .2rem; break-inside: avoid-page; }
h3 { font-size: 1.05rem; margin: .8rem 0 .2rem; } h4 { margin: 1rem 0 .2rem; font-size: .95rem; }
td, th { vertical-align: top; } .prose td { text-align: left; } .prose th { text-align: left; }
.verdict { font-size: .85rem; font-weight: 600; border: 1px solid currentColor; border-radius: .3rem; padding: 0 .4rem; white-space: nowrap; }
.confirmed { color: #116329; } .corrected { color: #0550ae; } .refuted { color: #a40e26; } .not_reproducible { color: var(--soft); }
@media (prefers-color-scheme: dark) { .confirmed { color: #3fb950; } .corrected { color: #58a6ff; } .refuted { color: #ff7b72; } }
code { font-size: .92em; } svg { display: block; margin: .6rem 0; } pre { margin: .4rem 0; white-space: pre-wrap; }
nav td { padding-top: .1rem; padding-bottom: .1rem; text-align: left; }
@media print { section { break-inside: auto; } svg { break-inside: avoid; } nav { break-after: page; } }
)";

const char* class_of(Standing standing) {
  return standing == Standing::not_reproducible ? "not_reproducible" : word_of(standing).data();
}

std::string badge(Standing standing) {
  return fmt::format("<span class=\"verdict {}\">{}</span>", class_of(standing), word_of(standing));
}

std::string link_to(const CatalogueItem& item) {
  return fmt::format("<a href=\"#{0}\">{0}</a>", item.id);
}

std::string contents(const Gallery& gallery) {
  std::string out = "<nav>\n<table class=\"prose\">\n" +
                    row({"entry", "place", "verdict", "what the paper shows"}, "th");
  for (const GalleryEntry& entry : gallery.entries) {
    const CatalogueItem& item = *entry.entry.item;
    out +=
        row({link_to(item), xml_escaped(item.place), badge(entry.standing), html_text(item.claim)});
  }
  return out + "</table>\n</nav>\n";
}

std::string numbers_part(const std::vector<ComparedNumber>& numbers) {
  if (numbers.empty()) return {};
  std::string out =
      "<table>\n" + row({"", "unit", "printed", "right", "ours", "within", "verdict"}, "th");
  for (const ComparedNumber& n : numbers) {
    const auto standing = standing_of(n);
    std::string verdict = !standing ? "" : n.printed ? badge(*standing) : "checked";
    if (!is_as_stated(n)) verdict = "<b class=\"bad\">not as stated</b>";
    out += row({xml_escaped(n.what), xml_escaped(n.unit), number_text(n.printed, n.tolerance),
                number_text(n.right, n.tolerance), number_text(n.ours, n.tolerance),
                n.expected ? number_text(n.tolerance) : "", verdict});
  }
  return out + "</table>\n";
}

bool is_of(const Erratum& erratum, std::string_view name) {
  return erratum.row.empty() ? erratum.place == name : erratum.row == name;
}

std::string errata_part(const CatalogueEntry& entry) {
  const CatalogueItem& item = *entry.item;
  if (item.errata.empty()) return {};
  std::string out = "<h4>Slips it rests on</h4>\n<table class=\"prose\">\n" +
                    row({"row", "place", "printed", "right"}, "th");
  for (const Erratum& erratum : entry.paper->errata)
    if (std::any_of(item.errata.begin(), item.errata.end(),
                    [&](std::string_view name) { return is_of(erratum, name); }))
      out += row({std::string(erratum.row), html_text(erratum.place), html_text(erratum.printed),
                  html_text(erratum.right)});
  return out + "</table>\n";
}

std::string plot_text(const CataloguePlot& plot) {
  return std::visit([](const auto& of_kind) { return svg_of(of_kind); }, plot);
}

std::string entry_part(const GalleryEntry& entry) {
  const CatalogueItem& item = *entry.entry.item;
  std::string out =
      fmt::format("<section id=\"{0}\">\n<h3>{1} <code>{0}</code> {2}</h3>\n<p>{3}</p>\n", item.id,
                  xml_escaped(item.place), badge(entry.standing), html_text(item.claim));
  if (!item.remark.empty()) out += fmt::format("<p><b>{}</b></p>\n", html_text(item.remark));
  out += fmt::format("<p class=\"soft\">{}</p>\n", html_text(item.finding));
  if (const std::string surprise = surprise_text(entry); !surprise.empty())
    out += fmt::format("<p class=\"bad\">Not as stated: {}</p>\n", xml_escaped(surprise));
  for (const std::string& note : entry.found.notes)
    out += fmt::format("<p>{}</p>\n", html_text(note));
  out += numbers_part(entry.found.numbers);
  for (const TitledTable& table : entry.found.tables)
    out += fmt::format("<h4>{}</h4>\n{}", xml_escaped(table.title), table.table.html());
  for (const CataloguePlot& plot : entry.found.plots) out += plot_text(plot);
  out += errata_part(entry.entry);
  if (!item.command.empty())
    out += fmt::format("<pre><code>{}</code></pre>\n", xml_escaped(item.command));
  if (item.compute != nullptr)
    out += fmt::format("<p class=\"soft\">Computed in {:.2f} s.</p>\n", entry.seconds);
  return out + "</section>\n";
}

}  // namespace

std::string gallery_page(const Gallery& gallery) {
  std::string out = fmt::format(
      "<h1>Five papers, computed again</h1>\n<p class=\"answer\">{}</p>\n<p class=\"soft\">Every "
      "number below was computed when this page was written. <i>Right</i> is what the list of "
      "slips "
      "or a second route gives.</p>\n",
      xml_escaped(counts_text(gallery)));
  out += contents(gallery);
  const Paper* paper = nullptr;
  for (const GalleryEntry& entry : gallery.entries) {
    if (entry.entry.paper != paper)
      out += fmt::format("<h2>[{}] {}</h2>\n", entry.entry.paper->tag,
                         xml_escaped(entry.entry.paper->title));
    paper = entry.entry.paper;
    out += entry_part(entry);
  }
  return html::page("Five papers, computed again", gallery_style, out);
}

std::vector<std::pair<std::string, std::string>> gallery_plots(const Gallery& gallery) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const GalleryEntry& entry : gallery.entries)
    for (std::size_t k = 0; k < entry.found.plots.size(); ++k)
      files.emplace_back(fmt::format("{}-{}.svg", entry.entry.item->id, k + 1),
                         plot_text(entry.found.plots[k]));
  return files;
}

}  // namespace erfd
