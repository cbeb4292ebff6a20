// What KRL alone has: its system variables, the meaning of BAS, moves with their approximations.
#pragma once

#include "program/script/machine.hpp"

#include <map>
#include <optional>

namespace erfd::krl {

using script::Argument;
using script::Expr;
using script::Statement;
using script::Type;
using script::Value;

/// The types of the language; before its files are read.
void add_types(script::Types& types);
/// The system variables that no file declares; behind the files.
void add_system(script::Ast& ast);

class Machine final : public script::Machine {
 public:
  Machine(script::Ast& ast, const script::Source& source, script::Findings& findings,
          const ProgramContext& context, Program& program);

  /// Gives the system variables their first values. @throws Failure
  void prepare();
  /// Inputs of the controller that --input names.
  void set_inputs();

 private:
  /// What holds for one move.
  struct Settings {
    double joint_speed = 1, joint_acceleration = 1;    ///< shares
    double speed = 2, acceleration = 2.3;              ///< [m/s], [m/s^2]
    double turn_speed = 200, turn_acceleration = 100;  ///< [deg/s], [deg/s^2]
    double cptp = 0, cdis = 0, cvel = 0, cori = 0;     ///< [%], [mm], [%], [deg]
    bool by_share = false;                             ///< C_SPL of a joint move counts in per cent
    Value tool, base, load;
    std::string tool_name, base_name;
    bool fixed_tool = false;
    std::string orientation, circle;  ///< $ORI_TYPE, $CIRC_TYPE
    std::map<MovePart, Value> from;   ///< the numbers behind them
  };

  void instruction(const Statement& s) override;
  Value function(const Expr& call) override;
  Value outside(const Expr& name) override;
  bool is_usual(std::string_view name) const override;
  bool asks_operator(std::string_view) const override { return false; }
  bool asks_controller(std::string_view input) const override;
  bool moves(const Statement& s) const override { return s.kind == script::StatementKind::move; }
  bool brings_values(std::string_view word) const override {
    return word.starts_with("eki_get") || word.starts_with("rsi_move");
  }
  Value compose(const Expr& e) override;
  void move(const Statement& s) override;
  Conditions standing(const Statement& s) override { return conditions(settings(), s.begin); }
  void assigned(const Expr& left) override;
  Value fitting(Value value, const Type& type, const std::vector<int>& sizes,
                std::uint32_t at) override;

  void bas(const Statement& s);
  void initialise();
  void set_each(std::string_view name, const Value& percent, double factor = 1);
  void use_frames(const Value& fdat);
  void use_tool(int number);
  void use_base(int number);
  void use_ptp(const Value& pdat);
  void use_cp(const Value& ldat);
  void set_value(std::string_view name, Value value);
  void set_number(std::string_view name, std::string_view part, Value value);
  void set_path_acceleration(const Value& percent);
  static Value number_in(const Value& record, std::string_view part, double otherwise);
  double definition(std::string_view name, double otherwise);
  Value element_of(std::string_view name, int number);
  Value default_load();
  Value load_of_tool(int number);

  Settings settings();
  Value given_by(const Expr& e);
  void with(const Argument& a, Settings& s);
  void with_path(std::string_view key, std::string_view form, const Value& given, Settings& s);
  void with_tool(int number, Settings& s);
  void with_base(int number, Settings& s);
  Pose<double> pose_of(const Value& frame, std::uint32_t at) const;
  Value frame_of(const Pose<double>& X) const;
  Payload load_of(const Value& load, std::uint32_t at);
  Conditions conditions(const Settings& s, std::uint32_t at);
  std::optional<JointTarget> joints_of(const Value& goal) const;
  std::optional<WantedPosture> wanted(const Value& goal) const;
  CartesianTarget target_of(const Value& goal, const Statement& s, const Expr& e,
                            const Conditions& c, bool relative);
  void take_approximation(const Statement& s, const Settings& held, Move& made);
  void take_limits(const Statement& s, const Settings& held, Move& made);
  void take_words(const Statement& s, Move& made) const;
  static bool is_of_joints(const Value& goal);
  bool move_joints(const Statement& s, const Value& goal, bool relative, const Conditions& c,
                   Move& made);

  std::string tool_name_, base_name_;
};

}  // namespace erfd::krl
