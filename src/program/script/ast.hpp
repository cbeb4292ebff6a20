// A program of an industrial language as it is written. Both languages are made of these parts; what
// is special to one is its own instructions and functions.
#pragma once

#include "program/script/value.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::script {

enum class ExprKind : std::uint8_t {
  number,
  text,
  truth,
  word,    ///< member of an enumeration: #BASE
  name,    ///< variable, constant, function without arguments, signal
  call,    ///< name, arguments
  index,   ///< children: array, then one index a dimension
  member,  ///< child: whole; name: component
  list,    ///< children; slot: in Ast::list_types, of components that have names
  unary,
  binary
};

enum class Op : std::uint8_t {
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
  one_of,
  negation,
  minus,
  compose,    ///< the geometric operator
  bit_both,   ///< B_AND
  bit_either  ///< B_OR
};
std::string_view name_of(Op op);

enum class Symbol : std::uint8_t { unresolved, none, global, local, routine };

struct Expr;
struct Argument {
  std::string_view key;  ///< \key; empty: by place
  Expr* value = nullptr;
  bool conditional = false;  ///< \key?value: given on if the caller has it
  std::uint32_t begin = 0, end = 0;
};

struct Expr {
  ExprKind kind = ExprKind::number;
  Op op = Op::add;
  Symbol symbol = Symbol::unresolved;
  std::uint32_t begin = 0, end = 0;  ///< in the source
  std::int32_t slot = -1;            ///< of a number: 1 if it is whole
  double number = 0;
  std::string_view name;  ///< in lower case; content of a text
  std::vector<Expr*> children;
  std::vector<Argument> arguments;
};

enum class StatementKind : std::uint8_t {
  instruction,  ///< name, arguments: routine of the program or of the language
  late_call,    ///< values[0]: the name; arguments
  assign,
  choice,   ///< values: conditions; one block more for else
  cases,    ///< values[0]; labels of each block; one block more for the others
  loop,     ///< values: test before or null, test behind or null
  counted,  ///< left; values: from, to, step or null
  leave,    ///< EXIT of a KRL loop
  jump,
  label,
  give_back,
  raise,
  retry,
  try_next,
  halt,
  move,    ///< KRL
  nothing  ///< stepped over
};

struct Statement;
using Block = std::vector<Statement*>;

struct Statement {
  StatementKind kind = StatementKind::nothing;
  std::uint32_t begin = 0, end = 0;
  std::string_view word;  ///< in lower case: of an instruction, label, loop
  Symbol symbol = Symbol::unresolved;
  std::int32_t slot = -1;
  Expr* left = nullptr;
  std::vector<Expr*> values;
  std::vector<Argument> arguments;
  std::vector<std::string_view> words;  ///< KRL: approximations of a move
  std::vector<Block> blocks;
  std::vector<std::vector<Expr*>> labels;
};

struct Declaration {
  std::string_view name;
  std::uint32_t at = 0;
  const Type* type = nullptr;
  std::vector<Expr*> sizes;
  Expr* initial = nullptr;
  bool constant = false;
  bool local = false;    ///< known in its module only
  bool outside = false;  ///< a signal: what it is worth comes from outside
};

struct Parameter {
  int slot = 0;  ///< in Routine::locals
  bool optional = false, by_reference = false;
};

struct Routine {
  std::string_view name;
  std::uint32_t at = 0;
  int module = 0;
  const Type* result = nullptr;  ///< of a function
  bool local = false, function = false, trap = false;
  std::vector<Parameter> parameters;
  std::vector<Declaration> locals;  ///< parameters first
  std::map<std::string_view, int> local_names;
  Block body;
  Block handler;  ///< of errors
  bool has_handler = false;
};

struct Module {
  std::string_view name;
  std::map<std::string_view, int> globals;  ///< its own, LOCAL ones
  std::map<std::string_view, int> routines;
};

struct Global {
  Declaration declaration;
  int module = 0;
};

struct Ast {
  std::vector<Module> modules;
  std::vector<Global> globals;
  std::deque<Routine> routines;
  std::map<std::string_view, int> global_names, routine_names;  ///< known everywhere
  std::deque<Expr> expressions;
  std::deque<Statement> statements;
  std::deque<std::string> texts;  ///< that the views of names and texts point to
  std::map<std::string_view, std::string_view> names;
  Types types;
  std::vector<const Type*> list_types;  ///< of lists whose components have names

  /// The one copy of a name in lower case.
  std::string_view intern(std::string_view name);
  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

}  // namespace erfd::script
