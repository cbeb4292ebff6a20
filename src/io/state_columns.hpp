// What the columns of a file of states stand for. Private to the layer.
#pragma once

#include "erfd/io/csv.hpp"
#include "erfd/io/states.hpp"

#include <map>
#include <optional>

namespace erfd {

/// What a column goes to; SI value = factor · number.
struct StateColumn {
  enum class Kind { left_out, time, move, payload, state } kind = Kind::left_out;
  Quantity quantity = Quantity::position;  ///< of a state
  int index = 0;                           ///< in q, qd, qdd, tau, or in payload_heads()
  double factor = 1;

  friend auto operator<=>(const StateColumn&, const StateColumn&) = default;
};

/// Knows the heads of one robot and notes which entries a file gives.
class StateColumns {
 public:
  explicit StateColumns(const Model& model);

  bool knows(const std::string& head) const { return accepted_.contains(head); }
  /// The column of each head. What is given twice, in part or by a slip of the pen is an error; the
  /// rest is left out with one note.
  std::vector<StateColumn> take(const std::vector<CsvHead>& heads, Diagnostics& findings);

  bool gives(Quantity quantity) const;
  bool gives(StateColumn::Kind kind) const;

 private:
  using Entry = std::pair<StateColumn::Kind, std::pair<Quantity, int>>;  ///< whatever the unit
  static Entry entry_of(const StateColumn& column) {
    return {column.kind, {column.quantity, column.index}};
  }
  std::optional<std::string> slip(const std::string& head) const;
  void leave_out(const std::vector<CsvHead>& heads, Diagnostics& findings) const;
  void check_complete(Quantity quantity, Diagnostics& findings) const;
  void check_payload(Diagnostics& findings) const;

  const Model& model_;
  std::map<std::string, StateColumn> accepted_;
  std::vector<std::string> known_;      ///< the accepted heads, the usual ones first
  std::map<Entry, std::string> given_;  ///< by which head
};

}  // namespace erfd
