// What the readers of industrial languages have in common: one text of several files, findings at
// their places, limits of size.
#pragma once

#include "erfd/program/read_program.hpp"

#include "program/script/machine.hpp"

#include <functional>
#include <limits>
#include <span>

namespace erfd::script {

using Reader = std::function<void(const Source&, Findings&, Program&)>;

/// Never throws for a bad program.
ReadProgram read_script(std::span<const ProgramText> files, const Dialect& dialect,
                        std::string_view too_large, const Reader& reader);

}  // namespace erfd::script
