#include "base/toml/tree.hpp"

#include "base/toml/cursor.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

[[noreturn]] void taken(const TomlKey& key, const TomlMember& first) {
  throw TomlError{"toml-duplicate", key.at,
                  fmt::format("'{}' is given already at {}:{}; a key or table is given once",
                              key.name, first.at.line, first.at.column)};
}

TomlTable& add_table(TomlTable& parent, const TomlKey& key, TomlTableKind kind) {
  auto table = std::make_unique<TomlTable>();
  table->at = key.at;
  table->kind = kind;
  TomlTable& added = *table;
  parent.add({key.name, key.at, TomlValue{key.at, std::move(table)}});
  return added;
}

TomlTable* table_in(TomlMember& member) {
  auto* held = std::get_if<std::unique_ptr<TomlTable>>(&member.value.data);
  return held ? held->get() : nullptr;
}

TomlArray* array_in(TomlMember& member) {
  auto* held = std::get_if<std::unique_ptr<TomlArray>>(&member.value.data);
  return held ? held->get() : nullptr;
}

/// The table that `key` names on the way to a header; of a list of tables the last one.
TomlTable& walk(TomlTable& table, const TomlKey& key) {
  TomlMember* const member = table.find(key.name);
  if (!member) return add_table(table, key, TomlTableKind::implied);
  if (TomlTable* const next = table_in(*member); next && next->kind != TomlTableKind::inlined)
    return *next;
  if (TomlArray* const list = array_in(*member); list && list->of_tables)
    return *std::get<std::unique_ptr<TomlTable>>(list->items.back().data);
  taken(key, *member);
}

TomlTable& walk_to_last(TomlTable& root, const std::vector<TomlKey>& path) {
  TomlTable* table = &root;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) table = &walk(*table, path[i]);
  return *table;
}

}  // namespace

TomlTable& open_table(TomlTable& root, const std::vector<TomlKey>& path, Location at) {
  TomlTable& parent = walk_to_last(root, path);
  TomlMember* const member = parent.find(path.back().name);
  if (!member) {
    TomlTable& added = add_table(parent, path.back(), TomlTableKind::header);
    added.at = at;
    return added;
  }
  TomlTable* const table = table_in(*member);
  if (!table || table->kind != TomlTableKind::implied) taken(path.back(), *member);
  table->kind = TomlTableKind::header;
  table->at = at;
  return *table;
}

TomlTable& open_list_item(TomlTable& root, const std::vector<TomlKey>& path, Location at) {
  TomlTable& parent = walk_to_last(root, path);
  TomlMember* member = parent.find(path.back().name);
  if (!member) {
    auto list = std::make_unique<TomlArray>();
    list->of_tables = true;
    member = &parent.add({path.back().name, path.back().at, TomlValue{at, std::move(list)}});
  }
  TomlArray* const list = array_in(*member);
  if (!list || !list->of_tables) taken(path.back(), *member);
  auto item = std::make_unique<TomlTable>();
  item->at = at;
  TomlTable& added = *item;
  TomlValue& value = list->items.emplace_back();
  value.at = at;
  value.data = std::move(item);
  return added;
}

TomlMember& add_member(TomlTable& table, const std::vector<TomlKey>& path, TomlValue value) {
  TomlTable* parent = &table;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    TomlMember* const member = parent->find(path[i].name);
    TomlTable* const next =
        member ? table_in(*member) : &add_table(*parent, path[i], TomlTableKind::dotted);
    if (!next || next->kind != TomlTableKind::dotted) taken(path[i], *member);
    parent = next;
  }
  if (const TomlMember* const first = parent->find(path.back().name)) taken(path.back(), *first);
  return parent->add({path.back().name, path.back().at, std::move(value)});
}

}  // namespace erfd
