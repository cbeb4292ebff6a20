// Writes one TOML table; origins that its numbers share are written once.
#pragma once

#include "erfd/base/field.hpp"

#include "base/toml/quantity.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// The text as a TOML string.
std::string toml_text(std::string_view text);
/// The shortest digits that read back as the same number.
std::string toml_number(double value);

template <class Numbers>
std::string toml_list(const Numbers& numbers) {
  std::string list;
  for (const double number : numbers) list += (list.empty() ? "" : ", ") + toml_number(number);
  return "[" + list + "]";
}

/// "a_m = 0.5, d_m = 0": numbers in SI behind keys with units.
class RowText {
 public:
  RowText& number(std::string_view stem, UnitFamily family, double value);
  RowText& text(std::string_view key, std::string_view value);
  template <class Numbers>
  RowText& list(std::string_view stem, UnitFamily family, const Numbers& numbers) {
    return raw(std::string(stem) + std::string(family.front().ending), toml_list(numbers));
  }
  const std::string& str() const { return text_; }

 private:
  RowText& raw(std::string_view key, std::string_view value);
  std::string text_;
};

class TableWriter {
 public:
  /// @param header  "[base]", "[[body]]", or "" for the top of the file
  explicit TableWriter(std::string header) : header_(std::move(header)) {}

  void text(std::string_view key, std::string_view value);
  /// A value that has no origin; it stands before those that have one.
  void plain(std::string_view key, std::string value);
  void number(std::string_view stem, UnitFamily family, const Field<double>& field);
  void row(std::string_view key, const RowText& row, const Provenance& from);
  template <class Numbers>
  void list(std::string_view stem, UnitFamily family, const Field<Numbers>& field) {
    if (field)
      value(std::string(stem) + std::string(family.front().ending), toml_list(field->value),
            field->from);
  }
  void value(std::string key, std::string value, const Provenance& from);
  /// A table of its own behind this one.
  TableWriter& child(std::string header);

  /// The text of the table and its children.
  /// @param inherited  the origin that holds without any word
  std::string str(const Provenance& inherited) const;
  /// As str(), with nothing said for the whole table.
  std::string str_top(const Provenance& inherited) const;

 private:
  struct Line {
    std::string key;
    std::string value;
    std::optional<Provenance> from;
    bool is_row = false;
  };
  Provenance most_common(const Provenance& inherited) const;
  std::string lines(const Provenance& inherited, const Provenance& own) const;

  std::string header_;
  std::vector<Line> lines_;
  std::vector<TableWriter> children_;
};

}  // namespace erfd
