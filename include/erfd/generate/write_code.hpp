// Recorded functions as text in a programming language, or as formulas to read.
#pragma once

#include "erfd/generate/record.hpp"

namespace erfd {

enum class CodeLanguage { c, cpp, matlab, python, latex };

struct CodeSettings {
  CodeLanguage language = CodeLanguage::c;
  bool single_precision = false;  ///< float instead of double, in C and C++
  bool batch = false;             ///< C and C++: also a form for arrays of states
  std::string name = {};          ///< of the functions: NAME_id; the robot's name if empty
  std::string origin = {};        ///< what the file was made of, for its first lines
};

/// One self-contained file with these functions of a robot: names, units and conventions in its head, code without
/// branches, and states whose results the reference algorithms gave, so that the receiver can check it.
/// @throws Error for settings that do not go together.
std::string write_code(const Model& model, std::span<const RobotFunction> functions,
                       const CodeSettings& settings);

/// "c", "c++", "matlab", "python", "latex". @throws Error for another word.
CodeLanguage code_language(std::string_view word);
/// ".c", ".cpp", ".m", ".py", ".tex"
std::string_view extension_of(CodeLanguage language);
/// A robot's name as an identifier: letters, digits and underscores.
std::string identifier_of(std::string_view name);

}  // namespace erfd
