// Runs a checked program and writes down what it asks of the robot.
#pragma once

#include "erfd/program/lirl.hpp"

#include "program/findings.hpp"
#include "program/lirl/ast.hpp"
#include "program/lirl/evaluator.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

using reading::Failure;
using reading::Findings;
using reading::StopReading;

class Machine final : public Environment {
 public:
  Machine(const Ast& ast, std::string_view source, Findings& findings,
          const ProgramContext& context, Program& program);
  /// Until the program ends or fails; a failure is a finding.
  void run();

  Value& variable(const Expr& e) override;
  Value call(const Expr& e) override;
  CartesianTarget here(Location at) override;
  JointTarget herej(Location at) override;
  void count() override;

 private:
  enum class Flow { next, leave_loop, give_back };
  struct Halted {};
  struct Frame {
    std::vector<std::vector<Value>> variables;  ///< one element, or those of an array
    std::optional<Value> result;
  };
  struct Loop {
    const Statement* statement;
    std::int64_t runs;
  };

  // Variables.
  void declare(const Declaration& d, Frame& frame);
  void declare_array(const Declaration& d, std::vector<Value>& elements);
  void apply_inputs();

  // Flow.
  Flow block(const Block& body);
  Flow statement(const Statement& s);
  Flow action(const Statement& s);
  Flow choice(const Statement& s);
  Flow cases(const Statement& s);
  bool is_label(const Statement& s, const Value& value, const Expr& label);
  Flow while_loop(const Statement& s);
  Flow for_loop(const Statement& s);
  Flow give_back(const Statement& s);
  void count_statement(const Statement& s);
  [[noreturn]] void out_of_steps(Location at) const;

  // What the robot shall do.
  void wait(const Statement& s);
  void wait_for(const Statement& s);
  void grip(const Statement& s);
  void release(const Statement& s);
  void ext_force(const Statement& s);
  void use_robot(const Expr& e);
  void use_tool(const Expr& e, Conditions& conditions);
  void use_base(const Expr& e, Conditions& conditions);
  void move(const Statement& s);
  void move_options(const Statement& s, Move& move, Conditions& conditions);
  void set_limit(OptionKind kind, double value, MoveLimits& limits) const;
  void fly_by(const Option& o, double value, Move& move);
  void joint_move(const Statement& s, Move& move, const Conditions& conditions);
  void space_move(const Statement& s, Move& move, const Conditions& conditions);
  CartesianTarget target(const Statement& s, const Expr& e, const Conditions& conditions);
  void check_place(const Statement& s, const Expr& e, const CartesianTarget& target,
                   const Conditions& conditions);
  void check_configuration(const CartesianTarget& target, Location at) const;
  void check_circle(const Statement& s, const Move& move,
                    const std::optional<Pose<double>>& start) const;
  Pose<double> end_of(const Move& move, const std::optional<Pose<double>>& start) const;
  void arrive(const Move& move, const Pose<double>& X_BaseT, const Conditions& conditions);
  void emit(const Statement& s, std::variant<Move, Wait> action, const Conditions& conditions);
  void stand_still(const Statement& s);

  // Where the robot is.
  Pose<double> flange_to_tool(const Conditions& conditions) const;
  std::optional<Pose<double>> tool_in_base(const Conditions& conditions) const;
  std::optional<VectorX<double>> known_joints() const;
  std::string written(const Expr& e) const;

  const Ast& ast_;
  std::string_view source_;
  Findings& findings_;
  const ProgramContext& context_;
  Program& program_;
  Evaluator evaluator_;
  Frame globals_;
  Frame* locals_ = nullptr;
  std::vector<Loop> loops_;
  std::int64_t statements_ = 0, expressions_ = 0, elements_ = 0;
  int calls_ = 0;
  Location at_;  ///< of the running statement
  Conditions conditions_;
  std::vector<std::optional<double>> joints_;  ///< none: only the tool's place is known
  std::optional<Pose<double>> X_WF_;           ///< flange in the world
};

}  // namespace erfd::lirl
