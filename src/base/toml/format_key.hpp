// The first key of every file of ours: what kind of file it is. Private to readers of TOML.
#pragma once

#include "base/toml/table_reader.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace erfd {

/// Demands format = "name".
inline void read_format(TableReader& top, std::string_view name) {
  const std::string format = top.text("format");
  if (!top.has("format"))
    top.missing("format", "format", fmt::format("write format = \"{}\" at the top", name));
  else if (!format.empty() && format != name)
    top.error("format", top.at("format"),
              fmt::format("format is {}, expected \"{}\"", in_quotes(format), name));
}

}  // namespace erfd
