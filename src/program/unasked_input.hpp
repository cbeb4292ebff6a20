// A slip in the name of an input would leave the program as it is without a word.
#pragma once

#include "erfd/base/choices.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace erfd::reading {

inline std::string unasked_input(const std::string& name, const std::vector<std::string>& asked) {
  return fmt::format("input '{}': the program asks for nothing of that name{}", name,
                     did_you_mean(name, asked));
}

}  // namespace erfd::reading
