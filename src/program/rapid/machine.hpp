// What RAPID alone has: its data, its instructions and functions.
#pragma once

#include "program/script/machine.hpp"

#include <map>
#include <optional>
#include <string>

namespace erfd::rapid {

using script::Argument;
using script::Expr;
using script::Statement;
using script::Type;
using script::Value;

/// The record types of the language.
void add_types(script::Types& types);
using Predefined = std::map<std::string, Value, std::less<>>;
/// tool0, v1000, z50, pi, …
Predefined predefined_values(const script::Types& types);

/// What works on signals, the operator, files, interrupts or supervision.
bool is_stepped_over(std::string_view word);
/// An instruction that moves the robot by a target.
bool is_move(std::string_view word);

class Machine final : public script::Machine {
 public:
  Machine(script::Ast& ast, const script::Source& source, script::Findings& findings,
          const ProgramContext& context, Program& program);

 private:
  using Places = std::vector<const Argument*>;  ///< arguments by place
  struct MoveForm;

  void instruction(const Statement& s) override;
  Value function(const Expr& call) override;
  Value outside(const Expr& name) override;
  bool is_usual(std::string_view name) const override;
  bool moves(const Statement& s) const override {
    return s.kind == script::StatementKind::instruction && is_move(s.word);
  }
  bool brings_values(std::string_view word) const override;
  bool asks_operator(std::string_view word) const override;
  bool asks_controller(std::string_view) const override { return false; }
  Conditions standing(const Statement& s) override;
  Value fitting(Value value, const Type& type, const std::vector<int>& sizes,
                std::uint32_t at) override;

  // Arguments.
  static Places by_place(const std::vector<Argument>& arguments);
  const Argument* keyed(const std::vector<Argument>& arguments, std::string_view key);
  const Expr& argument(const Places& places, std::size_t i, std::uint32_t at);
  Value typed(const Expr& e, std::string_view type);

  // Moves.
  static const MoveForm* move_form(std::string_view word);
  friend bool is_move(std::string_view word);
  void move_by(const Statement& s, const MoveForm& form);
  Conditions conditions(const Statement& s, const Expr& tool, const std::vector<Argument>& all);
  Pose<double> base_of(const Value& wobj, std::uint32_t at);
  void tool_of(const Expr& e, Conditions& c);
  void take_load(const Value& tool, const Expr& e, Conditions& c);
  Pose<double> pose(const Value& value, std::uint32_t at);
  Matrix3<double> rotation(const Value& orient, std::uint32_t at);
  Payload load(const Value& value, std::uint32_t at);
  /// @param configured  its configuration data count
  CartesianTarget target(const Expr& e, bool configured = false);
  std::optional<WantedPosture> wanted(const Value& confdata) const;
  JointTarget joints(const Expr& e);
  void external_axes(const Value& extax, std::uint32_t at);
  void take_speed(const Expr& e, const std::vector<Argument>& all, Move& made);
  void take_zone(const Expr* e, const std::vector<Argument>& all, Move& made);
  void take_settings(Move& made) const;

  // Other instructions.
  bool setting(const Statement& s);
  bool signal(const Statement& s);
  bool data_instruction(const Statement& s);
  bool operator_instruction(const Statement& s);
  bool loads(const Statement& s);
  bool from_outside(const Statement& s);
  void unknown(const Statement& s);
  void give(const Argument& a, Value value);

  // Functions.
  std::optional<Value> arithmetic(const Expr& call, const Places& places);
  std::optional<Value> text_function(const Expr& call, const Places& places);
  std::optional<Value> geometry(const Expr& call, const Places& places);
  std::optional<Value> system_function(const Expr& call, const Places& places);
  Value here(const Expr& call);
  Value here_joints(std::uint32_t at) const;
  Value robtarget_of(const Pose<double>& X) const;
  Value signal_value(std::string_view name);
  std::string as_text(const Value& value, int decimals) const;

  const Type& type(std::string_view name) const;
  Value zero(std::string_view type_name) const;

  const Predefined predefined_;
  // What holds for the moves that follow.
  double speed_percent_ = 100, most_speed_ = 1e9;  ///< VelSet [%, mm/s]
  double acceleration_percent_ = 100;              ///< AccSet
  std::optional<double> acceleration_limit_;       ///< PathAccLim, WorldAccLim [m/s^2]
  std::optional<double> deceleration_limit_;
  bool joints_configured_ = true, lines_configured_ = true;  ///< ConfJ, ConfL
  OrientationMode line_orientation_ = OrientationMode::variable;
  OrientationMode circle_orientation_ = OrientationMode::path_variable;
  std::optional<Payload> gripped_;  ///< in the tool frame
  Pose<double> displacement_;       ///< PDispSet, in the object frame
  Conditions last_;                 ///< of the move before
  std::map<std::string_view, double> signals_;
};

}  // namespace erfd::rapid
