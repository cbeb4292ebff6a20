// Values of KRL, its system variables and functions.
#include "program/krl/machine.hpp"

#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace erfd::krl {
namespace {

constexpr script::Rules rules{"K", false, false, true};
constexpr int most_inputs = 8192;

/// 3 of $in[3], in_3 and in3; 0: another name.
int number_of_input(std::string_view name) {
  if (name.starts_with("$")) name.remove_prefix(1);
  if (!name.starts_with("in")) return 0;
  name.remove_prefix(2);
  if (name.starts_with("[") || name.starts_with("_")) name.remove_prefix(1);
  if (name.ends_with("]")) name.remove_suffix(1);
  int number = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data(), end, number);
  return read.ec == std::errc() && read.ptr == end && number <= most_inputs ? std::max(number, 0)
                                                                            : 0;
}

}  // namespace

void add_types(script::Types& types) {
  using Kind = Type::Kind;
  for (const char* name : {"int", "real"}) types.add(name, Kind::number);
  types.add("bool", Kind::truth);
  types.add("char", Kind::text);
  types.add("frame", Kind::record, "x,y,z,a,b,c:real");
  types.add("pos", Kind::record, "x,y,z,a,b,c:real s,t:int");
  types.add("e6pos", Kind::record, "x,y,z,a,b,c:real s,t:int e1,e2,e3,e4,e5,e6:real");
  types.add("axis", Kind::record, "a1,a2,a3,a4,a5,a6:real");
  types.add("e6axis", Kind::record, "a1,a2,a3,a4,a5,a6,e1,e2,e3,e4,e5,e6:real");
  types.add("inertia", Kind::record, "x,y,z:real");
  types.add("load", Kind::record, "m:real cm:frame j:inertia");
  types.add("cp", Kind::record, "cp,ori1,ori2:real");
  types.add("apo", Kind::record, "cptp,cdis,cori,cvel:real");
  types.add("fdat", Kind::record, "tool_no,base_no:int ipo_frame:? point2:char tq_state:bool");
  types.add("pdat", Kind::record, "vel,acc,apo_dist:real apo_mode:? gear_jerk:real exax_ign:int");
  types.add("ldat", Kind::record,
            "vel,acc,apo_dist,apo_fac,axis_vel,axis_acc:real ori_typ,circ_typ:? "
            "jerk_fac,gear_jerk:real exax_ign:int cb:?");
}

void add_system(script::Ast& ast) {
  const auto number = [&](double v) {
    Expr& e = ast.expressions.emplace_back();
    e.number = v;
    return &e;
  };
  if (ast.modules.empty()) ast.modules.push_back({});
  const auto add = [&](const char* name, const char* type, int size = 0) {
    const std::string_view key = ast.intern(name);
    if (!ast.global_names.try_emplace(key, static_cast<int>(ast.globals.size())).second) return;
    script::Declaration d;
    d.name = key;
    d.type = ast.types.get(type);
    d.outside = key == "$in" || key == "$anin";
    if (size > 0) d.sizes.push_back(number(size));
    ast.globals.push_back({std::move(d), 0});
  };
  for (const char* name : {"$tool", "$base", "$nullframe", "$world", "$robroot"})
    add(name, "frame");
  for (const char* name : {"$vel", "$acc"}) add(name, "cp");
  add("$apo", "apo");
  add("$load", "load");
  for (const char* name : {"$vel_axis", "$acc_axis", "$gear_jerk"}) add(name, "real", 12);
  for (const char* name : {"$in", "$out"}) add(name, "bool", most_inputs);
  for (const char* name : {"$flag", "$cycflag"}) add(name, "bool", 1024);
  for (const char* name : {"$anin", "$anout"}) add(name, "real", 32);
  add("$timer", "real", 64);
  add("$timer_stop", "bool", 64);
  add("$timer_flag", "bool", 64);
  for (const char* name : {"$advance", "$ov_pro", "$ov_rob", "$act_tool", "$act_base"})
    add(name, "real");
  for (const char* name :
       {"$ori_type", "$circ_type", "$ipo_mode", "$bwdstart", "$h_pos", "$trafoname"})
    add(name, "?");
  add("tool_data", "frame", 128);
  add("base_data", "frame", 128);
  add("load_data", "load", 128);
  add("fdat_act", "fdat");
  add("pdat_act", "pdat");
  add("ldat_act", "ldat");
}

Machine::Machine(script::Ast& ast, const script::Source& source, script::Findings& findings,
                 const ProgramContext& context, Program& program)
    : script::Machine(ast, source, findings, context, program, rules) {}

void Machine::prepare() {
  for (const char* name : {"$nullframe", "$tool", "$base", "$world", "$robroot"})
    if (Value* const frame = global_place(name)) store(*frame, frame_of({}));
  for (const char* name : {"$in", "$out", "$flag", "$cycflag", "$timer_flag", "$timer_stop"})
    if (Value* const list = global_place(name))
      for (Value& item : list->items) item = Value::of(false);
  for (const char* name : {"$anin", "$anout", "$timer"})
    if (Value* const list = global_place(name))
      for (Value& item : list->items) item = Value::of(0.0);
  if (Value* const override_share = global_place("$ov_pro")) *override_share = Value::of(100.0);
}

void Machine::set_inputs() {
  Value* const list = global_place("$in");
  if (list == nullptr) return;
  for (const auto& [name, value] : context_.inputs)
    if (const int number = number_of_input(name); number > 0)
      list->items.at(static_cast<std::size_t>(number) - 1) =
          Value::of(std::visit([](auto v) { return v != 0; }, value));
}

/// An element of $IN whose number the program writes, or computes.
bool Machine::asks_controller(std::string_view input) const {
  using Kind = script::ExprKind;
  const int number = number_of_input(input);
  return number > 0 &&
         std::any_of(ast_.expressions.begin(), ast_.expressions.end(), [&](const Expr& e) {
           return e.kind == Kind::index && e.children[0]->name == "$in" &&
                  (e.children[1]->kind != Kind::number || e.children[1]->number == number);
         });
}

/// Components find their places by their names; those that a type does not have are left out.
Value Machine::fitting(Value made, const Type& wanted, const std::vector<int>& sizes,
                       std::uint32_t at) {
  if (!made.is_set() || !sizes.empty()) return made;
  using Kind = Value::Kind;
  switch (wanted.kind) {
    case Type::Kind::number:
      if (made.kind == Kind::number || made.kind == Kind::truth) {
        made.kind = Kind::number;
        made.whole = wanted.name == "int";
        if (made.whole) made.number = std::round(made.number);
        return made;
      }
      break;
    case Type::Kind::truth:
      if (made.kind == Kind::number || made.kind == Kind::truth) return Value::of(made.number != 0);
      break;
    case Type::Kind::record: {
      if (made.kind != Kind::list) break;
      if (made.type == &wanted || made.type == nullptr) return made;
      Value record = script::first_value(wanted, {}, false);
      for (std::size_t i = 0; i < wanted.fields.size(); ++i)
        if (Value* const given = made.part(wanted.fields[i].name))
          record.items[i] = fitting(std::move(*given), *wanted.fields[i].type, {}, at);
      return record;
    }
    default:
      return made;
  }
  if (made.kind == Kind::text || made.kind == Kind::word || wanted.kind == Type::Kind::text)
    return made;
  fail("0302", at, fmt::format("expected a value of type {}", wanted.name));
}

Value Machine::outside(const Expr& name) {
  if (const auto input = context_.inputs.find(std::string(name.name));
      input != context_.inputs.end())
    return std::visit([](auto v) { return Value::of(static_cast<double>(v)); }, input->second);
  if (name.name.starts_with("$pos_act") || name.name == "$pos_int") {
    const Conditions c = conditions(settings(), name.begin);
    const std::optional<Pose<double>> X = robot_.tool_in_base(c);
    return X ? frame_of(*X) : Value{};
  }
  if (name.name.starts_with("$axis_act")) {
    Value made = script::first_value(*ast_.types.find("e6axis"), {}, false);
    for (std::size_t i = 0; i < std::min<std::size_t>(6, context_.axes.size()); ++i)
      if (const std::optional<double> q = robot_.joint(i))
        made.items[i] = Value::of(his(i, *q) / degree);
    return made;
  }
  if (name.name.empty()) return {};
  if (!name.name.starts_with("$")) unknown_.add(written(name), name.begin);
  return {};
}

bool Machine::is_usual(std::string_view name) const {
  return name.starts_with("$") || name.ends_with("_act") || name.ends_with("_name") ||
         name == "success" || name == "last_basis";
}

// Frames

Pose<double> Machine::pose_of(const Value& frame, std::uint32_t at) const {
  constexpr double farthest = 1e7;
  Pose<double> X;
  X.p = Vector3<double>(frame.number_of("x"), frame.number_of("y"), frame.number_of("z")) *
        millimetre;
  const Vector3<double> angles(frame.number_of("a"), frame.number_of("b"), frame.number_of("c"));
  if (!(X.p.cwiseAbs().maxCoeff() <= farthest) || !(angles.cwiseAbs().maxCoeff() <= 1e6))
    fail("0307", at, "the position is beyond what any robot reaches");
  X.R = rotation_z(angles[0] * degree) * rotation_y(angles[1] * degree) *
        rotation_x(angles[2] * degree);
  return X;
}

Value Machine::frame_of(const Pose<double>& X) const {
  const std::array<double, 3> rpy = rpy_of(X.R);
  const double values[] = {X.p.x() / millimetre, X.p.y() / millimetre, X.p.z() / millimetre,
                           rpy[2] / degree,      rpy[1] / degree,      rpy[0] / degree};
  std::vector<Value> items;
  for (const double v : values) items.push_back(Value::of(v));
  return Value::of_list(std::move(items), ast_.types.find("frame"));
}

/// The geometric operator: the right frame, seen from where the left one is seen from.
Value Machine::compose(const Expr& e) {
  const Value left = value(*e.children[0]);
  Value right = value(*e.children[1]);
  if (!left.is_record() || !right.is_record()) {
    if (!left.is_set() || !right.is_set()) return {};
    fail("0302", e.begin, "':' joins two frames or positions");
  }
  const Value made = frame_of(pose_of(left, e.begin) * pose_of(right, e.begin));
  for (const char* name : {"x", "y", "z", "a", "b", "c"}) {
    Value* const to = right.part(name);
    if (to == nullptr) return made;
    *to = *made.part(name);
  }
  return right;
}

void Machine::assigned(const Expr& left) {
  const Expr* root = &left;
  while (root->kind != script::ExprKind::name && !root->children.empty()) root = root->children[0];
  if (root->name == "$tool") tool_name_ = "$TOOL";
  if (root->name == "$base") base_name_ = "$BASE";
}

// Instructions and functions

void Machine::instruction(const Statement& s) {
  if (s.word == "wait sec") return wait(s, std::max(0.0, number(*s.arguments[0].value)));
  if (s.word == "wait for") return;  // passed
  if (s.word == "bas") return bas(s);
  if (s.word.starts_with("eki_get") || s.word.starts_with("eki_read") ||
      s.word.starts_with("rsi_move"))
    fail("0641", s.begin,
         fmt::format("from here on the program does what a network connection tells it ({}): it "
                     "cannot be run without that; --entry "
                     "ROUTINE runs another part of it",
                     written(s.begin, s.end)));
  constexpr std::array quiet = {"user_grp",  "userspot",    "a10_ini",   "a20",     "a10",
                                "h50",       "h70",         "delmens",   "p00",     "varstate",
                                "cast_to",   "cast_from",   "rsi_on",    "rsi_off", "rsi_create",
                                "eki_init",  "eki_open",    "eki_close", "eki_set", "eki_send",
                                "eki_clear", "md_setstate", "ret1",      "gripper"};
  for (const char* word : quiet)
    if (s.word.starts_with(word)) return;
  warn_once("0622", s.word, s.begin,
            fmt::format("'{}' is in none of the files: stepped over, whatever it moves; give the "
                        ".src that holds it, too",
                        written(s.begin, s.begin + static_cast<std::uint32_t>(s.word.size()))));
}

Value Machine::function(const Expr& call) {
  const std::string_view f = call.name;
  const auto x = [&](std::size_t i) {
    if (i >= call.arguments.size())
      fail("0303", call.begin, fmt::format("expected {} or more arguments", i + 1));
    return number(*call.arguments[i].value);
  };
  const auto finite = [&](double v) {
    if (!std::isfinite(v) || std::abs(v) > 1e30)
      fail("0507", call.begin, "the result is no finite number");
    return Value::of(v);
  };
  if (f == "abs") return finite(std::abs(x(0)));
  if (f == "sqrt") return finite(std::sqrt(x(0)));
  if (f == "sin") return finite(std::sin(x(0) * degree));
  if (f == "cos") return finite(std::cos(x(0) * degree));
  if (f == "tan") return finite(std::tan(x(0) * degree));
  if (f == "asin") return finite(std::asin(x(0)) / degree);
  if (f == "acos") return finite(std::acos(x(0)) / degree);
  if (f == "atan2") return finite(std::atan2(x(0), x(1)) / degree);
  if (f == "inv_pos" && !call.arguments.empty())
    return frame_of(pose_of(value(*call.arguments[0].value), call.begin).inverse());
  if (f == "strlen" || f == "strdecllen") return Value::of(0.0);
  // An array is written with its index in round brackets now and then.
  if (f.starts_with("eki_") || f.starts_with("stool") || f.starts_with("rsi_")) {
    if (f.starts_with("eki_get") || f.starts_with("eki_checkbuffer"))
      fail("0641", call.begin,
           "from here on the program does what a network connection tells it: it cannot be run "
           "without that; --entry ROUTINE runs another part of it");
    return Value::of(0.0);
  }
  warn_once("0642", f, call.begin,
            fmt::format("function '{}' is in none of the files: it has no value; give the .src "
                        "that holds it, too",
                        written(call)));
  return {};
}

}  // namespace erfd::krl
