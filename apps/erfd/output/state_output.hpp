// What inverse and forward dynamics write alike.
#pragma once

#include "erfd/io/json.hpp"
#include "erfd/io/states.hpp"
#include "erfd/report/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace erfd {

/// "lola15, tool p_e, gravity (0, 0, -9.81) m/s^2".
std::string title_of(const Model& model);

std::vector<std::string> names_of(const std::vector<Coordinate>& entries);

/// A vector as the range that tables and JSON take.
inline std::span<const double> span_of(const VectorX<double>& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// The values for a table: what is rounding of `scale` becomes zero. JSON and CSV keep it.
std::vector<double> without_rounding(std::span<const double> values, double scale);

/// Adds a column of one quantity of a state; angles in degrees if wanted.
void add_column(Table& table, const Model& model, const std::string& head, Quantity quantity,
                const VectorX<double>& values, bool degrees);
/// The same of some entries alone.
void add_column(Table& table, const Model& model, const std::string& head, Quantity quantity,
                const VectorX<double>& values, bool degrees, std::span<const std::size_t> rows);

/// One row a state: its time, or its number where the file gives no times.
Table table_over_states(const ReadStates& read);

/// One row a state, with one quantity of all joints.
Table table_of_states(const Model& model, const ReadStates& read, Quantity quantity, bool degrees);

/// A square matrix over the joints. The unit of an element depends on whether its row and its
/// column rotate or slide.
Table table_of_matrix(const Model& model, const MatrixX<double>& matrix, const char* both_rotate,
                      const char* one_slides, const char* both_slide);

/// All states with q, qd, qdd and tau, and what else was read of them, in the form that `--states`
/// reads.
std::string csv_of_states(const Model& model, const ReadStates& read);

/// Robot, tool, gravity and units: the part of the JSON before the states.
Json json_head(const Model& model);

/// Time, move and payload (if the states have them), q, qd, qdd and tau of one of them.
Json json_of_state(const ReadStates& read, const State& state);

}  // namespace erfd
