// Grows the tree of a TOML document: who may add to which table.
#pragma once

#include "base/toml/value.hpp"

#include <string>
#include <vector>

namespace erfd {

struct TomlKey {
  std::string name;
  Location at;
};

/// The table of [path]. Throws TomlError if it cannot be opened (again).
TomlTable& open_table(TomlTable& root, const std::vector<TomlKey>& path, Location at);

/// A new item of [[path]]. Throws TomlError if the path names something else.
TomlTable& open_list_item(TomlTable& root, const std::vector<TomlKey>& path, Location at);

/// A new member, behind the tables that a dotted key names. Throws TomlError if the key is taken.
TomlMember& add_member(TomlTable& table, const std::vector<TomlKey>& path, TomlValue value);

}  // namespace erfd
