// Text tables: heads with units, numbers that line up, never wider than the page.
#pragma once

#include "erfd/base/text.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace erfd {

/// A table that is filled column by column. Its first column names the rows; it is repeated when
/// the others do not fit the page side by side.
class Table {
 public:
  using Numbers = std::span<const double>;
  using OptionalNumbers = std::vector<std::optional<double>>;

  /// Left-aligned text; cells are cut at `widest` columns, so that they push no numbers off the page.
  Table& text(std::string head, std::vector<std::string> cells, std::size_t widest = 40);
  /// Right-aligned text, for indices and counts.
  Table& right(std::string head, const std::string& unit, std::vector<std::string> cells);
  /// Results: right-aligned, all with the same number of decimals, so that the largest shows
  /// `significant` digits.
  Table& results(std::string head, const std::string& unit, Numbers values, int significant = 6);
  /// Data as it was given: right-aligned, each with at most `significant` digits; "–" where there
  /// is none.
  Table& data(std::string head, const std::string& unit, const OptionalNumbers& values,
              int significant = 6);

  /// @throws Error if the columns have different lengths.
  std::string layout(const TextStyle& style = {}) const;
  /// The same as HTML. @throws Error as layout().
  std::string html() const;

 private:
  struct Column {
    std::string head, unit;
    std::vector<std::string> cells;
    bool right = false;
    std::size_t width = 0;  ///< of the widest text, by add()
  };
  Table& add(Column column);
  void check() const;
  std::vector<std::vector<const Column*>> blocks(const TextStyle& style) const;

  std::vector<Column> columns_;
};

/// Texts of `values` with a common number of decimals, so that the largest shows `significant`
/// digits; in powers of ten where the largest is tiny or huge. @throws Error if one is not finite:
/// a result that is none is never shown.
std::vector<std::string> aligned_numbers(std::span<const double> values, int significant = 6);

}  // namespace erfd
