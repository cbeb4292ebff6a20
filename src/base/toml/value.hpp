// A TOML document as data: every key and value with its place.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace erfd {

struct TomlTable;
struct TomlArray;

/// Stands for a value that could not be read; the finding has been reported.
struct TomlBroken {};

struct TomlValue {
  using Data = std::variant<TomlBroken, std::string, std::int64_t, double, bool,
                            std::unique_ptr<TomlArray>, std::unique_ptr<TomlTable>>;
  Location at;
  Data data;

  bool broken() const { return std::holds_alternative<TomlBroken>(data); }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const TomlArray* array() const { return pointee(std::get_if<std::unique_ptr<TomlArray>>(&data)); }
  const TomlTable* table() const { return pointee(std::get_if<std::unique_ptr<TomlTable>>(&data)); }

 private:
  template <class T>
  static const T* pointee(const std::unique_ptr<T>* held) {
    return held ? held->get() : nullptr;
  }
};

struct TomlArray {
  std::vector<TomlValue> items;
  bool of_tables = false;  ///< made by [[headers]], so that more headers may add to it
};

struct TomlMember {
  std::string key;
  Location at;  ///< of the key
  TomlValue value;
};

/// How a table came to be decides who may add to it.
enum class TomlTableKind {
  implied,  ///< named on the way to another header: a header of its own may follow
  header,   ///< [name] or [[name]]
  dotted,   ///< a.b = 1: further dotted keys may add to it
  inlined   ///< { ... }: closed
};

struct TomlTable {
  Location at;
  TomlTableKind kind = TomlTableKind::header;
  bool incomplete = false;  ///< some of its lines could not be read: missing keys mean nothing
  std::vector<TomlMember> members;  ///< in file order

  TomlMember* find(std::string_view key) {
    const auto found = places_.find(key);
    return found == places_.end() ? nullptr : &members[found->second];
  }
  const TomlMember* find(std::string_view key) const {
    return const_cast<TomlTable*>(this)->find(key);
  }
  /// Appends a member whose key is new.
  TomlMember& add(TomlMember member) {
    places_.emplace(member.key, members.size());
    return members.emplace_back(std::move(member));
  }

 private:
  std::map<std::string, std::size_t, std::less<>> places_;  // keeps look-up quick in hostile files
};

}  // namespace erfd
