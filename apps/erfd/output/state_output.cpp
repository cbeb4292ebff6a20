#include "output/state_output.hpp"

#include "erfd/base/units.hpp"
#include "erfd/io/csv.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace erfd {
namespace {

/// "rad/s" as "deg/s".
std::string in_degrees(std::string unit) { return unit.replace(unit.find("rad"), 3, "deg"); }

std::vector<Coordinate> shown_coordinates(const Model& model, Quantity quantity, bool degrees) {
  std::vector<Coordinate> entries = coordinates(model, quantity);
  for (Coordinate& entry : entries)
    if (degrees && entry.rotates) entry.unit = in_degrees(entry.unit);
  return entries;
}

double shown(double value, const Coordinate& entry, bool degrees) {
  return degrees && entry.rotates ? value / degree : value;
}

bool acts_by_moment(const Coordinate& effort) { return effort.unit == "N m"; }

}  // namespace

std::string title_of(const Model& model) {
  const Vector3<double>& g = model.gravity();
  return fmt::format("{}, tool {}, gravity ({}, {}, {}) m/s^2", model.name(),
                     model.frame(model.tool()).name, with_digits(g.x()), with_digits(g.y()),
                     with_digits(g.z()));
}

std::vector<std::string> names_of(const std::vector<Coordinate>& entries) {
  std::vector<std::string> names;
  for (const Coordinate& entry : entries) names.push_back(entry.name);
  return names;
}

std::vector<double> without_rounding(std::span<const double> values, double scale) {
  std::vector<double> clean(values.begin(), values.end());
  for (double& value : clean)
    if (std::abs(value) < 1e-13 * scale) value = 0;
  return clean;
}

void add_column(Table& table, const Model& model, const std::string& head, Quantity quantity,
                const VectorX<double>& values, bool degrees) {
  std::vector<std::size_t> all(static_cast<std::size_t>(values.size()));
  std::iota(all.begin(), all.end(), 0);
  add_column(table, model, head, quantity, values, degrees, all);
}

void add_column(Table& table, const Model& model, const std::string& head, Quantity quantity,
                const VectorX<double>& values, bool degrees, std::span<const std::size_t> rows) {
  const auto every = shown_coordinates(model, quantity, degrees);
  std::vector<Coordinate> entries;
  std::vector<double> numbers;
  for (const std::size_t i : rows) {
    entries.push_back(every[i]);
    numbers.push_back(shown(values[static_cast<Eigen::Index>(i)], every[i], degrees));
  }
  table.results(head, unit_of(entries), numbers);
}

Table table_over_states(const ReadStates& read) {
  std::vector<std::string> numbers;
  std::vector<double> times;
  for (const State& state : read.states) {
    numbers.push_back(std::to_string(numbers.size() + 1));
    times.push_back(state.time);
  }
  Table table;
  if (read.has_time)
    table.results("time", "s", times);
  else
    table.right("state", "", numbers);
  return table;
}

Table table_of_states(const Model& model, const ReadStates& read, Quantity quantity, bool degrees) {
  Table table = table_over_states(read);
  const auto entries = shown_coordinates(model, quantity, degrees);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::vector<double> values;
    for (const State& state : read.states)
      values.push_back(
          shown(part(state, quantity)[static_cast<Eigen::Index>(i)], entries[i], degrees));
    table.results(entries[i].name, entries[i].unit, values);
  }
  return table;
}

Table table_of_matrix(const Model& model, const MatrixX<double>& matrix, const char* both_rotate,
                      const char* one_slides, const char* both_slide) {
  const auto entries = coordinates(model, Quantity::effort);
  Table table;
  table.text("", names_of(entries));
  const auto any = [&](bool moment) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const Coordinate& c) { return acts_by_moment(c) == moment; });
  };
  const double scale = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0;
  const bool has_rotating = any(true), has_sliding = any(false);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool rotates = acts_by_moment(entries[i]);
    std::string unit = !has_rotating ? "" : rotates ? both_rotate : one_slides;
    if (has_rotating && has_sliding) unit += '|';
    if (has_sliding) unit += rotates ? one_slides : both_slide;
    const VectorX<double> column = matrix.col(static_cast<Eigen::Index>(i));
    table.results(entries[i].name, unit, without_rounding(span_of(column), scale));
  }
  return table;
}

std::string csv_of_states(const Model& model, const ReadStates& read) {
  std::vector<std::string> heads;
  if (read.has_time) heads.emplace_back("time_s");
  const auto quantities = {Quantity::position, Quantity::velocity, Quantity::acceleration,
                           Quantity::effort};
  for (const Quantity quantity : quantities)
    for (const std::string& head : standard_heads(model, quantity)) heads.push_back(head);
  if (read.has_move) heads.emplace_back("move");
  if (read.has_payload) heads.insert(heads.end(), payload_heads().begin(), payload_heads().end());
  std::vector<std::vector<double>> rows;
  for (const State& state : read.states) {
    std::vector<double> row;
    if (read.has_time) row.push_back(state.time);
    for (const Quantity quantity : quantities) {
      const VectorX<double>& values = part(state, quantity);
      row.insert(row.end(), values.begin(), values.end());
    }
    if (read.has_move) row.push_back(state.move);
    const auto payload = numbers_of(state.payload);
    if (read.has_payload) row.insert(row.end(), payload.begin(), payload.end());
    rows.push_back(std::move(row));
  }
  return write_csv(heads, rows);
}

Json json_head(const Model& model) {
  const auto units = [&](Quantity quantity) {
    Json::List list;
    for (const Coordinate& entry : coordinates(model, quantity))
      list.push_back(entry.unit.empty() ? "1" : entry.unit);
    return list;
  };
  Json::List joints;
  for (const Body& body : model.joints()) joints.push_back(body.joint);
  return Json::Object{{"robot", model.name()},
                      {"tool", model.frame(model.tool()).name},
                      {"gravity_m_s2", Json::numbers({model.gravity().data(), 3})},
                      {"joints", std::move(joints)},
                      {"units", Json::Object{{"q", units(Quantity::position)},
                                             {"qd", units(Quantity::velocity)},
                                             {"qdd", units(Quantity::acceleration)},
                                             {"tau", units(Quantity::effort)}}}};
}

Json json_of_state(const ReadStates& read, const State& state) {
  Json json;
  if (read.has_time) json.set("time_s", state.time);
  if (read.has_move) json.set("move", state.move);
  json.set("q", Json::numbers(span_of(state.q)));
  json.set("qd", Json::numbers(span_of(state.qd)));
  json.set("qdd", Json::numbers(span_of(state.qdd)));
  json.set("tau", Json::numbers(span_of(state.tau)));
  if (read.has_payload) json.set("payload", Json::numbers(numbers_of(state.payload)));
  return json;
}

}  // namespace erfd
