// A program as it is written. The parser makes it; the checker writes types, places and slots into
// it; the machine runs it.
#pragma once

#include "erfd/program/program.hpp"

#include "program/lirl/units.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

enum class Type : std::uint8_t {
  unknown,  ///< of something already reported: fits everywhere
  nothing,  ///< of a procedure
  integer,
  real,
  boolean,
  text,
  position,
  orientation,
  pose,
  target,  ///< robtarget
  joint,
  mainjoint,
  load,
  tool,
  wrench
};
/// "robtarget", as a program writes it.
std::string_view name_of(Type type);
/// Of a word that begins a declaration; unknown if it is none.
Type type_of_word(std::string_view word);

enum class ExprKind : std::uint8_t {
  integer,
  real,
  text,
  truth,
  name,       ///< variable, constant, or call without parentheses
  call,       ///< routine, built-in function or constructor; children are the arguments
  index,      ///< children: array, index
  member,     ///< child: whole; name: part
  aggregate,  ///< parenthesised list of two or more
  minus,
  negation,
  binary
};

enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  whole_divide,
  modulo,
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  both,
  either,
  one_of
};
std::string_view name_of(Operator op);

/// What a name stands for.
enum class Symbol : std::uint8_t { none, global, local, routine, builtin };

/// An expression. Written by the parser down to `depth`, by the checker below it.
struct Expr {
  ExprKind kind = ExprKind::integer;
  Operator op = Operator::add;
  bool truth = false;
  Location at;                     ///< of an operator: where that stands
  SourceRange range;               ///< all of it
  std::size_t begin = 0, end = 0;  ///< the same in characters of the source
  std::vector<Expr*> children;
  std::string name;  ///< in lower case; content of a text
  std::int64_t integer = 0;
  Number number;
  int depth = 1;

  Type type = Type::unknown;
  Symbol symbol = Symbol::none;
  bool constant = false;         ///< made of written values only
  int slot = -1;                 ///< of a variable, routine or built-in
  const Place* place = nullptr;  ///< what a number is needed for
};

enum class OptionKind : std::uint8_t {
  speed,
  acc,
  dec,
  speed_ptp,
  acc_ptp,
  dec_ptp,
  speed_ori,
  acc_ori,
  time,
  angle,
  c_cp,
  c_ptp,
  c_speed,
  c_ori,
  act_rob,
  tool,
  base,
  unknown
};

struct Option {
  OptionKind kind = OptionKind::unknown;
  Location at, end;       ///< one behind its value
  Expr* value = nullptr;  ///< may be missing for c_ptp and c_speed
  OrientationMode mode = OrientationMode::variable;
};

struct Statement;
using Block = std::vector<Statement*>;

enum class StatementKind : std::uint8_t {
  move,
  assign,
  call,
  choice,      ///< if: values are the conditions, one block more for else
  cases,       ///< case: values[0], then labels for each block
  while_loop,  ///< while, loop, repeat
  for_loop,    ///< values: from, to, step or null
  exit_loop,   ///< values[0]: when, or null
  give_back,   ///< return
  wait,        ///< values[0]: time
  wait_for,    ///< values: condition, timeout or null
  halt,
  pause,
  use_robot,
  use_tool,
  use_base,
  grip,
  release,
  ext_force  ///< values[0]: wrench, or null for off
};

struct Statement {
  StatementKind kind = StatementKind::halt;
  Location at;
  Location end;  ///< of a move or wait: one behind its last character, the semicolon left out
  std::vector<Expr*> values;
  std::vector<Block> blocks;
  std::vector<std::vector<Expr*>> labels;
  Expr* left = nullptr;  ///< of an assignment; variable of a for loop
  std::string word;      ///< "while", "loop", "repeat": how the program calls it
  bool down = false;     ///< downto
  bool incremental = false;
  MoveKind move = MoveKind::ptp;
  std::vector<Option> options;
  ToolWrench::Axes axes = ToolWrench::Axes::base;
};

/// One name of a const or var part, or a parameter.
struct Declaration {
  std::string name;
  Location at;
  Type type = Type::unknown;
  bool is_constant = false;
  bool is_array = false;
  Expr* size = nullptr;
  Expr* initial = nullptr;
};

struct Routine {
  std::string name;
  Location at;
  Type result = Type::nothing;
  int parameters = 0;  ///< how many of `locals` are parameters
  std::vector<Declaration> locals;
  Block body;
};

struct Ast {
  std::string name;
  std::vector<Declaration> globals;
  std::vector<Routine> routines;
  Block body;
  std::deque<Expr> expressions;
  std::deque<Statement> statements;
};

}  // namespace erfd::lirl
