// What an expression is worth. The checker has made sure of the types.
#pragma once

#include "erfd/program/lirl.hpp"

#include "program/findings.hpp"
#include "program/lirl/ast.hpp"
#include "program/lirl/builtins.hpp"
#include "program/lirl/value.hpp"

#include <string>

namespace erfd::lirl {

using reading::Failure;
using reading::Findings;
using reading::StopReading;

/// What expressions ask of the running program.
class Environment {
 public:
  virtual ~Environment() = default;
  /// A variable, or the element of an array. @throws Failure
  virtual Value& variable(const Expr& e) = 0;
  virtual Value call(const Expr& e) = 0;
  virtual CartesianTarget here(Location at) = 0;
  virtual JointTarget herej(Location at) = 0;
  /// One expression more. @throws Failure when the program takes too many steps.
  virtual void count() = 0;
};

class Evaluator {
 public:
  /// Without an environment only constant expressions can be evaluated.
  Evaluator(const ProgramContext& context, Environment* environment)
      : context_(context), environment_(environment) {}

  /// @throws Failure, as all others.
  Value value(const Expr& e);
  double in_place(const Expr& e, const Place& place);
  double in_place(const Expr& e) { return in_place(e, *e.place); }
  Number number(const Expr& e);
  bool truth(const Expr& e) { return std::get<bool>(value(e)); }
  std::int64_t integer(const Expr& e) { return std::get<std::int64_t>(value(e)); }
  template <class T>
  T get(const Expr& e) {
    return std::get<T>(value(e));
  }

  /// A part of a variable receives a value: t.pos.z = 80mm.
  void assign(const Expr& left, const Expr& right);
  /// A value as a variable of this type holds it.
  static Value converted(Value value, Type type);
  static std::int64_t index_in(std::int64_t index, std::size_t size, Location at);

  /// Counts what stands on the stack. @throws Failure
  class Level {
   public:
    Level(Evaluator& evaluator, Location at);
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

 private:
  Value unchecked_value(const Expr& e);
  Value minus(const Expr& e);
  Value binary(const Expr& e);
  Value logical(const Expr& e);
  Value relation(const Expr& e);
  Value integer_operation(const Expr& e);
  Value number_operation(const Expr& e);
  Value geometric_operation(const Expr& e);
  Value builtin(const Expr& e);
  Value function(const Expr& e);
  Value number_function(const Expr& e);
  Value least_or_largest(const Expr& e);
  Value rounded(const Expr& e);
  Value build(const Expr& e, Type type);
  Value orientation(const Expr& e, Builtin builtin);
  Value target(const Expr& e);
  Value joint(const Expr& e);
  void axis_values(const Expr& e, JointTarget& joint);
  Value load(const Expr& e);
  Value wrench(const Expr& e);
  Value index(const Expr& e);
  void assign_value(const Expr& left, Value value, Location at);
  const Place& axis_place(std::size_t axis) const;

  const ProgramContext& context_;
  Environment* environment_;
  int depth_ = 0;
};

/// A component of a value, and the value with another one there.
Value part_of(const Value& whole, Part part, Location at);
void set_part(Value& whole, Part part, const Value& value, Location at);
/// @throws Failure for values that no robot has: not finite, or beyond 10 000 km.
Value sane(Value value, Location at);

}  // namespace erfd::lirl
