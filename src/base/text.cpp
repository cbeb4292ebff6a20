#include "erfd/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view colour_start = "\033[";

bool starts_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// Number of bytes that the first `columns` code points take.
std::size_t bytes_of(std::string_view utf8, std::size_t columns) {
  std::size_t at = 0;
  for (; at < utf8.size(); ++at) {
    if (!starts_code_point(utf8[at])) continue;
    if (columns == 0) break;
    --columns;
  }
  return at;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    const std::size_t length = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return words;
}

std::string without_sign_of_zero(std::string number) {
  const bool is_zero = number.find_first_of("123456789") == number.npos;
  if (is_zero && number.starts_with('-')) number.erase(0, 1);
  return number;
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < utf8.size(); ++at) {
    if (utf8.substr(at).starts_with(colour_start))
      at = std::min(utf8.find('m', at), utf8.size() - 1);
    else if (starts_code_point(utf8[at]))
      ++columns;
  }
  return columns;
}

std::string bold(std::string_view text, const TextStyle& style) {
  return style.colour ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
}

std::string toned(std::string_view text, Tone tone, const TextStyle& style) {
  if (!style.colour) return std::string(text);
  const int colour = tone == Tone::good ? 32 : tone == Tone::doubtful ? 33 : 31;
  return fmt::format("{0}{1}m{2}{0}39m", colour_start, colour, text);  // 39: as before, still bold
}

std::string cut_to_width(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  return width == 0 ? "" : std::string(utf8.substr(0, bytes_of(utf8, width - 1))) + "…";
}

std::string wrapped(std::string_view text, int width, int indent, int used) {
  const auto room = static_cast<std::size_t>(std::max(width, indent + 10));
  const auto margin = static_cast<std::size_t>(indent);
  std::string lines;
  auto column = static_cast<std::size_t>(used);
  bool line_is_empty = true;
  const auto new_line = [&] {
    lines += '\n' + std::string(margin, ' ');
    column = margin;
    line_is_empty = true;
  };
  for (std::string_view word : words_of(text)) {
    if (!line_is_empty && column + 1 + display_width(word) > room) new_line();
    if (!line_is_empty) {
      lines += ' ';
      ++column;
    }
    while (column + display_width(word) > room) {
      const std::size_t bytes = bytes_of(word, room - column);
      lines += word.substr(0, bytes);
      word.remove_prefix(bytes);
      new_line();
    }
    lines += word;
    column += display_width(word);
    line_is_empty = false;
  }
  return lines;
}

std::string shortest(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string with_decimals(double value, int decimals) {
  return without_sign_of_zero(fmt::format("{:.{}f}", value, decimals));
}

std::string amount_with_decimals(double value, int decimals) {
  const std::string text = with_decimals(value, decimals);
  const bool shows_nothing = value > 0 && text.find_first_not_of("0.") == text.npos;
  return shows_nothing ? fmt::format("less than {:.{}f}", std::pow(10.0, -decimals), decimals)
                       : text;
}

std::string with_digits(double value, int significant) {
  return without_sign_of_zero(fmt::format("{:.{}g}", value, significant));
}

std::string percent(double share) {
  int decimals = 0;
  if (share > 1 + 1e-9)  // as limits are judged
    for (double unit = 1; std::round(100 * share * unit) <= 100 * unit; unit *= 10) ++decimals;
  return fmt::format("{:.{}f}", 100 * share, decimals);
}

std::string counted(std::size_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

}  // namespace erfd
