#include "base/toml/table_writer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The keys that turn the origin `base` into `from`.
std::vector<std::string> differences(const Provenance& from, const Provenance& base) {
  std::vector<std::string> keys;
  if (from.source != base.source) keys.push_back("source = " + toml_text(from.source));
  if (from.estimated != base.estimated)
    keys.push_back(fmt::format("estimated = {}", from.estimated));
  if (from.measured != base.measured) keys.push_back(fmt::format("measured = {}", from.measured));
  if (from.spread != base.spread) keys.push_back(fmt::format("spread = {}", from.spread));
  if (from.note != base.note) keys.push_back("note = " + toml_text(from.note));
  return keys;
}

}  // namespace

std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else if (c == '\n')
      quoted += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string toml_number(double value) { return fmt::format("{}", value); }

RowText& RowText::raw(std::string_view key, std::string_view value) {
  text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", key, value);
  return *this;
}

RowText& RowText::number(std::string_view stem, UnitFamily family, double value) {
  return raw(fmt::format("{}{}", stem, family.front().ending), toml_number(value));
}

RowText& RowText::text(std::string_view key, std::string_view value) {
  return raw(key, toml_text(value));
}

void TableWriter::plain(std::string_view key, std::string value) {
  const auto first_with_origin =
      std::find_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.from; });
  lines_.insert(first_with_origin, {std::string(key), std::move(value), std::nullopt, false});
}

void TableWriter::text(std::string_view key, std::string_view value) {
  plain(key, toml_text(value));
}

void TableWriter::value(std::string key, std::string value, const Provenance& from) {
  lines_.push_back({std::move(key), std::move(value), from, false});
}

void TableWriter::number(std::string_view stem, UnitFamily family, const Field<double>& field) {
  if (field)
    value(fmt::format("{}{}", stem, family.front().ending), toml_number(field->value), field->from);
}

void TableWriter::row(std::string_view key, const RowText& row, const Provenance& from) {
  lines_.push_back({std::string(key), row.str(), from, true});
}

TableWriter& TableWriter::child(std::string header) {
  return children_.emplace_back(std::move(header));
}

Provenance TableWriter::most_common(const Provenance& inherited) const {
  const Provenance* best = &inherited;
  std::ptrdiff_t most = 0;
  for (const Line& line : lines_) {
    if (!line.from) continue;
    const auto count = std::count_if(lines_.begin(), lines_.end(),
                                     [&](const Line& l) { return l.from == line.from; });
    if (count > most) {
      most = count;
      best = &*line.from;
    }
  }
  return *best;
}

std::string TableWriter::lines(const Provenance& inherited, const Provenance& own) const {
  std::string text = header_.empty() ? "" : header_ + "\n";
  bool said = false;
  for (const Line& line : lines_) {
    if (line.from && !said) {
      for (const std::string& key : differences(own, inherited)) text += key + "\n";
      said = true;
    }
    const auto extra = line.from ? differences(*line.from, own) : std::vector<std::string>{};
    const std::string more = fmt::format("{}{}", extra.empty() ? "" : ", ", fmt::join(extra, ", "));
    if (line.is_row)
      text += fmt::format("{} = {{ {}{} }}\n", line.key, line.value, more);
    else if (!extra.empty())
      text += fmt::format("{} = {{ value = {}{} }}\n", line.key, line.value, more);
    else
      text += fmt::format("{} = {}\n", line.key, line.value);
  }
  return text;
}

std::string TableWriter::str(const Provenance& inherited) const {
  const Provenance own = most_common(inherited);
  std::string text = lines(inherited, own);
  for (const TableWriter& inner : children_) text += inner.str(own);
  return text;
}

std::string TableWriter::str_top(const Provenance& inherited) const {
  std::string text = lines(inherited, inherited);
  for (const TableWriter& inner : children_) text += "\n" + inner.str(inherited);
  return text;
}

}  // namespace erfd
