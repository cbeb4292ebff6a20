// Other numbers in the line of a move.
#include "erfd/base/text.hpp"
#include "erfd/program/dialect.hpp"
#include "erfd/program/text_edit.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace erfd {
namespace {

using LimitNumber = std::optional<double> MoveLimits::*;

/// The numbers of a move that may be lowered, and where a program writes them.
constexpr std::pair<MovePart, LimitNumber> lowered_parts[] = {
    {MovePart::speed, &MoveLimits::speed},
    {MovePart::acceleration, &MoveLimits::acceleration},
    {MovePart::deceleration, &MoveLimits::deceleration},
    {MovePart::speed_share, &MoveLimits::speed_share},
    {MovePart::acceleration_share, &MoveLimits::acceleration_share},
    {MovePart::deceleration_share, &MoveLimits::deceleration_share},
    {MovePart::turn_speed, &MoveLimits::turn_speed},
    {MovePart::turn_acceleration, &MoveLimits::turn_acceleration},
};

/// Three digits, four of a number that begins with 1; never more than the value.
double rounded_down_value(double value) {
  if (!(value > 0)) return value;
  const double decade = std::floor(std::log10(value) + 1e-12);
  const double first = value / std::pow(10, decade);
  const double unit = std::pow(10, decade - (first < 2 ? 3 : 2));
  const double rounded = std::floor(value / unit * (1 + 1e-12)) * unit;
  return std::stod(with_digits(rounded, 6));
}

const WrittenPart* part_in(const Move& move, MovePart part) {
  const auto found = std::find_if(move.written.begin(), move.written.end(),
                                  [part](const WrittenPart& w) { return w.part == part; });
  return found == move.written.end() ? nullptr : &*found;
}

/// "speed=0.5m/s" with another number in its place; empty where the value is no plain number.
std::string with_other_number(const std::string& written, double ratio) {
  const std::size_t equals = written.find('=');
  const std::size_t begin =
      equals == std::string::npos ? 0 : written.find_first_not_of(" \t", equals + 1);
  if (begin >= written.size()) return "";
  double number = 0;
  const char* const end = written.data() + written.size();
  const auto read = std::from_chars(written.data() + begin, end, number);
  if (read.ec != std::errc() || !(number > 0)) return "";
  const std::string unit(read.ptr, end);
  if (unit.find_first_of("+-*(){}[]^,;") != std::string::npos) return "";
  return written.substr(0, begin) + shortest(rounded_down_value(number * ratio)) + unit;
}

/// Behind what the line says of the move.
Location end_of_parts(const Instruction& was) {
  const auto& written = std::get<Move>(was.action).written;
  Location last = written.empty() ? was.end : written.front().range.end;
  for (const WrittenPart& part : written)
    if (std::pair(part.range.end.line, part.range.end.column) > std::pair(last.line, last.column))
      last = part.range.end;
  return last;
}

}  // namespace

std::optional<std::vector<TextEdit>> edits_of_move(const Program& program, std::string_view text,
                                                   const Instruction& was, const Move& now) {
  const Move& before = std::get<Move>(was.action);
  const Dialect& dialect = *program.dialect;
  std::vector<TextEdit> edits;
  const Location behind = end_of_parts(was);
  std::string added;
  for (const auto& [part, limit] : lowered_parts) {
    const std::optional<double>&old = before.limits.*limit, &wanted = now.limits.*limit;
    if (old == wanted || !wanted) continue;
    MoveLimits rounded = now.limits;
    rounded.*limit = rounded_down_value(*wanted);
    const std::string other = dialect.limit ? dialect.limit(part, rounded) : "";
    const WrittenPart* const place = part_in(before, part);
    std::string same_unit;
    if (place != nullptr && old)
      same_unit = with_other_number(text_at(text, place->range), *wanted / *old);
    if (other.empty() && same_unit.empty()) return std::nullopt;
    if (place != nullptr)
      edits.push_back({place->range, same_unit.empty() ? other : same_unit});
    else
      added += " " + other;
  }
  if (before.fly_by != now.fly_by || before.fly_by_size != now.fly_by_size) {
    const WrittenPart* const place = part_in(before, MovePart::fly_by);
    if (dialect.fly_by == nullptr || place == nullptr) return std::nullopt;
    edits.push_back({place->range, dialect.fly_by(now.fly_by, now.fly_by_size)});
  }
  if (!added.empty()) edits.push_back({{behind, behind}, added});
  return edits;
}

}  // namespace erfd
