#include "erfd/report/table.hpp"

#include "erfd/base/error.hpp"

#include "report/text/html_parts.hpp"
#include "report/text/svg_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view gap = "  ";

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string fill(width - std::min(width, display_width(text)), ' ');
  return right ? fill + text : text + fill;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string in_brackets(const std::string& unit) { return unit.empty() ? unit : '[' + unit + ']'; }

}  // namespace

Table& Table::add(Column column) {
  column.width = std::max(display_width(column.head), display_width(column.unit));
  for (const std::string& cell : column.cells)
    column.width = std::max(column.width, display_width(cell));
  columns_.push_back(std::move(column));
  return *this;
}

Table& Table::text(std::string head, std::vector<std::string> cells, std::size_t widest) {
  for (std::string& cell : cells) cell = cut_to_width(cell, widest);
  return add({std::move(head), "", std::move(cells), false, 0});
}

Table& Table::right(std::string head, const std::string& unit, std::vector<std::string> cells) {
  return add({std::move(head), in_brackets(unit), std::move(cells), true, 0});
}

Table& Table::results(std::string head, const std::string& unit, Numbers values, int significant) {
  return right(std::move(head), unit, aligned_numbers(values, significant));
}

Table& Table::data(std::string head, const std::string& unit, const OptionalNumbers& values,
                   int significant) {
  std::vector<std::string> cells;
  for (const auto& value : values) cells.push_back(value ? with_digits(*value, significant) : "–");
  return right(std::move(head), unit, std::move(cells));
}

/// Columns that stand side by side: the first one, and as many more as fit.
std::vector<std::vector<const Table::Column*>> Table::blocks(const TextStyle& style) const {
  std::vector<std::vector<const Column*>> blocks;
  if (columns_.empty()) return blocks;
  const Column* key = &columns_.front();
  std::size_t width = key->width;
  blocks.push_back({key});
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    const std::size_t more = gap.size() + columns_[i].width;
    if (blocks.back().size() > 1 && width + more > static_cast<std::size_t>(style.width)) {
      blocks.push_back({key});
      width = key->width;
    }
    blocks.back().push_back(&columns_[i]);
    width += more;
  }
  return blocks;
}

void Table::check() const {
  for (const Column& column : columns_) {
    if (column.cells.size() == columns_.front().cells.size()) continue;
    throw Error(fmt::format("table: column '{}' has {} cells, '{}' has {}", column.head,
                            column.cells.size(), columns_.front().head,
                            columns_.front().cells.size()));
  }
}

std::string Table::layout(const TextStyle& style) const {
  check();
  std::string page;
  for (const auto& block : blocks(style)) {
    const auto line = [&](auto&& cell_of) {
      std::string text;
      for (const Column* column : block) {
        if (!text.empty()) text += gap;
        text += padded(cell_of(*column), column->width, column->right);
      }
      return without_trailing_spaces(text);
    };
    if (!page.empty()) page += '\n';
    page += bold(line([](const Column& c) { return c.head; }), style) + '\n';
    const std::string units = line([](const Column& c) { return c.unit; });
    if (!units.empty()) page += units + '\n';
    page += line([](const Column& c) { return std::string(c.width, '-'); }) + '\n';
    for (std::size_t row = 0; row < columns_.front().cells.size(); ++row)
      page += line([&](const Column& c) { return c.cells[row]; }) + '\n';
  }
  return page;
}

std::string Table::html() const {
  check();
  std::string out = "<table>\n";
  const auto add_row = [&](const char* cell, auto&& text_of) {
    std::vector<std::string> cells;
    for (const Column& column : columns_) cells.push_back(text_of(column));
    out += html::row(cells, cell);
  };
  add_row("th", [](const Column& c) {
    return svg::xml_escaped(c.unit.empty() ? c.head : c.head + ' ' + c.unit);
  });
  for (std::size_t row = 0; !columns_.empty() && row < columns_.front().cells.size(); ++row)
    add_row("td", [&](const Column& c) { return svg::xml_escaped(c.cells[row]); });
  return out + "</table>\n";
}

std::vector<std::string> aligned_numbers(std::span<const double> values, int significant) {
  double largest = 0;
  for (const double value : values) {
    if (!std::isfinite(value))
      throw Error(fmt::format("table: {} is no result; a finite number was expected", value));
    largest = std::max(largest, std::abs(value));
  }
  const int digits = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
  const bool in_powers = largest > 0 && (digits < -2 || digits > significant + 2);
  const int decimals = largest > 0 ? std::max(0, significant - std::max(digits, 1)) : 0;
  std::vector<std::string> texts;
  for (const double value : values)
    texts.push_back(in_powers ? fmt::format("{:.{}e}", value, significant - 1)
                              : with_decimals(value, decimals));
  return texts;
}

}  // namespace erfd
