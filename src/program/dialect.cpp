#include "erfd/program/dialect.hpp"

#include <fmt/format.h>

namespace erfd {

const Dialect& plain_dialect() {
  static const Dialect dialect{
      .name = "",
      .moves = {"ptp", "lin", "circle"},
      .statements = {"move ptp", "move lin", "move circle"},
      .orientation_modes = {"a constant orientation", "a variable orientation",
                            "an orientation constant to the path",
                            "an orientation variable to the path", "a linear wrist"},
      .fly_bys = {"an exact stop", "a fly-by in joint space", "a rounded corner",
                  "a fly-by at speed"}};
  return dialect;
}

std::string_view word_of(const Dialect& dialect, const Move& move) {
  return move.word.empty() ? dialect.word(move.kind) : std::string_view(move.word);
}

std::string text_of(const Dialect& dialect, const Move& move) {
  if (dialect.names_targets) return fmt::format("{} {}", word_of(dialect, move), move.target_name);
  return fmt::format("{} to {}", dialect.statement(move.kind), target_text(move));
}

std::string target_text(const Move& move) {
  return move.target_name.empty() ? "the target" : fmt::format("target '{}'", move.target_name);
}

}  // namespace erfd
