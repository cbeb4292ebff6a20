// Rows of a robot file as text.
#pragma once

#include "base/toml/table_writer.hpp"
#include "robot/fields.hpp"

#include <string>
#include <vector>

namespace erfd {

/// Writes the fields of a row behind each other: "a_m = 0.5, d_m = 0".
class RowWriter : public PassOver {
 public:
  void text(const Key& key, const std::string& value) { row_.text(key.stem, value); }
  bool word(const Key& key, const auto& words, const auto& meaning) {
    row_.text(key.stem, word_that_means(words, meaning));
    return true;
  }
  void value(const Key& key, double value) { row_.number(key.stem, key.family, value); }
  void value(const Key& key, const Triple& values) { row_.list(key.stem, key.family, values); }
  void field(const Key& key, const Field<std::vector<double>>& values) {
    row_.list(key.stem, key.family, values->value);
  }
  const RowText& row() const { return row_; }

 private:
  RowText row_;
};

RowText row_of(const auto& description) {
  RowWriter writer;
  visit_fields(description, writer);
  return writer.row();
}

inline RowText row_of(const std::vector<TorqueSpeedPoint>& curve) {
  CurveRow row{Entry<std::vector<double>>{}, Entry<std::vector<double>>{}};
  for (const TorqueSpeedPoint& point : curve) {
    row.speed->value.push_back(point.speed);
    row.torque->value.push_back(point.torque);
  }
  return row_of(row);
}

/// The matrix as a list of rows, each in a line of its own.
inline std::string lines_of(const std::vector<std::vector<double>>& matrix) {
  std::string rows;
  for (const std::vector<double>& row : matrix) rows += "  " + toml_list(row) + ",\n";
  return "[\n" + rows + "]";
}

template <class Value>
concept NumberList = requires(const Value& value, double number) { number = *value.begin(); };

}  // namespace erfd
