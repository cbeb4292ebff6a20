// Numbers and truth values of TOML 1.0, free of the locale.
#include "base/toml/scalars.hpp"

#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

bool is_digit(char c, int base = 10) {
  if (base == 16) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  return c >= '0' && c < '0' + base;
}

/// Moves the digits at the front of `word` to `digits`, without their underscores.
/// False when there are none, or an underscore does not stand between two digits.
bool take_digits(std::string_view& word, std::string& digits, int base = 10) {
  std::size_t i = 0;
  for (; i < word.size(); ++i) {
    if (word[i] == '_') {
      const bool between = i > 0 && is_digit(word[i - 1], base) && i + 1 < word.size() &&
                           is_digit(word[i + 1], base);
      if (!between) return false;
    } else if (is_digit(word[i], base)) {
      digits += word[i];
    } else {
      break;
    }
  }
  word.remove_prefix(i);
  return i > 0;
}

bool take_one_of(std::string_view& word, std::string_view characters) {
  if (word.empty() || characters.find(word[0]) == std::string_view::npos) return false;
  word.remove_prefix(1);
  return true;
}

TomlError bad_word(std::string_view word, Location at) {
  const auto error = [&](std::string_view trouble) {
    return TomlError{"toml-syntax", at, fmt::format("'{}' is not {}", word, trouble)};
  };
  const bool number = is_digit(word[0]) || word[0] == '+' || word[0] == '-' || word[0] == '.';
  if (!number) return error(fmt::format("a value; a text stands between quotes: \"{}\"", word));
  if (word.starts_with('.') || word.ends_with('.'))
    return error("a number; digits stand on both sides of the point");
  if (word.starts_with("0x") || word.starts_with("0o") || word.starts_with("0b"))
    return error("a number; check its digits");
  if (word.find('.') != word.rfind('.')) return error("a number; write one decimal point");
  if (word.find(':') != std::string_view::npos)
    return error("a number; write digits and a decimal point");
  const std::size_t letter = word.find_first_not_of("0123456789+-._");
  if (letter != std::string_view::npos)
    return error(
        fmt::format("a number; the unit stands in the key: mass_kg = {}", word.substr(0, letter)));
  if (word.find_first_of("123456789") > word.find('0'))
    return error("a number; leave out the zeros in front");
  return error("a number");
}

template <class Number, class... Base>
Number convert(const std::string& digits, std::string_view word, Location at, Base... base) {
  Number number{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base...);
  if (error != std::errc{})
    throw TomlError{"number-range", at,
                    fmt::format("number '{}' is out of the range of a {}; check its digits", word,
                                std::is_integral_v<Number> ? "64-bit integer" : "double")};
  if (end != digits.data() + digits.size()) throw bad_word(word, at);
  return number;
}

/// 0x1F, 0o17, 0b11
TomlValue::Data based_integer(std::string_view word, int base, Location at) {
  std::string digits;
  std::string_view rest = word.substr(2);
  if (!take_digits(rest, digits, base) || !rest.empty()) throw bad_word(word, at);
  return convert<std::int64_t>(digits, word, at, base);
}

TomlValue::Data decimal(std::string_view word, Location at) {
  std::string_view rest = word;
  std::string digits = word[0] == '-' ? "-" : "";
  take_one_of(rest, "+-");
  const bool leading_zero =
      rest.size() > 1 && rest[0] == '0' && (is_digit(rest[1]) || rest[1] == '_');
  if (leading_zero || !take_digits(rest, digits)) throw bad_word(word, at);
  if (rest.empty()) return convert<std::int64_t>(digits, word, at);

  if (take_one_of(rest, ".")) {
    digits += '.';
    if (!take_digits(rest, digits)) throw bad_word(word, at);
  }
  if (take_one_of(rest, "eE")) {
    digits += 'e';
    if (!rest.empty() && rest[0] == '-') digits += '-';
    take_one_of(rest, "+-");
    if (!take_digits(rest, digits)) throw bad_word(word, at);
  }
  if (!rest.empty()) throw bad_word(word, at);
  return convert<double>(digits, word, at);
}

bool looks_like_date(std::string_view word) {
  const auto digits = [&](std::size_t count, char mark) {
    if (word.size() <= count || word[count] != mark) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (!is_digit(word[i])) return false;
    return true;
  };
  return digits(4, '-') || digits(2, ':');
}

bool is_word_character(char c) {
  return is_bare_key_character(c) || c == '+' || c == '.' || c == ':';
}

}  // namespace

TomlValue::Data read_toml_word(Cursor& cursor) {
  const Location at = cursor.at();
  std::size_t length = 0;
  while (is_word_character(cursor.peek(length))) ++length;
  const std::string_view word = cursor.rest().substr(0, length);
  if (word.empty())
    throw TomlError{"toml-syntax", at, fmt::format("found {}, expected a value", cursor.found())};
  cursor.advance(length);

  if (word == "true") return true;
  if (word == "false") return false;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (word == "inf" || word == "+inf") return infinity;
  if (word == "-inf") return -infinity;
  if (word == "nan" || word == "+nan" || word == "-nan")
    return std::numeric_limits<double>::quiet_NaN();
  if (word.starts_with("0x")) return based_integer(word, 16, at);
  if (word.starts_with("0o")) return based_integer(word, 8, at);
  if (word.starts_with("0b")) return based_integer(word, 2, at);
  if (looks_like_date(word))
    throw TomlError{
        "toml-date", at,
        fmt::format("'{}': dates and times are not used here; write a text: \"{}\"", word, word)};
  return decimal(word, at);
}

}  // namespace erfd
