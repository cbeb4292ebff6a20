#include "base/toml/findings.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Escaped control characters of a file ("\u001b") must not reach a terminal.
/// Nor may one hostile key make a thousand messages of megabytes.
std::string printable(std::string message) {
  constexpr std::size_t longest = 2000;
  if (message.size() > longest) message = shortened(message, longest);
  std::replace_if(
      message.begin(), message.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return message;
}

}  // namespace

void Findings::error(std::string_view check, Location at, std::string message) {
  if (full()) return;
  ++errors_;
  if (full()) {
    diagnostics_.error("too-many-findings", at,
                       fmt::format("more than {} errors; the rest is not listed", most_errors));
    return;
  }
  diagnostics_.error(check, at, printable(std::move(message)));
}

void Findings::warning(std::string_view check, Location at, std::string message) {
  diagnostics_.warning(check, at, printable(std::move(message)));
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // whole characters
  return fmt::format("{}...", text.substr(0, end));
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", shortened(text)); }

}  // namespace erfd
