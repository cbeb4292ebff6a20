#include "erfd/base/text.hpp"
#include "erfd/io/motion_file.hpp"

#include "io/state_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

using Kind = StateColumn::Kind;

constexpr int most_findings = 50;  // a file in the wrong order would fill the screen

/// Times that are numbers rise from row to row.
void check_times(const CsvNumbers& csv, const std::vector<StateColumn>& columns,
                 Diagnostics& findings) {
  const auto time = std::find_if(columns.begin(), columns.end(),
                                 [](const StateColumn& c) { return c.kind == Kind::time; });
  if (time == columns.end())
    return findings.error("motion-time", {1, 1},
                          "no times are given; a column time_s was expected");
  const auto column = static_cast<std::size_t>(time - columns.begin());
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double now = csv.rows[i][column];
    if (now <= last)
      findings.error("motion-time", {csv.lines[i], 1},
                     fmt::format("{} is {} after {}, expected a larger one", csv.heads[column].text,
                                 shortest(now), shortest(last)));
    if (std::isfinite(now)) last = now;
    if (findings.count(Severity::error) >= most_findings) return;
  }
}

State state_of(const Model& model, const std::vector<double>& row,
               const std::vector<StateColumn>& columns) {
  State state = rest_state(model);
  std::array<double, 10> payload{};
  for (std::size_t i = 0; i < row.size(); ++i) {
    const StateColumn& column = columns[i];
    const double value = column.factor * row[i];
    if (column.kind == Kind::time) state.time = value;
    if (column.kind == Kind::move && std::abs(value) < 1e9) state.move = static_cast<int>(value);
    if (column.kind == Kind::payload) payload[static_cast<std::size_t>(column.index)] = value;
    if (column.kind == Kind::state) part(state, column.quantity)[column.index] = value;
  }
  state.payload = payload_of(payload);
  return state;
}

/// What no number of these columns may be.
void check_row(const CsvNumbers& csv, std::size_t r, const std::vector<StateColumn>& columns,
               Diagnostics& findings) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double value = csv.rows[r][i];
    const bool mass = columns[i].kind == Kind::payload && columns[i].index == 0;
    const char* const expected =
        columns[i].kind == Kind::move && !(value >= 1 && value < 1e9 && value == std::floor(value))
            ? "a whole number from 1 on"
        : mass && !(value >= 0) ? "0 kg or more"
                                : nullptr;
    if (expected != nullptr)
      findings.error("state-row", {csv.lines[r], 1},
                     fmt::format("column '{}': {} is found, {} was expected", csv.heads[i].text,
                                 shortest(value), expected));
  }
}

ReadStates read(std::string_view text, const std::string& file_name, const Model& model,
                bool is_motion) {
  StateColumns known(model);
  CsvNumbers csv =
      read_csv(text, file_name, [&](const std::string& head) { return known.knows(head); });
  ReadStates result;
  std::vector<StateColumn> columns;
  if (!csv.heads.empty()) {
    columns = known.take(csv.heads, csv.findings);
    if (is_motion) check_times(csv, columns, csv.findings);
    if (csv.rows.empty() && !csv.findings.has_errors())
      csv.findings.error("state-row", {2, 0}, "there are heads but no states");
    for (std::size_t r = 0; r < csv.rows.size() && !csv.findings.has_errors(); ++r)
      check_row(csv, r, columns, csv.findings);
  }
  csv.findings.sort();
  result.findings = std::move(csv.findings);
  if (result.findings.has_errors()) return result;

  for (std::size_t r = 0; r < csv.rows.size(); ++r) {
    result.states.push_back(state_of(model, csv.rows[r], columns));
    result.states.back().line = csv.lines[r];
  }
  result.has_time = known.gives(Kind::time);
  result.has_move = known.gives(Kind::move);
  result.has_payload = known.gives(Kind::payload);
  result.has_qd = known.gives(Quantity::velocity);
  result.has_qdd = known.gives(Quantity::acceleration);
  result.has_tau = known.gives(Quantity::effort);
  return result;
}

}  // namespace

ReadStates read_states_csv(std::string_view text, const std::string& file_name,
                           const Model& model) {
  return read(text, file_name, model, false);
}

ReadStates read_motion_csv(std::string_view text, const std::string& file_name,
                           const Model& model) {
  return read(text, file_name, model, true);
}

}  // namespace erfd
