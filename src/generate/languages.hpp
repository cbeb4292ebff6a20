// One writer a language. Private to the layer.
#pragma once

#include "erfd/generate/write_code.hpp"

#include "generate/statements.hpp"

#include <functional>

namespace erfd::generate {

/// Results of the reference algorithms for one state, and what a correct program may differ by.
struct CheckState {
  std::vector<double> inputs, outputs;
  double allowed = 0;
};

/// All that a writer needs of one function.
struct CodeFunction {
  RecordedFunction recorded;
  std::vector<CheckState> checks;
  std::string name;  ///< "lola15_id"
};

struct CodeFile {
  std::string name;  ///< of the robot as an identifier
  std::vector<CodeFunction> functions;
  std::vector<std::string> head;  ///< lines of the comment at the top
  CodeSettings settings;
};

std::string write_c(const CodeFile& file);
std::string write_matlab(const CodeFile& file);
std::string write_python(const CodeFile& file);
std::string write_latex(const CodeFile& file);

/// "a, b, c" of numbers as the language writes them, broken into lines.
std::string number_list(const std::vector<double>& values,
                        const std::function<std::string(double)>& number,
                        const std::string& indent);

/// Lines of a comment, broken where they are long, each behind `mark`.
std::string commented(const std::vector<std::string>& lines, const std::string& mark);

/// "q", "6 x 6": size, unit and meaning of an argument.
std::string description_of(const RecordedArgument& argument);

}  // namespace erfd::generate
