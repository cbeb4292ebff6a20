// LaTeX: the closed form to read, numbers with six digits, sines and cosines by joint.
#include "erfd/base/text.hpp"

#include "generate/languages.hpp"

#include <fmt/format.h>

namespace erfd::generate {
namespace {

struct LatexNotation : Notation {
  LatexNotation() {
    sine = "\\sin";
    cosine = "\\cos";
    root = "\\sqrt";
    product = "\\,";
    fractions = true;
    longest = 70;
  }
  std::string element(const RecordedArgument& a, int index) const override {
    const std::string symbol = a.name == "qd"    ? "\\dot q"
                               : a.name == "qdd" ? "\\ddot q"
                               : a.name == "tau" ? "\\tau"
                                                 : a.name;
    if (a.columns == 1) return fmt::format("{}_{{{}}}", symbol, index + 1);
    return fmt::format("{}_{{{},{}}}", symbol, index / a.columns + 1, index % a.columns + 1);
  }
  std::string number(double value) const override {
    const std::string text = with_digits(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    return fmt::format("{}\\cdot10^{{{}}}", text.substr(0, e), std::stoi(text.substr(e + 1)));
  }
  std::string name(const std::string& plain) const override {
    std::string index = plain.substr(1);
    for (char& c : index)
      if (c == '_') c = '+';
    return fmt::format("{}_{{{}}}", plain.substr(0, 1), index);
  }
};

std::string without_special(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '_' || text[i] == '^') text.insert(i++, "\\");
  return text;
}

void latex_function(const CodeFunction& f, std::string& text) {
  const LatexNotation notation;
  const RecordedFunction& r = f.recorded;
  text += fmt::format("\\section*{{{}}}\n\\begin{{itemize}}\n", without_special(f.name));
  for (const auto* list : {&r.inputs, &r.outputs})
    for (const RecordedArgument& a : *list)
      text += fmt::format("\\item ${}$: {} [{}]\n",
                          notation.element(a, 0).substr(0, notation.element(a, 0).rfind('_')),
                          without_special(a.meaning), without_special(a.unit));
  text += "\\end{itemize}\n";
  const Statements s = statements_of(r, notation);
  const auto line = [&](const std::string& left, const std::string& right) {
    text += fmt::format("\\begin{{dmath*}} {} = {} \\end{{dmath*}}\n", left, right);
  };
  for (const Statement& step : s.steps) line(step.name, step.expression);
  std::size_t k = 0;
  for (const RecordedArgument& a : r.outputs)
    for (int i = 0; i < a.size(); ++i) line(notation.element(a, i), s.results[k++]);
}

}  // namespace

std::string write_latex(const CodeFile& file) {
  std::string text = commented(file.head, "%");
  text +=
      "\\documentclass{article}\n\\usepackage{amsmath,breqn}\n\\begin{document}\n"
      "Numbers have six digits; $s_i=\\sin q_i$, $c_i=\\cos q_i$, $s_{i+j}=\\sin(q_i+q_j)$, but "
      "for "
      "constant parts of the angles, which are written where they are defined.\n";
  for (const CodeFunction& f : file.functions) latex_function(f, text);
  return text + "\\end{document}\n";
}

}  // namespace erfd::generate
