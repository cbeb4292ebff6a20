#include "base/toml/table_reader.hpp"

#include "erfd/base/choices.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {

TableReader::TableReader(const TomlTable& table, std::string place, Heritage inherited,
                         Findings& findings)
    : table_(&table),
      place_(std::move(place)),
      heritage_(std::move(inherited)),
      findings_(&findings) {}

TableReader& TableReader::with_origin() {
  if (ask("source")) heritage_.from.source = text("source");
  if (ask("note")) heritage_.from.note = text("note");
  if (const TomlMember* const estimated = say_origin("estimated", heritage_.from.estimated))
    heritage_.estimated_at = estimated->at;
  say_origin("measured", heritage_.from.measured);
  read_spread();
  return *this;
}

/// @return the key, where it holds true or false
const TomlMember* TableReader::say_origin(std::string_view key, bool& said) {
  const TomlMember* const member = ask(key);
  if (!member || member->value.broken()) return nullptr;
  const bool* const value = member->value.boolean();
  if (value)
    said = *value;
  else
    wrong_type(member->value, key, member->at, "true or false");
  return value ? member : nullptr;
}

void TableReader::read_spread() {
  const TomlMember* const member = ask("spread");
  if (!member || member->value.broken()) return;
  const auto* const number = std::get_if<double>(&member->value.data);
  if (number && *number > 0 && std::isfinite(*number))
    heritage_.from.spread = *number;
  else
    wrong_type(member->value, "spread", member->at, "a share above 0, as 0.3 for 30 %");
}

/// Looks a key up and makes it known.
const TomlMember* TableReader::ask(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_->find(key);
}

const TomlMember* TableReader::find_key(std::string_view stem, UnitFamily family) const {
  for (const Unit& unit : family)
    if (const TomlMember* const member = table_->find(fmt::format("{}{}", stem, unit.ending)))
      return member;
  return nullptr;
}

Location TableReader::at(std::string_view key) const {
  const TomlMember* const member = table_->find(key);
  return member ? member->at : table_->at;
}

void TableReader::error(std::string_view check, Location at, std::string_view message) {
  if (!findings_->full())
    findings_->error(
        check, at, place_.empty() ? std::string(message) : fmt::format("{}: {}", place_, message));
}

void TableReader::missing(std::string_view check, std::string_view key, std::string_view cure) {
  if (table_->incomplete || is_change_) return;
  error(check, at(), fmt::format("missing key '{}'{}{}", key, cure.empty() ? "" : "; ", cure));
}

void TableReader::refuse(std::string_view stem, UnitFamily family, std::string_view check,
                         std::string_view why) {
  for (const Unit& unit : family) {
    const TomlMember* const member = table_->find(fmt::format("{}{}", stem, unit.ending));
    if (!member) continue;
    ask(member->key);
    error(check, member->at, fmt::format("{} {}", member->key, why));
  }
}

std::string TableReader::text(std::string_view key, Need need) {
  const TomlMember* const member = ask(key);
  if (!member) {
    if (need == Need::required) missing("missing-key", key);
    return {};
  }
  if (member->value.broken()) return {};
  const std::string* const text = member->value.text();
  if (!text)
    wrong_type(member->value, key, member->at, "a text in quotes");
  else if (text->empty() && need == Need::required)
    error("empty-text", member->at, fmt::format("{} is empty; give it a text", key));
  return text ? *text : std::string();
}

std::optional<bool> TableReader::boolean(std::string_view key) {
  const TomlMember* const member = ask(key);
  if (!member || member->value.broken()) return std::nullopt;
  if (const bool* const said = member->value.boolean()) return *said;
  wrong_type(member->value, key, member->at, "true or false");
  return std::nullopt;
}

std::vector<std::string> TableReader::texts(std::string_view key) {
  const TomlMember* const member = ask(key);
  if (!member || member->value.broken()) return {};
  const TomlArray* const list = member->value.array();
  if (!list) {
    wrong_type(member->value, key, member->at, "a list of texts");
    return {};
  }
  std::vector<std::string> all;
  for (const TomlValue& item : list->items) {
    if (const std::string* const text = item.text())
      all.push_back(*text);
    else
      wrong_type(item, fmt::format("{}[{}]", key, &item - list->items.data()), item.at,
                 "a text in quotes");
  }
  return all;
}

std::optional<std::size_t> TableReader::choice(std::string_view key,
                                               const std::vector<std::string>& words, Need need) {
  const std::string chosen = text(key, need);
  const TomlMember* const member = table_->find(key);
  if (!member || !member->value.text()) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), chosen);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string near = nearest_word(chosen, words);
  error("unknown-word", member->at,
        fmt::format("{} is {}, expected one of \"{}\"{}", key, in_quotes(chosen),
                    fmt::join(words, "\", \""),
                    near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
  return std::nullopt;
}

std::optional<TableReader> TableReader::table(std::string_view key, Need need) {
  const TomlMember* const member = ask(key);
  if (!member) {
    if (need == Need::required) missing("missing-key", key);
    return std::nullopt;
  }
  if (member->value.broken()) return std::nullopt;
  if (const TomlTable* const inner = member->value.table()) {
    std::string name = place_.empty() ? std::string(key) : fmt::format("{}: {}", place_, key);
    TableReader reader(*inner, std::move(name), heritage_, *findings_);
    reader.is_change_ = is_change_;
    return reader;
  }
  wrong_type(member->value, key, member->at, "a table");
  return std::nullopt;
}

const TomlArray* TableReader::list_of_tables(std::string_view key) {
  const TomlMember* const member = ask(key);
  if (!member || member->value.broken()) return nullptr;
  const TomlArray* const list = member->value.array();
  if (!list)
    wrong_type(member->value, key, member->at,
               place_.empty() ? fmt::format("a list of tables: [[{}]]", key)
                              : "a list of tables: [{ ... }]");
  return list;
}

std::optional<TableReader> TableReader::item(std::string_view key, const TomlArray& list,
                                             std::size_t i) {
  const TomlValue& value = list.items[i];
  const TomlTable* const inner = value.table();
  if (!inner) {
    wrong_type(value, fmt::format("{}[{}]", key, i), value.at, "a table");
    return std::nullopt;
  }
  const TomlMember* const name = inner->find("name");
  const bool named = name && name->value.text() && !name->value.text()->empty();
  const std::string label = named ? fmt::format("{} '{}'", key, shortened(*name->value.text()))
                                  : fmt::format("{} {}", key, i + 1);
  return TableReader(*inner, place_.empty() ? label : fmt::format("{}: {}", place_, label),
                     heritage_, *findings_);
}

void TableReader::finish() {
  for (const TomlMember& member : table_->members) {
    if (findings_->full()) return;
    if (std::find(known_.begin(), known_.end(), member.key) == known_.end())
      error("unknown-key", member.at,
            fmt::format("unknown key '{}'{}", member.key, suggestion(member.key)));
  }
}

/// A key that lacks only its unit is nearer than any key of similar letters.
std::string TableReader::suggestion(const std::string& key) const {
  const auto longer = std::find_if(known_.begin(), known_.end(), [&](const std::string& known) {
    return known.starts_with(key + "_");
  });
  if (longer != known_.end()) return did_you_mean(*longer, known_);
  return did_you_mean(key, known_, fmt::format(" (known: {})", fmt::join(known_, ", ")));
}

}  // namespace erfd
