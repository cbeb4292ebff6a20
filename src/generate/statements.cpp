#include "generate/statements.hpp"

#include <map>
#include <set>

namespace erfd::generate {
namespace {

/// How tightly an expression holds together.
enum class Binding { sum, product, whole };

struct Expression {
  std::string text;
  Binding binding = Binding::whole;
};

class Writer {
 public:
  Writer(const RecordedFunction& recorded, const Notation& notation)
      : recorded_(recorded),
        notation_(notation),
        steps_(recorded.trace.steps()),
        uses_(step_uses(recorded)) {
    for (const RecordedArgument& argument : recorded.inputs)
      for (int k = 0; k < argument.size(); ++k) inputs_.push_back(notation.element(argument, k));
  }

  Statements write() {
    const std::vector<int> order = needed_steps(recorded_);
    for (const int i : order) {
      const TraceStep& s = steps_[i];
      if (s.step == Step::constant || s.step == Step::input) continue;
      Expression e = expression(s);
      const bool shared = uses_[i] > 1, circle = s.step == Step::sine || s.step == Step::cosine;
      if (shared || circle || e.text.size() > notation_.longest) {
        const std::string name = notation_.name(unused(circle ? circle_name(s) : plain_name()));
        written_.steps.push_back({name, e.text});
        e = {name, Binding::whole};
      }
      done_[i] = e;
    }
    for (const Traced& r : recorded_.results) written_.results.push_back(result(r));
    return std::move(written_);
  }

 private:
  Expression operand(int i) const {
    const TraceStep& s = steps_[i];
    if (s.step == Step::constant) return {notation_.number(s.value), Binding::whole};
    if (s.step == Step::input) return {inputs_[s.a], Binding::whole};
    return done_.at(i);
  }
  std::string text(int i, Binding least) const {
    const Expression e = operand(i);
    return e.binding < least ? "(" + e.text + ")" : e.text;
  }

  Expression expression(const TraceStep& s) const {
    switch (s.step) {
      case Step::add:
        return {text(s.a, Binding::sum) + " + " + text(s.b, Binding::product), Binding::sum};
      case Step::subtract:
        return {text(s.a, Binding::sum) + " - " + text(s.b, Binding::product), Binding::sum};
      case Step::multiply:
        return {text(s.a, Binding::product) + notation_.product + text(s.b, Binding::whole),
                Binding::product};
      case Step::reciprocal:
        if (notation_.fractions)
          return {"\\frac{1}{" + text(s.a, Binding::sum) + "}", Binding::whole};
        return {notation_.number(1) + " / " + text(s.a, Binding::whole), Binding::product};
      case Step::sine:
        return {notation_.sine + "(" + angle(s) + ")", Binding::whole};
      case Step::cosine:
        return {notation_.cosine + "(" + angle(s) + ")", Binding::whole};
      case Step::root:
        return {notation_.root + "(" + text(s.a, Binding::sum) + ")", Binding::whole};
      case Step::constant:
      case Step::input:
        break;
    }
    return {};
  }

  std::string angle(const TraceStep& s) const {
    if (s.value == 0) return text(s.a, Binding::sum);
    return text(s.a, Binding::sum) + (s.value > 0 ? " + " : " - ") +
           notation_.number(std::abs(s.value));
  }

  /// "s2" for the sine of the second joint's angle.
  std::string circle_name(const TraceStep& s) const {
    const std::string letter = s.step == Step::sine ? "s" : "c";
    const TraceStep& a = steps_[s.a];
    if (a.step == Step::input) return letter + std::to_string(a.a + 1);
    if (a.step == Step::add && steps_[a.a].step == Step::input && steps_[a.b].step == Step::input) {
      const int first = steps_[a.a].a + 1, second = steps_[a.b].a + 1;
      return letter + std::to_string(first) + "_" + std::to_string(second);
    }
    return letter + "a" + std::to_string(written_.steps.size());
  }
  std::string plain_name() { return "t" + std::to_string(++names_); }
  std::string unused(std::string name) {
    while (!used_.insert(name).second) name += "b";
    return name;
  }

  std::string result(const Traced& r) const {
    if (r.is_constant())
      return r.value < 0 ? "-" + notation_.number(-r.value) : notation_.number(r.value + 0.0);
    return r.negative ? "-" + text(r.node, Binding::product) : text(r.node, Binding::sum);
  }

  const RecordedFunction& recorded_;
  const Notation& notation_;
  const std::vector<TraceStep>& steps_;
  const std::vector<int> uses_;
  std::vector<std::string> inputs_;
  std::map<int, Expression> done_;
  std::set<std::string> used_;
  int names_ = 0;
  Statements written_;
};

}  // namespace

Statements statements_of(const RecordedFunction& recorded, const Notation& notation) {
  return Writer(recorded, notation).write();
}

}  // namespace erfd::generate
