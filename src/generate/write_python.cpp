// Python without packages: lists in, lists out; the file run as a program checks itself.
#include "erfd/base/text.hpp"

#include "generate/languages.hpp"

#include <fmt/format.h>

namespace erfd::generate {
namespace {

struct PythonNotation : Notation {
  std::string element(const RecordedArgument& a, int index) const override {
    return fmt::format("{}[{}]", a.name, index);
  }
  std::string number(double value) const override {
    const std::string text = shortest(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
};

/// Results as a list, of rows where it is a matrix.
std::string list_of(const RecordedArgument& a, const std::vector<std::string>& all,
                    std::size_t& at) {
  std::string text = "[";
  for (int row = 0; row < a.rows; ++row) {
    if (a.columns > 1) text += row > 0 ? "\n         [" : "[";
    for (int column = 0; column < a.columns; ++column)
      text += all[at++] + (column + 1 < a.columns ? ", " : "");
    text += a.columns > 1 ? "]" : "";
    if (row + 1 < a.rows) text += a.columns > 1 ? "," : ",\n        ";
  }
  return text + "]";
}

void python_function(const CodeFunction& f, std::string& text) {
  const RecordedFunction& r = f.recorded;
  std::string arguments, results;
  for (const RecordedArgument& a : r.inputs) arguments += (arguments.empty() ? "" : ", ") + a.name;
  text += fmt::format("\n\ndef {}({}):\n    \"\"\"Gives", f.name, arguments);
  for (const RecordedArgument& a : r.outputs) text += ' ' + a.name;
  text += ".\n\n";
  for (const auto* list : {&r.inputs, &r.outputs})
    for (const RecordedArgument& a : *list) text += "    " + description_of(a) + '\n';
  text += "    \"\"\"\n";
  const Statements s = statements_of(r, PythonNotation());
  for (const Statement& step : s.steps)
    text += fmt::format("    {} = {}\n", step.name, step.expression);
  std::size_t at = 0;
  for (const RecordedArgument& a : r.outputs)
    results += (results.empty() ? "" : ", ") + list_of(a, s.results, at);
  text += "    return " + results + '\n';
}

std::string tuple_of(const std::vector<double>& values) {
  return "[\n" + number_list(values, [](double x) { return shortest(x); }, "            ") + "]";
}

void python_check(const CodeFunction& f, const CheckState& state, std::string& text) {
  std::string slices;
  int at = 0;
  for (const RecordedArgument& a : f.recorded.inputs) {
    slices += fmt::format("x[{}:{}], ", at, at + a.size());
    at += a.size();
  }
  slices.resize(slices.size() - 2);
  text += fmt::format(
      "    x = {}\n    right = {}\n    found = _flat({}({}))\n"
      "    wrong += sum(not abs(a - b) <= {} for a, b in zip(found, right)) + "
      "(len(found) != len(right))\n",
      tuple_of(state.inputs), tuple_of(state.outputs), f.name, slices, shortest(state.allowed));
}

}  // namespace

std::string write_python(const CodeFile& file) {
  std::vector<std::string> head = file.head;
  head.push_back("");
  head.push_back("Run as a program the file checks itself: exit status 0 right, 1 wrong.");
  std::string text = commented(head, "#") + "from math import cos, sin, sqrt  # noqa: F401\n";
  for (const CodeFunction& f : file.functions) python_function(f, text);
  text += R"(

def _flat(value):
    return [x for part in value for x in _flat(part)] if isinstance(value, (list, tuple)) else [value]


def self_test():
    """The number of results that differ from what they should be."""
    wrong = 0
)";
  for (const CodeFunction& f : file.functions)
    for (const CheckState& state : f.checks) python_check(f, state, text);
  return text + R"(    return wrong


if __name__ == "__main__":
    import sys
    sys.exit(1 if self_test() else 0)
)";
}

}  // namespace erfd::generate
