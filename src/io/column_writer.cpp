#include "erfd/io/column_writer.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include "io/column_formats.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace erfd {
std::string Column::head() const {
  std::string text = unit.empty() ? name : name + '_' + unit;
  std::erase(text, '^');
  std::replace_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '/'; }, '_');
  return text;
}

std::vector<Column> columns_of(const Model& model, Quantity quantity) {
  std::vector<Column> columns;
  const std::size_t of_joints =
      static_cast<std::size_t>(model.body_count() - (model.has_free_base() ? 1 : 0));
  const std::vector<Coordinate> entries = coordinates(model, quantity);
  const std::size_t of_base = entries.size() - of_joints;
  for (std::size_t i = 0; i < entries.size(); ++i)
    columns.push_back(
        {i < of_base ? entries[i].name : fmt::format("{}{}", letter_of(quantity), i - of_base + 1),
         entries[i].unit});
  return columns;
}

std::vector<Column> felt_columns(const Model& model) {
  std::vector<Column> columns;
  for (const Sensor& sensor : model.sensors())
    for (const SensorChannel& channel : channels_of(sensor.kind))
      columns.push_back(
          {fmt::format("{}_{}", sensor.name, channel.name), std::string(channel.head)});
  return columns;
}

ColumnWriter::ColumnWriter(const std::string& path, ColumnTable table, const Start& start)
    : file_(start.resume ? OutputFile(path, start.resume->bytes)
                         : OutputFile(path, start.overwrite)),
      name_(std::move(table.name)),
      row_count_(start.resume ? start.resume->rows : 0) {
  if (table.columns.empty() || table.columns.front().head() != "time_s")
    throw Error(fmt::format("{}: the first column of '{}' is not the time in s", path, name_));
  std::set<std::string> seen;
  for (const Column& column : table.columns) {
    heads_.push_back(column.head());
    if (!seen.insert(heads_.back()).second)
      throw Error(fmt::format("{}: column '{}' comes twice", path, heads_.back()));
  }
}

void ColumnWriter::row(std::span<const double> values) {
  if (values.size() != heads_.size())
    throw Error(fmt::format("{}: row {} has {}, expected {}", file_.path(), row_count_ + 1,
                            counted(values.size(), "number"), heads_.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(fmt::format("{}: row {}, column '{}' is {}; a finite number was expected",
                              file_.path(), row_count_ + 1, heads_[i], values[i]));
  write_row(values);
  ++row_count_;
}

ColumnPosition ColumnWriter::checkpoint() {
  flush();
  file_.keep_part();
  return {row_count_, file_.size()};
}

namespace {

std::unique_ptr<ColumnWriter> open_by_name(const std::string& path, ColumnTable table,
                                           const ColumnWriter::Start& start) {
  if (path.ends_with(".csv") || path == "-") return open_csv(path, std::move(table), start);
  if (path.ends_with(".npz")) return open_npz(path, std::move(table), start);
  if (path.ends_with(".mcap")) return open_mcap(path, std::move(table), start);
  throw Error(fmt::format(
      "{}: the format follows from the name, expected one that ends with .csv, .npz or .mcap",
      path));
}

}  // namespace

std::unique_ptr<ColumnWriter> open_columns(const std::string& path, ColumnTable table,
                                           bool overwrite) {
  return open_by_name(path, std::move(table), {overwrite, {}});
}

std::unique_ptr<ColumnWriter> resume_columns(const std::string& path, ColumnTable table,
                                             const ColumnPosition& position) {
  return open_by_name(path, std::move(table), {false, position});
}

}  // namespace erfd
