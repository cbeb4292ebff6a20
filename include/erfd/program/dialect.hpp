// The words of a language. The motion IR has none: whoever tells a user about his program asks the
// program's dialect how he writes it.
#pragma once

#include "erfd/program/program.hpp"

#include <array>
#include <string>
#include <string_view>

namespace erfd {

/// What a language gives, besides a reader. All lists are in the order of their enumerations.
struct Dialect {
  std::string_view name;                              ///< "L-IRL"
  std::array<std::string_view, 3> moves;              ///< in tables: "ptp", "lin", "circle"
  std::array<std::string_view, 3> statements;         ///< as a statement begins: "move lin"
  std::array<std::string_view, 5> orientation_modes;  ///< "o_con"
  std::array<std::string_view, 4> fly_bys;  ///< of a stop, then "c_ptp", "c_cp", "c_speed"

  /// How values stand in a program, in its units, so that reading gives them back; empty functions
  /// where nobody writes programs.
  std::string (*target)(const CartesianTarget& target) = nullptr;
  std::string (*speed)(double speed) = nullptr;                ///< option of a line or circle [m/s]
  std::string (*speed_share)(double share) = nullptr;          ///< option of a joint move
  std::string (*acceleration)(double acceleration) = nullptr;  ///< of a line or circle [m/s^2]
  std::string (*fly_by)(FlyBy fly_by, double size) = nullptr;  ///< option; size as Move has it
  /// Option that sets one limit of a move; empty where its line cannot say it.
  std::string (*limit)(MovePart part, const MoveLimits& limits) = nullptr;
  bool names_targets = false;  ///< a move is named by its instruction and its target: "MoveL p20"

  std::string_view word(MoveKind kind) const { return at(moves, kind); }
  std::string_view statement(MoveKind kind) const { return at(statements, kind); }
  std::string_view word(OrientationMode mode) const { return at(orientation_modes, mode); }
  std::string_view word(FlyBy fly_by_word) const { return at(fly_bys, fly_by_word); }

 private:
  template <class Words, class Enumeration>
  static std::string_view at(const Words& words, Enumeration value) {
    return words[static_cast<std::size_t>(value)];
  }
};

/// "target 's5'", or "the target" where the program has no name for it.
std::string target_text(const Move& move);
/// "lin"; where the program writes another word for it, that: "MoveLDO".
std::string_view word_of(const Dialect& dialect, const Move& move);
/// "move lin to target 's5'", "MoveL p20": how messages name a move.
std::string text_of(const Dialect& dialect, const Move& move);

}  // namespace erfd
