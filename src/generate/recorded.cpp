// What can be done with a recording: counting, ordering, evaluating.
#include "erfd/base/error.hpp"
#include "erfd/generate/record.hpp"

#include <cmath>

namespace erfd {
namespace {

bool is_binary(Step s) { return s == Step::add || s == Step::subtract || s == Step::multiply; }
bool has_operand(Step s) { return s != Step::constant && s != Step::input; }

/// Which steps the results need by themselves, and which only inside sines and cosines.
struct Needs {
  std::vector<bool> value, angle;
};

Needs needs_of(const RecordedFunction& recorded) {
  const std::vector<TraceStep>& steps = recorded.trace.steps();
  Needs needs{std::vector<bool>(steps.size()), std::vector<bool>(steps.size())};
  for (const Traced& result : recorded.results)
    if (!result.is_constant()) needs.value[result.node] = true;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const TraceStep& s = steps[i];
    if (!has_operand(s.step) || (!needs.value[i] && !needs.angle[i])) continue;
    const bool in_angle = s.step == Step::sine || s.step == Step::cosine || !needs.value[i];
    std::vector<bool>& operands = in_angle ? needs.angle : needs.value;
    operands[s.a] = true;
    if (is_binary(s.step)) operands[s.b] = true;
  }
  return needs;
}

double value_of(const TraceStep& s, const std::vector<double>& v, std::span<const double> inputs) {
  switch (s.step) {
    case Step::constant:
      return s.value;
    case Step::input:
      return inputs[s.a];
    case Step::add:
      return v[s.a] + v[s.b];
    case Step::subtract:
      return v[s.a] - v[s.b];
    case Step::multiply:
      return v[s.a] * v[s.b];
    case Step::reciprocal:
      return 1 / v[s.a];
    case Step::sine:
      return std::sin(v[s.a] + s.value);
    case Step::cosine:
      return std::cos(v[s.a] + s.value);
    case Step::root:
      return std::sqrt(v[s.a]);
  }
  return NAN;
}

}  // namespace

int RecordedFunction::input_size() const {
  int size = 0;
  for (const RecordedArgument& argument : inputs) size += argument.size();
  return size;
}

StepCount count_steps(const RecordedFunction& recorded) {
  const Needs needs = needs_of(recorded);
  StepCount count;
  for (std::size_t i = 0; i < needs.value.size(); ++i) {
    const TraceStep& s = recorded.trace.steps()[i];
    if (!needs.value[i] && !needs.angle[i]) continue;
    const bool sum = s.step == Step::add || s.step == Step::subtract;
    if (s.step == Step::sine || s.step == Step::cosine) {
      ++count.sines;
      if (s.value != 0) ++count.angles;
    } else if (!needs.value[i]) {
      count.angles += is_binary(s.step);
    } else {
      count.multiplications += s.step == Step::multiply;
      count.additions += sum;
      count.divisions += s.step == Step::reciprocal || s.step == Step::root;
    }
  }
  return count;
}

std::vector<int> needed_steps(const RecordedFunction& recorded) {
  const std::vector<TraceStep>& steps = recorded.trace.steps();
  std::vector<bool> done(steps.size());
  std::vector<int> order, open;
  const auto push = [&](int i) {
    if (!done[i]) open.push_back(i);
  };
  for (const Traced& result : recorded.results) {
    if (result.is_constant()) continue;
    push(result.node);
    while (!open.empty()) {
      const int i = open.back();
      const TraceStep& s = steps[i];
      const std::size_t waiting = open.size();
      if (!done[i] && has_operand(s.step)) {
        if (is_binary(s.step)) push(s.b);
        push(s.a);
      }
      if (open.size() != waiting) continue;
      open.pop_back();
      if (!done[i]) order.push_back(i);
      done[i] = true;
    }
  }
  return order;
}

std::vector<int> step_uses(const RecordedFunction& recorded) {
  const std::vector<TraceStep>& steps = recorded.trace.steps();
  std::vector<int> uses(steps.size());
  for (const int i : needed_steps(recorded)) {
    const TraceStep& s = steps[i];
    if (!has_operand(s.step)) continue;
    ++uses[s.a];
    if (is_binary(s.step)) ++uses[s.b];
  }
  for (const Traced& r : recorded.results)
    if (!r.is_constant()) ++uses[r.node];
  return uses;
}

std::vector<double> evaluate(const RecordedFunction& recorded, std::span<const double> inputs) {
  if (static_cast<int>(inputs.size()) != recorded.input_size())
    throw Error("evaluate: found " + std::to_string(inputs.size()) + " inputs, expected " +
                std::to_string(recorded.input_size()));
  const std::vector<TraceStep>& steps = recorded.trace.steps();
  std::vector<double> values(steps.size());
  for (const int i : needed_steps(recorded)) values[i] = value_of(steps[i], values, inputs);
  std::vector<double> results;
  for (const Traced& r : recorded.results)
    results.push_back(r.is_constant() ? r.value : r.negative ? -values[r.node] : values[r.node]);
  return results;
}

}  // namespace erfd
