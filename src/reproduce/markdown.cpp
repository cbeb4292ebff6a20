// docs/seeds.md: what the papers claim and what ERFD measures, from the catalogue.
#include "base/lower_case.hpp"
#include "reproduce/papers/papers.hpp"
#include "reproduce/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr const char* seeds_head =
    R"(<!-- Written by `erfd reproduce --markdown`; change src/reproduce/papers in place of this page. -->
# The five texts, and what ERFD measures

ERFD starts from five texts: [KV20], [S], [Fe15], [MS07] and [K10] ([references](references.md)). This page says what each one claims, in
short and in our words, and what ERFD measures. A claim that does not hold is said so, with the number.

`erfd reproduce` computes the entries marked *computed* at the call, with tables and plots ([commands](commands.md#reproduce)):
`erfd reproduce kvrgic.table-1`, `erfd reproduce --report gallery.html`. Tests of this project check the others; the link names them.
*Confirmed*: ours is what is printed. *Corrected*: it is, after a correction. *Refuted*: it does not hold. "Within 10⁻¹³" means
relative to the largest entry, or absolute where that is below 1.

Comments in the code cite the errata by section ("errata §1.4") or by row ("L6"); both are below.
)";

constexpr const char* elsewhere_head = R"(
## Published figures from elsewhere

| source | figure | ERFD |
|---|---|---|
)";

std::string cell(MarkdownText text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string claims_of(const Paper& paper) {
  std::string out = fmt::format(
      "\n## [{}] {}\n\n| entry | claim | ERFD measures | verdict |\n|---|---|---|---|\n", paper.tag,
      paper.title);
  for (const CatalogueItem& item : paper.items)
    out += fmt::format("| `{}`<br>{}{} | {} | {} | {}{} |\n", item.id, item.place,
                       item.compute != nullptr ? "<br>*computed*" : "", cell(item.claim),
                       cell(item.finding), word_of(item.stated),
                       item.remark.empty() ? "" : ": " + cell(item.remark));
  return out;
}

/// The columns that some row fills.
std::string errata_of(const Paper& paper) {
  const std::string_view authors = paper.title.substr(0, paper.title.find(':'));
  std::string out = fmt::format("\n## {} [{}] {}\n\n", paper.section, paper.tag, authors);
  if (!paper.errata_head.empty()) out += std::string(paper.errata_head) + '\n';
  if (paper.errata.empty()) return out;
  using Field = std::string_view Erratum::*;
  const std::pair<const char*, Field> columns[] = {
      {"row", &Erratum::row},     {"place", &Erratum::place},   {"printed", &Erratum::printed},
      {"right", &Erratum::right}, {"effect", &Erratum::effect}, {"used in", &Erratum::used}};
  std::string heads = "|", rule = "|";
  std::vector<std::string> rows(paper.errata.size(), "|");
  for (const auto& [name, field] : columns) {
    if (std::all_of(paper.errata.begin(), paper.errata.end(),
                    [f = field](const Erratum& e) { return (e.*f).empty(); }))
      continue;
    heads += fmt::format(" {} |", name);
    rule += "---|";
    for (std::size_t k = 0; k < rows.size(); ++k)
      rows[k] += fmt::format(" {} |", cell(paper.errata[k].*field));
  }
  if (!paper.errata_head.empty()) out += '\n';
  out += heads + '\n' + rule + '\n';
  for (const std::string& row : rows) out += row + '\n';
  return out;
}

}  // namespace

std::string seeds_markdown() {
  std::string out = seeds_head;
  for (const Paper& paper : catalogue()) out += claims_of(paper);
  out += elsewhere_head;
  for (const PublishedElsewhere& row : published_elsewhere())
    out += fmt::format("| {} | {} | {} |\n", row.source, cell(row.figure), cell(row.finding));
  out += "\nThe others in [shipped_robots_test.cpp](../tests/dynamics/shipped_robots_test.cpp).\n";
  out +=
      "\n# Errata applied so far\n\nRows that the code, the robot files or the tests use. \"As "
      "printed\" means as "
      "the text at hand has it; some slips may be of the copy.\n";
  std::vector<const Paper*> papers;
  for (const Paper& paper : catalogue()) papers.push_back(&paper);
  std::sort(papers.begin(), papers.end(),
            [](const Paper* a, const Paper* b) { return a->section < b->section; });
  for (const Paper* paper : papers) out += errata_of(*paper);
  out += '\n';
  for (const Paper& paper : catalogue())
    out += fmt::format("[{}]: references.md#{}\n", paper.tag, lower_case(std::string(paper.tag)));
  return out + "[ROBOOP]: references.md#roboop\n[RTB]: references.md#rtb\n";
}

}  // namespace erfd
