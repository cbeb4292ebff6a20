// A recording as statements: what is needed once stands where it is needed, the rest gets a name.
#pragma once

#include "erfd/generate/record.hpp"

namespace erfd::generate {

/// How a language writes the parts of an expression.
struct Notation {
  std::string sine = "sin", cosine = "cos", root = "sqrt";
  std::string product = " * ";
  bool fractions = false;    ///< \frac{1}{x}
  std::size_t longest = 90;  ///< an expression that is longer gets a name
  virtual ~Notation() = default;
  /// Element `index` of an argument.
  virtual std::string element(const RecordedArgument& argument, int index) const = 0;
  virtual std::string number(double value) const = 0;
  /// The name of something that is used more than once: "s2" and "c2" of a joint angle, else "t17".
  virtual std::string name(const std::string& plain) const { return plain; }
};

struct Statement {
  std::string name, expression;
};

struct Statements {
  std::vector<Statement> steps;      ///< in order
  std::vector<std::string> results;  ///< expressions, one an output
};

Statements statements_of(const RecordedFunction& recorded, const Notation& notation);

}  // namespace erfd::generate
