// Matlab (and Octave): one file NAME.m whose function gives handles of all functions.
#include "erfd/base/text.hpp"

#include "generate/languages.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::generate {
namespace {

struct MatlabNotation : Notation {
  MatlabNotation() { product = "*"; }
  std::string element(const RecordedArgument& a, int index) const override {
    if (a.columns == 1) return fmt::format("{}({})", a.name, index + 1);
    return fmt::format("{}({}, {})", a.name, index / a.columns + 1, index % a.columns + 1);
  }
  std::string number(double value) const override { return shortest(value); }
};

std::string joined(const std::vector<RecordedArgument>& arguments) {
  std::string list;
  for (const RecordedArgument& a : arguments) list += (list.empty() ? "" : ", ") + a.name;
  return list;
}

std::string array_of(const std::vector<double>& values) {
  return "[...\n" + number_list(values, [](double x) { return shortest(x); }, "    ") + "]";
}

/// Numbers of one argument as a column, a matrix row by row.
std::string value_of(const RecordedArgument& a, const std::vector<double>& all, std::size_t& at) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(at);
  at += static_cast<std::size_t>(a.size());
  std::string list = array_of({first, first + a.size()});
  // number_list writes commas: a row vector
  if (a.columns == 1) return list + ".'";
  return fmt::format("reshape({}, {}, {}).'", list, a.columns, a.rows);
}

void matlab_function(const CodeFunction& f, std::string& text) {
  const MatlabNotation notation;
  const RecordedFunction& r = f.recorded;
  text += fmt::format("\nfunction [{}] = {}({})\n", joined(r.outputs), f.name, joined(r.inputs));
  for (const auto* list : {&r.inputs, &r.outputs})
    for (const RecordedArgument& a : *list) text += "  % " + description_of(a) + '\n';
  const Statements s = statements_of(r, notation);
  for (const Statement& step : s.steps)
    text += fmt::format("  {} = {};\n", step.name, step.expression);
  for (const RecordedArgument& a : r.outputs)
    text += fmt::format("  {} = zeros({}, {});\n", a.name, a.rows, a.columns);
  std::size_t k = 0;
  for (const RecordedArgument& a : r.outputs)
    for (int i = 0; i < a.size(); ++i)
      text += fmt::format("  {} = {};\n", notation.element(a, i), s.results[k++]);
  text += "end\n";
}

void matlab_check(const CodeFunction& f, const CheckState& state, std::string& text) {
  std::size_t at = 0;
  std::string arguments;
  for (const RecordedArgument& a : f.recorded.inputs)
    arguments += (arguments.empty() ? "" : ", ") + value_of(a, state.inputs, at);
  text += fmt::format("  [{}] = {}({});\n", joined(f.recorded.outputs), f.name, arguments);
  at = 0;
  for (const RecordedArgument& a : f.recorded.outputs)
    text += fmt::format("  right = right && all(all(abs({} - {}) <= {}));\n", a.name,
                        value_of(a, state.outputs, at), shortest(state.allowed));
}

}  // namespace

std::string write_matlab(const CodeFile& file) {
  std::string text = fmt::format("function f = {}()\n", file.name);
  std::vector<std::string> head = file.head;
  head.push_back("");
  head.push_back(fmt::format("f = {0}(); then f.{1}(...); f.self_test() is true if all is right.",
                             file.name, file.functions.front().name.substr(file.name.size() + 1)));
  text += commented(head, "%");
  for (const CodeFunction& f : file.functions)
    text += fmt::format("  f.{} = @{};\n", f.name.substr(file.name.size() + 1), f.name);
  text += fmt::format("  f.self_test = @{}_self_test;\nend\n", file.name);
  for (const CodeFunction& f : file.functions) matlab_function(f, text);
  text += fmt::format("\nfunction right = {}_self_test()\n  right = true;\n", file.name);
  for (const CodeFunction& f : file.functions)
    for (const CheckState& state : f.checks) matlab_check(f, state, text);
  return text + "end\n";
}

}  // namespace erfd::generate
