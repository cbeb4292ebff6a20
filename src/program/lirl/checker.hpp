// What can be known of a program without running it: names, types, numbers of components, units and
// ranges of written values. All errors, not the first.
#pragma once

#include "erfd/program/lirl.hpp"

#include "program/findings.hpp"
#include "program/lirl/ast.hpp"
#include "program/lirl/builtins.hpp"
#include "program/lirl/evaluator.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

using reading::Failure;
using reading::Findings;
using reading::StopReading;

class Checker {
 public:
  Checker(Ast& ast, Findings& findings, const ProgramContext& context);
  /// Writes types, places and slots into the tree.
  void program();

 private:
  using Names = std::map<std::string, int, std::less<>>;

  // Declarations.
  void add_inputs();
  void refuse_unasked_inputs();
  void enter(std::vector<Declaration>& declarations, Names& names);
  void declarations(std::vector<Declaration>& list);
  void initial_value(Declaration& d);
  void routine(Routine& r);

  // Statements.
  void block(Block& body);
  void statement(Statement& s);
  void assignment(Statement& s);
  void call(Statement& s);
  void loop(Statement& s);
  void for_loop(Statement& s);
  void cases(Statement& s);
  void give_back(Statement& s);
  void move(Statement& s);
  void target(Statement& s, Expr& e, bool is_end);
  void option(const Statement& s, const Option& o);
  void option_values(const Option& o);
  void named_setting(Expr& e, Type own, std::string_view what);
  const Declaration* declaration_of(const Expr& e) const;

  // Expressions.
  /// The type of an expression; `wanted` decides what a list in brackets is.
  Type type(Expr& e, Type wanted = Type::unknown);
  Type find_type(Expr& e, Type wanted);
  /// The expression must be of this type.
  void fit(Expr& e, Type wanted, std::string_view what);
  /// A number that is needed for something with a unit.
  void number(Expr& e, const Place& place);
  void probe(const Expr& e);
  bool resolve(Expr& e);
  Type name(Expr& e);
  Type index(Expr& e);
  Type member(Expr& e);
  Type call(Expr& e);
  Type routine_call(Expr& e, int slot);
  Type builtin_call(Expr& e, Builtin builtin);
  Type function_call(Expr& e, Builtin builtin);
  Type least_or_largest(Expr& e);
  Type minus(Expr& e, Type wanted);
  Type binary(Expr& e, Type wanted);
  void operands(Expr& e, Type wanted);
  Type aggregate(Expr& e, Type wanted);
  bool count(const Expr& e, std::size_t least, std::size_t most, std::string_view what);
  /// Components of a constructor or of a list in brackets.
  void parts(Expr& e, Type whole);
  void numbers(Expr& e, std::size_t least, std::size_t most, std::string_view what,
               std::vector<const Place*> places);
  void pose_parts(Expr& e);
  void target_parts(Expr& e);
  void joint_parts(Expr& e);
  std::size_t axis_values(Expr& e, std::size_t first_axis);
  void angle_sense(const Expr& e);
  void load_parts(Expr& e);
  bool is_number(Type t) const { return t == Type::integer || t == Type::real; }
  std::vector<std::string> known_names() const;

  Ast& ast_;
  Findings& findings_;
  const ProgramContext& context_;
  Evaluator evaluator_;
  Names globals_, locals_, routines_;
  std::set<std::string, std::less<>> unasked_;  ///< inputs that the program has not named so far
  const std::vector<Declaration>* local_declarations_ = nullptr;
  const Routine* routine_ = nullptr;
  int loops_ = 0;
};

}  // namespace erfd::lirl
