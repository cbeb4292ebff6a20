// Text for people: numbers, widths, line breaks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace erfd {

/// How text is laid out for its reader.
struct TextStyle {
  int width = 100;      ///< columns
  bool colour = false;  ///< ANSI colours, for terminals
};

/// Number of terminal columns of UTF-8 text, one a code point; what toned() adds takes none.
std::size_t display_width(std::string_view utf8);

/// Text in bold when the style has colours.
std::string bold(std::string_view text, const TextStyle& style);

/// What a word means for its reader.
enum class Tone { good, doubtful, bad };

/// Text in green, yellow or red when the style has colours. The words must say it, too.
std::string toned(std::string_view text, Tone tone, const TextStyle& style);

/// The first `width` columns of the text, the last of them "…" where something was cut off.
std::string cut_to_width(std::string_view utf8, std::size_t width);

/// Breaks text at spaces so that no line is wider than `width`. The first line starts in column
/// `used`, the others after `indent` spaces. A word that is wider than a line is broken.
std::string wrapped(std::string_view text, int width, int indent = 0, int used = 0);

/// The shortest decimal number that reads back as exactly the same double.
std::string shortest(double value);

/// With `decimals` digits behind the point; zero never carries a sign.
std::string with_decimals(double value, int decimals);

/// The same for an amount above zero that is told because it is there: "less than 0.01" in place of
/// "0.00".
std::string amount_with_decimals(double value, int decimals);

/// With at most `significant` digits and no trailing zeros.
std::string with_digits(double value, int significant = 6);

/// 1.48 as "148". What is beyond 1 is never "100": 1.00014 is "100.01".
std::string percent(double share);

/// "1 file", "3 files".
std::string counted(std::size_t count, std::string_view singular);

/// The text with '?' for control characters other than line feeds and tabs: names come from files and
/// arguments, and a terminal would obey what they hold.
inline std::string harmless(std::string text) {
  for (char& c : text) {
    const bool layout = c == '\n' || c == '\t';
    if ((static_cast<unsigned char>(c) < 0x20 && !layout) || c == 0x7f) c = '?';
  }
  return text;
}

}  // namespace erfd
