// Runs a program and writes down what it asks of the robot. What a language alone has, its own
// instructions and functions, stands in a class derived from this one.
#pragma once

#include "erfd/program/program_context.hpp"

#include "program/findings.hpp"
#include "program/script/ast.hpp"
#include "program/script/source.hpp"
#include "program/script/whereabouts.hpp"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace erfd::script {

using reading::Findings;
using reading::StopReading;

/// One error that ends the run.
struct Failure {
  std::string code;
  std::uint32_t at = 0;
  std::string message;
};

/// Levels of expressions, statements and calls on the stack together.
constexpr int deepest = 800;
constexpr std::int64_t expressions_a_statement = 64;

struct Level {
  int& depth;
  explicit Level(int& counter) : depth(counter) { ++depth; }
  ~Level() { --depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
};

/// Names that are told together when the program has run, however many they are.
class Gathered {
 public:
  void add(const std::string& name, std::uint32_t at);
  std::int64_t count() const { return count_; }
  std::uint32_t at() const { return at_; }
  /// "A, B, C and 4 more"
  std::string text() const;

 private:
  std::vector<std::string> names_;
  std::set<std::string> known_;
  std::int64_t count_ = 0;
  std::uint32_t at_ = 0;
};

/// What of the languages differs in codes and rules.
struct Rules {
  std::string_view letter;  ///< of the codes of findings: "R", "K"
  bool zeros = true;        ///< variables that nothing was written to are zero
  bool texts_compare_case = true;
  bool loops_count_variables = false;  ///< what the body writes to its variable counts
};

class Machine {
 public:
  Machine(Ast& ast, const Source& source, Findings& findings, const ProgramContext& context,
          Program& program, Rules rules);
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs a routine without arguments until the program ends or fails; a failure is a finding.
  void run(int routine);
  /// Runs a list of data; what fails in it is told, and the rest of the program counts.
  void set_up(int routine);

 protected:
  enum class Flow { next, leave_loop, give_back, jump, retry, try_next };
  struct Halted {};
  /// An error of the running program that an error handler may catch.
  struct Raised {
    double number = 0;
    std::uint32_t at = 0;
  };
  struct Frame {
    const Routine* routine = nullptr;
    std::vector<Value> values;
    std::vector<char> present;
    Value result;
    bool in_handler = false;
    std::uint64_t state = 0;  ///< of its variables
  };

  // What a language adds.
  virtual void instruction(const Statement& s) = 0;
  virtual Value function(const Expr& call) = 0;
  /// What a name is worth that nothing declares.
  virtual Value outside(const Expr& name) = 0;
  virtual Value compose(const Expr& e);
  virtual void move(const Statement& s);
  /// A value as a variable of a type holds it.
  virtual Value fitting(Value value, const Type& type, const std::vector<int>& sizes,
                        std::uint32_t at) = 0;
  /// A name that is known although no file declares it, as reg1.
  virtual bool is_usual(std::string_view name) const = 0;
  /// A statement that asks the robot for a move.
  virtual bool moves(const Statement& s) const = 0;
  /// A routine that brings values from a network or a file.
  virtual bool brings_values(std::string_view word) const = 0;
  /// A question to the operator, whose answer is an input of that name.
  virtual bool asks_operator(std::string_view word) const = 0;
  /// An input that is no name of the program, as in_3 for $in[3].
  virtual bool asks_controller(std::string_view input) const = 0;
  /// A value was given to a variable of the language.
  virtual void assigned(const Expr& left) { (void)left; }

  // Expressions.
  Value value(const Expr& e);
  double number(const Expr& e);
  bool truth(const Expr& e);
  std::string text(const Expr& e);
  /// The place of a variable, element or component; null where nothing declares it.
  Value* place(const Expr& e);
  bool is_present(const Expr& name);

  // Calls.
  Value call(const Routine& routine, const std::vector<Argument>& arguments, std::uint32_t at);
  /// By name; −1: there is none that is known here.
  int routine_named(std::string_view name) const;
  void assign(const Expr& left, Value value, std::uint32_t at);
  /// Writes what no assignment of the program wrote.
  void store(Value& to, Value value);
  /// Whether the value is another one than before.
  bool write(Value& to, Value value, std::uint32_t at);

  /// Positions of an axis as the robot file counts it, and as its maker does.
  double ours(std::size_t axis, double position) const;
  double his(std::size_t axis, double position) const;

  // What comes out.
  void emit(const Statement& s, std::variant<Move, Wait> action, const Conditions& conditions);
  void wait(const Statement& s, double seconds);
  /// What holds while the robot stands.
  virtual Conditions standing(const Statement& s) = 0;
  /// Where a number stands that becomes `si` in a move; nothing where none is written.
  void add_number(Move& move, MovePart part, const Value& from, double si) const;
  /// The statement as it is written, blanks and line ends made one blank.
  std::string written(std::uint32_t begin, std::uint32_t end) const;
  std::string written(const Expr& e) const { return written(e.begin, e.end); }

  // Words for users.
  std::string code(std::string_view number) const {
    return std::string(rules_.letter).append(number);
  }
  [[noreturn]] void fail(std::string_view number, std::uint32_t at, std::string message) const;
  void warn(std::string_view number, std::uint32_t at, std::string message);
  void note(std::string_view number, std::uint32_t at, std::string message);
  /// Tells once a name.
  void warn_once(std::string_view number, std::string_view about, std::uint32_t at,
                 std::string message);
  void note_once(std::string_view number, std::string_view about, std::uint32_t at,
                 std::string message);
  void spend(std::int64_t steps);
  /// What is asked for now stands outside of the program and stays as it is.
  void asks_outside() { ++asked_outside_; }

  /// A move whose target has no value.
  void leave_out(const std::string& target, std::uint32_t at) { left_out_.add(target, at); }

  Gathered unknown_;  ///< names that nothing declares and that were asked for
  /// What was written to a name that nothing declares.
  std::map<std::string_view, Value> undeclared_;

  Value global_value(std::string_view name);
  Value* global_place(std::string_view name);

  Ast& ast_;
  const Source& source_;
  Findings& findings_;
  const ProgramContext& context_;
  Program& program_;
  Rules rules_;
  Whereabouts robot_;
  Frame* frame_ = nullptr;
  int module_ = 0;
  double error_number_ = 0;

  Flow block(const Block& body);

 private:
  void run_through(const Routine& r);
  void tell_gathered();
  void refuse_unasked_inputs();
  std::set<std::string> asked_inputs() const;
  void tell_what_is_outside();
  Flow statement(const Statement& s);
  Flow guarded(const Statement& s);
  Flow handle(const Raised& raised, const Statement& s);
  Flow choice(const Statement& s);
  Flow cases(const Statement& s);
  Flow loop(const Statement& s);
  Flow counted(const Statement& s);
  bool is_endless(const Statement& s) const;
  std::uint64_t state() const { return state_ ^ (frame_ != nullptr ? frame_->state : 0); }
  bool again(const Statement& from, const Statement& label);
  bool place_of_argument(const Expr& e);
  Value vector_operation(const Expr& e, const Value& a, const Value& b);
  [[noreturn]] void out_of_steps(std::uint32_t at) const;
  void instruction_or_call(const Statement& s);
  void late_call(const Statement& s);
  void resolve(const Expr& e);
  Value& global(int slot);
  void declare(const Declaration& d, Value& into);
  std::vector<int> sizes_of(const Declaration& d);
  Value element(const Expr& e);
  Value unary(const Expr& e);
  Value binary(const Expr& e);
  Value relation(const Expr& e, const Value& a, const Value& b);
  bool same_values(const Value& a, const Value& b) const;
  Value input_or(Value otherwise, std::string_view name);

  enum class State : std::uint8_t { fresh, running, done };
  std::vector<Value> globals_;
  std::vector<State> states_;
  Gathered left_out_;
  std::string_view jump_to_;
  std::set<std::string> told_;
  struct Running {
    const Statement* statement;
    std::int64_t runs;
  };
  std::vector<Running> loops_;
  std::int64_t steps_ = 0, elements_ = 0;
  std::uint64_t state_ = 0;  ///< of the variables that all routines know
  std::map<const Statement*, std::set<std::uint64_t>> jumps_;
  std::map<const Statement*, int> rounds_;
  std::uint64_t asked_outside_ = 0;
  std::vector<char> guards_;         ///< of running IFs: whether their conditions asked outside
  std::ptrdiff_t guards_below_ = 0;  ///< of the routines that called this one
  bool jump_asked_outside_ = false;
  int calls_ = 0, depth_ = 0, retries_ = 0;
};

}  // namespace erfd::script
