// The part of TableReader that reads numbers: units, origins, lists.
#include "base/toml/table_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

std::string description_of(const TomlValue& value) {
  if (const std::string* const text = value.text())
    return fmt::format("a string {}", in_quotes(*text));
  if (const auto* const number = std::get_if<std::int64_t>(&value.data))
    return fmt::format("a number {}", *number);
  if (const auto* const number = std::get_if<double>(&value.data))
    return fmt::format("a number {}", *number);
  if (const bool* const truth = value.boolean()) return *truth ? "true" : "false";
  return value.array() ? "a list" : "a table";
}

/// "mass_kg = 1.0" for the text "1.0kg": the number that the author meant.
std::string cure_for_text(const std::string& text, std::string_view key) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data() || !std::isfinite(number)) return "";
  const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
  if (end == text.data() + text.size())
    return fmt::format("; leave the quotes out: {} = {}", key, digits);
  return fmt::format("; units are in the key: {} = {}", key, digits);
}

std::string count_of(const std::vector<std::size_t>& lengths) {
  return fmt::format("{}", fmt::join(lengths, " or "));
}

}  // namespace

void TableReader::wrong_type(const TomlValue& value, std::string_view key, Location at,
                             std::string_view expected) {
  const std::string* const text = value.text();
  const std::string cure = text && expected == "a number" ? cure_for_text(*text, key) : "";
  error("wrong-type", at,
        fmt::format("{} is {}, expected {}{}", key, description_of(value), expected, cure));
}

std::optional<TableReader::Found> TableReader::find(std::string_view stem, UnitFamily family,
                                                    Need need) {
  const TomlMember* first = nullptr;
  Unit first_unit;
  for (const Unit& unit : family) {
    const TomlMember* const member = ask(fmt::format("{}{}", stem, unit.ending));
    if (!member) continue;
    if (first) {
      error("unit-twice", member->at,
            fmt::format("{} and {} say the same; keep one", first->key, member->key));
    } else {
      first = member;
      first_unit = unit;
    }
  }
  if (!first && need == Need::required)
    missing("missing-key", fmt::format("{}{}", stem, family.front().ending));
  if (!first || first->value.broken()) return std::nullopt;
  Found found{first->key, first->at, &first->value, first_unit, heritage_.from};
  if (const TomlTable* const table = first->value.table()) return open_value_table(found, *table);
  note_origin(found);
  return found;
}

/// mass_kg = { value = 252, source = "...", estimated = true, note = "..." }
std::optional<TableReader::Found> TableReader::open_value_table(Found found,
                                                                const TomlTable& table) {
  TableReader inner(table, place_.empty() ? found.key : fmt::format("{}: {}", place_, found.key),
                    heritage_, *findings_);
  inner.with_origin();
  const TomlMember* const member = inner.ask("value");
  if (!member)
    inner.missing("missing-key", "value", fmt::format("write {} = {{ value = ... }}", found.key));
  inner.finish();
  if (!member || member->value.broken()) return std::nullopt;
  found.value = &member->value;
  found.from = inner.heritage_.from;
  std::swap(heritage_.estimated_at, inner.heritage_.estimated_at);
  note_origin(found);
  std::swap(heritage_.estimated_at, inner.heritage_.estimated_at);
  return found;
}

/// Remembers the origin of a number; an estimate must be explained. Numbers that share one
/// `estimated` share one warning.
void TableReader::note_origin(const Found& found) {
  origins_.push_back(found.from);
  if (!found.from.estimated || !found.from.note.empty() ||
      !findings_->first_at(heritage_.estimated_at))
    return;
  findings_->warning(
      "estimated-without-note", heritage_.estimated_at,
      fmt::format("{}: {} is estimated without a note; say how it was found: note = \"...\"",
                  place_.empty() ? "file" : place_, found.key));
}

Provenance TableReader::row_origin() const {
  if (origins_.empty()) return heritage_.from;
  Provenance all = origins_.front();
  const auto join = [](std::string& texts, const std::string& text) {
    if (text.empty() || texts.find(text) != std::string::npos) return;
    texts += texts.empty() ? text : "; " + text;
  };
  for (const Provenance& origin : origins_) {
    all.estimated = all.estimated || origin.estimated;
    all.measured = all.measured && origin.measured;
    all.spread = std::max(all.spread, origin.spread);
    join(all.source, origin.source);
    join(all.note, origin.note);
  }
  return all;
}

std::optional<double> TableReader::number_in(const TomlValue& value, const Found& found,
                                             bool convert) {
  double number = 0;
  if (const auto* const integer = std::get_if<std::int64_t>(&value.data)) {
    number = static_cast<double>(*integer);
  } else if (const auto* const real = std::get_if<double>(&value.data)) {
    number = *real;
  } else {
    wrong_type(value, found.key, found.at, "a number");
    return std::nullopt;
  }
  const double si = convert ? found.unit.to_si(number) : number;
  if (!std::isfinite(si)) {
    error("non-finite", value.at,
          fmt::format("{} = {} is not a finite number; write its value", found.key, number));
    return std::nullopt;
  }
  return si;
}

std::optional<std::vector<double>> TableReader::list_in(const TomlValue& value, const Found& found,
                                                        const std::vector<std::size_t>& lengths,
                                                        bool convert) {
  const TomlArray* const list = value.array();
  if (!list) {
    const std::string count = lengths.empty() ? "" : count_of(lengths) + " ";
    wrong_type(value, found.key, found.at, fmt::format("a list of {}numbers", count));
    return std::nullopt;
  }
  const bool fits =
      lengths.empty() || std::count(lengths.begin(), lengths.end(), list->items.size()) > 0;
  if (!fits) {
    error("list-length", found.at,
          fmt::format("{} has {} number{}, expected {}", found.key, list->items.size(),
                      plural(list->items.size()), count_of(lengths)));
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (const TomlValue& item : list->items) {
    Found element = found;
    element.key = fmt::format("{}[{}]", found.key, &item - list->items.data());
    element.at = item.at;
    if (const auto number = number_in(item, element, convert)) numbers.push_back(*number);
  }
  if (numbers.size() < list->items.size()) return std::nullopt;
  return numbers;
}

Field<double> TableReader::number(std::string_view stem, UnitFamily family, Need need) {
  const auto found = find(stem, family, need);
  const auto value = found ? number_in(*found->value, *found, true) : std::nullopt;
  if (!value) return std::nullopt;
  return Entry<double>{*value, found->at, found->from};
}

Field<std::vector<double>> TableReader::numbers(std::string_view stem, UnitFamily family,
                                                const std::vector<std::size_t>& lengths,
                                                Need need) {
  const auto found = find(stem, family, need);
  auto values = found ? list_in(*found->value, *found, lengths, true) : std::nullopt;
  if (!values) return std::nullopt;
  return Entry<std::vector<double>>{std::move(*values), found->at, found->from};
}

std::optional<WrittenNumbers> TableReader::one_or_more(std::string_view stem, UnitFamily family) {
  const auto found = find(stem, family, Need::optional);
  if (!found) return std::nullopt;
  std::optional<std::vector<double>> values;
  if (found->value->array())
    values = list_in(*found->value, *found, {}, false);
  else if (const auto one = number_in(*found->value, *found, false))
    values = {*one};
  if (!values) return std::nullopt;
  return WrittenNumbers{std::move(*values), found->unit, found->key, found->at};
}

std::pair<Field<std::vector<double>>, Unit> TableReader::numbers_as_written(std::string_view stem,
                                                                            UnitFamily family) {
  const auto found = find(stem, family, Need::optional);
  auto values = found ? list_in(*found->value, *found, {}, false) : std::nullopt;
  if (!values) return {std::nullopt, family.front()};
  return {Entry<std::vector<double>>{std::move(*values), found->at, found->from}, found->unit};
}

Field<Triple> TableReader::triple(std::string_view stem, UnitFamily family, Need need) {
  const auto list = numbers(stem, family, {3}, need);
  if (!list) return std::nullopt;
  return Entry<Triple>{{list->value[0], list->value[1], list->value[2]}, list->at, list->from};
}

Field<std::array<double, 6>> TableReader::inertia(std::string_view stem) {
  const auto list = numbers(stem, units::inertia, {3, 6});
  if (!list) return std::nullopt;
  Entry<std::array<double, 6>> entry{{}, list->at, list->from};
  std::copy(list->value.begin(), list->value.end(), entry.value.begin());
  return entry;
}

Field<std::vector<std::vector<double>>> TableReader::matrix(std::string_view key, Need need) {
  const auto found = find(key, units::none, need);
  if (!found) return std::nullopt;
  const TomlArray* const rows = found->value->array();
  if (!rows) {
    wrong_type(*found->value, key, found->at, "a list of rows: [[1, 0], [0, 1]]");
    return std::nullopt;
  }
  Entry<std::vector<std::vector<double>>> entry{{}, found->at, found->from};
  for (const TomlValue& item : rows->items) {
    Found row = *found;
    row.key = fmt::format("{}[{}]", key, &item - rows->items.data());
    row.at = item.at;
    const auto first =
        entry.value.empty() ? std::vector<std::size_t>{} : std::vector{entry.value.front().size()};
    auto numbers = list_in(item, row, first, true);
    if (!numbers) return std::nullopt;
    entry.value.push_back(std::move(*numbers));
  }
  return entry;
}

namespace {

std::vector<Unit> both(const JointUnits& units) {
  std::vector<Unit> all(units.turning.begin(), units.turning.end());
  all.insert(all.end(), units.sliding.begin(), units.sliding.end());
  return all;
}

}  // namespace

UnitFamily TableReader::pick(const JointKey& key, JointMotion motion) {
  const Key turning = key.as(JointMotion::turning), sliding = key.as(JointMotion::sliding);
  if (motion == JointMotion::none) {
    for (const Key& refused : {turning, sliding})
      refuse(refused.stem, refused.family, "fixed-joint",
             "is given, but the joint is fixed; leave it out");
    return {};
  }
  const bool slides = motion == JointMotion::sliding;
  const Key& right = slides ? sliding : turning;
  const Key& wrong = slides ? turning : sliding;
  refuse(wrong.stem, wrong.family, "wrong-unit",
         fmt::format("is {}, but the joint is {}; write {}{}",
                     slides ? key.units.turning_name : key.units.sliding_name,
                     slides                            ? "prismatic"
                     : motion == JointMotion::screwing ? "helical"
                                                       : "revolute",
                     right.stem, right.family.front().ending));
  return right.family;
}

Field<double> TableReader::joint_number(const JointKey& key, std::optional<JointMotion> motion) {
  const Key turning = key.as(JointMotion::turning), sliding = key.as(JointMotion::sliding);
  const Key right = key.as(motion.value_or(JointMotion::turning));
  Field<double> read;
  if (motion) {
    if (const UnitFamily family = pick(key, *motion); !family.empty())
      read = number(right.stem, family);
  } else if (turning.stem == sliding.stem) {
    read = number(key.stem, both(key.units));
  } else {
    read = number(sliding.stem, sliding.family);
    if (const auto turned = number(turning.stem, turning.family)) read = turned;
  }
  if (key.need == Need::required && !has(turning) && !has(sliding))
    missing("missing-key", fmt::format("{}{}", right.stem, right.family.front().ending));
  return read;
}

Field<std::vector<double>> TableReader::joint_range(const JointKey& key,
                                                    std::optional<JointMotion> motion) {
  if (!motion) return numbers(key.stem, both(key.units), {2});
  const UnitFamily family = pick(key, *motion);
  return family.empty() ? std::nullopt : numbers(key.stem, family, {2});
}

}  // namespace erfd
