// C99 that is C++ as well: constants, sums and products; results are written last, so that a result may lie
// where an argument lay. After MISRA C:2012: no recursion, no memory, prototypes, no implicit conversions.
#include "erfd/base/text.hpp"

#include "generate/languages.hpp"

#include <fmt/format.h>

namespace erfd::generate {
namespace {

struct CNotation : Notation {
  explicit CNotation(bool is_single) : single(is_single) {
    const char* const end = single ? "f" : "";
    sine += end;
    cosine += end;
    root += end;
  }
  std::string element(const RecordedArgument& argument, int index) const override {
    return fmt::format("{}[{}]", argument.name, index);
  }
  std::string number(double value) const override {
    std::string text = single ? fmt::format("{}", static_cast<float>(value)) : shortest(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return single ? text + 'f' : text;
  }
  bool single;
};

/// Elements of arrays of states: argument k of state i lies at k · count + i.
struct BatchNotation : CNotation {
  using CNotation::CNotation;
  std::string element(const RecordedArgument& argument, int index) const override {
    return fmt::format("{}[({}L * count) + i]", argument.name, index);
  }
};

class CWriter {
 public:
  explicit CWriter(const CodeFile& file)
      : file_(file),
        notation_(file.settings.single_precision),
        batch_(file.settings.single_precision),
        real_(file.settings.single_precision ? "float" : "double") {}

  std::string write() {
    comment();
    text_ += "#include <math.h>\n\n#ifdef ERFD_SELF_TEST\n#include <stdio.h>\n#endif\n\n";
    const bool cpp = file_.settings.language == CodeLanguage::cpp;
    if (cpp) text_ += fmt::format("namespace {}_code {{\n\n", file_.name);
    for (const CodeFunction& f : file_.functions) {
      text_ += signature(f) + ";\n";
      if (file_.settings.batch) text_ += batch_signature(f) + ";\n";
    }
    for (const CodeFunction& f : file_.functions) {
      function(f);
      if (file_.settings.batch) batch_function(f);
    }
    if (cpp) text_ += "}\n";
    self_test();
    return std::move(text_);
  }

 private:
  void comment() {
    text_ += "/*\n";
    text_ += commented(file_.head, " *");
    text_ +=
        " *\n * Check: cc -DERFD_SELF_TEST FILE -lm && ./a.out   (exit status 0: right, 1: "
        "wrong)\n";
    if (file_.settings.batch)
      text_ += " * NAME_n: arrays of states; element k of state i lies at [k * count + i].\n";
    text_ += " */\n";
  }

  std::string parameters(const CodeFunction& f, bool batch) const {
    std::string list;
    const auto add = [&](const RecordedArgument& a, const char* qualifier) {
      if (!list.empty()) list += ", ";
      list += batch ? fmt::format("{}{} *{}", qualifier, real_, a.name)
                    : fmt::format("{}{} {}[{}]", qualifier, real_, a.name, a.size());
    };
    for (const RecordedArgument& a : f.recorded.inputs) add(a, "const ");
    for (const RecordedArgument& a : f.recorded.outputs) add(a, "");
    return list;
  }
  std::string signature(const CodeFunction& f) const {
    return fmt::format("void {}({})", f.name, parameters(f, false));
  }
  std::string batch_signature(const CodeFunction& f) const {
    return fmt::format("void {}_n(long count, {})", f.name, parameters(f, true));
  }

  void describe(const CodeFunction& f) {
    text_ += "\n/*\n";
    for (const auto* list : {&f.recorded.inputs, &f.recorded.outputs})
      for (const RecordedArgument& a : *list) text_ += " * " + description_of(a) + '\n';
    text_ += " */\n";
  }

  void body(const CodeFunction& f, const CNotation& notation, const std::string& indent) {
    const Statements s = statements_of(f.recorded, notation);
    for (const RecordedArgument& a : f.recorded.inputs) text_ += indent + "(void)" + a.name + ";\n";
    for (const Statement& step : s.steps)
      text_ += fmt::format("{}const {} {} = {};\n", indent, real_, step.name, step.expression);
    std::size_t k = 0;
    // A result that is an expression is computed before any is written.
    for (const RecordedArgument& a : f.recorded.outputs)
      for (int i = 0; i < a.size(); ++i, ++k)
        text_ += fmt::format("{}const {} {}_{} = {};\n", indent, real_, a.name, i, s.results[k]);
    for (const RecordedArgument& a : f.recorded.outputs)
      for (int i = 0; i < a.size(); ++i)
        text_ += fmt::format("{}{} = {}_{};\n", indent, notation.element(a, i), a.name, i);
  }

  void function(const CodeFunction& f) {
    describe(f);
    text_ += signature(f) + "\n{\n";
    body(f, notation_, "    ");
    text_ += "}\n";
  }
  void batch_function(const CodeFunction& f) {
    text_ += "\n" + batch_signature(f) + "\n{\n    long i;\n    for (i = 0L; i < count; i++) {\n";
    body(f, batch_, "        ");
    text_ += "    }\n}\n";
  }

  std::string numbers(const std::vector<double>& values) const {
    return number_list(
        values, [&](double x) { return (x < 0 ? "-" : "") + notation_.number(std::abs(x)); },
        "        ");
  }

  void self_test() {
    text_ += fmt::format(R"(
#ifdef ERFD_SELF_TEST
static int differs(const char *name, const {0} *found, const {0} *expected, int size, {0} allowed)
{{
    int wrong = 0;
    int k;
    for (k = 0; k < size; k++) {{
        const {0} error = found[k] - expected[k];
        if (!((error <= allowed) && (-error <= allowed))) {{
            (void)printf("%s: result %d is %.17g, expected %.17g\n", name, k, (double)found[k],
                         (double)expected[k]);
            wrong = 1;
        }}
    }}
    return wrong;
}}

int main(void)
{{
    int wrong = 0;
)",
                         real_);
    for (const CodeFunction& f : file_.functions)
      for (const CheckState& check : f.checks) call(f, check);
    text_ += R"(    if (wrong == 0) {
        (void)printf("all results as expected\n");
    }
    return wrong;
}
#endif
)";
  }

  void call(const CodeFunction& f, const CheckState& check) {
    text_ += "    {\n";
    const auto array = [&](const std::string& name, const std::vector<double>& values) {
      text_ += fmt::format("        const {} {}[{}] = {{\n{}}};\n", real_, name, values.size(),
                           numbers(values));
    };
    std::string arguments;
    std::size_t at = 0;
    const auto part = [&](const std::vector<double>& all, const RecordedArgument& a) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(at);
      at += static_cast<std::size_t>(a.size());
      return std::vector<double>(first, first + a.size());
    };
    for (const RecordedArgument& a : f.recorded.inputs) {
      array(a.name, part(check.inputs, a));
      arguments += a.name + ", ";
    }
    at = 0;
    for (const RecordedArgument& a : f.recorded.outputs) {
      array("right_" + a.name, part(check.outputs, a));
      text_ += fmt::format("        {} {}[{}];\n", real_, a.name, a.size());
      arguments += a.name + ", ";
    }
    arguments.resize(arguments.size() - 2);
    const std::string scope =
        file_.settings.language == CodeLanguage::cpp ? file_.name + "_code::" : "";
    text_ += fmt::format("        {}{}({});\n", scope, f.name, arguments);
    compare(f, check);
    if (file_.settings.batch) {  // one state is an array of states, too
      text_ += fmt::format("        {}{}_n(1L, {});\n", scope, f.name, arguments);
      compare(f, check);
    }
    text_ += "    }\n";
  }
  void compare(const CodeFunction& f, const CheckState& check) {
    for (const RecordedArgument& a : f.recorded.outputs)
      text_ += fmt::format("        wrong |= differs(\"{}\", {}, right_{}, {}, {});\n", f.name,
                           a.name, a.name, a.size(), notation_.number(check.allowed));
  }

  const CodeFile& file_;
  CNotation notation_;
  BatchNotation batch_;
  std::string real_, text_;
};

}  // namespace

std::string write_c(const CodeFile& file) { return CWriter(file).write(); }

}  // namespace erfd::generate
