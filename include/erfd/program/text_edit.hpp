// Changing a text in a few places, and nothing else of it.
#pragma once

#include "erfd/program/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What shall stand in place of a stretch of a text; an empty stretch inserts.
struct TextEdit {
  SourceRange range;
  std::string text;
  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

/// What stands in a stretch. @throws Error where it is not in the text
std::string text_at(std::string_view text, const SourceRange& range);

/// The text with the edits; every other byte as it was. Equal edits count once.
/// @throws Error for a place that is not in the text, or edits that overlap
std::string edited(std::string_view text, std::vector<TextEdit> edits);

/// How many lines of the text the edits touch.
int lines_touched(const std::vector<TextEdit>& edits);

/// What changes from one text to the other, as `diff -u` shows it, with `context` lines around; empty
/// where nothing does.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view name,
                         int context = 3);

/// Edits that give a move other limits and another fly-by, as its language writes them: only the numbers
/// that differ, in their own unit, rounded down. A value that is no plain number is replaced in this line
/// alone.
/// @param text   of the program, whose instruction `was` is
/// @param now    the move with other limits or another fly-by
/// @return nullopt where the language cannot say it in the line of the move
std::optional<std::vector<TextEdit>> edits_of_move(const Program& program, std::string_view text,
                                                   const Instruction& was, const Move& now);

}  // namespace erfd
