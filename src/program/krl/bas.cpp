// What the inline forms of the controller's editor mean: BAS(#…) and the functions behind WITH. Their
// meaning is that of the routines of the same names in the backups of controllers; where no file
// declares a definition (DEF_…), the value counts on which those backups agree.
#include "erfd/base/units.hpp"

#include "program/krl/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::krl {
namespace {

int whole(double v) { return static_cast<int>(std::clamp(v, -1e6, 1e6)); }

/// Per cent of a form; more than everything is everything.
double per_cent(double v) { return std::clamp(v, 0.0, 100.0); }

}  // namespace

double Machine::definition(std::string_view name, double otherwise) {
  const Value* const found = global_place(name);
  return found != nullptr && found->kind == Value::Kind::number ? found->number : otherwise;
}

void Machine::set_value(std::string_view name, Value to) {
  if (Value* const found = global_place(name)) store(*found, std::move(to));
}

void Machine::set_number(std::string_view name, std::string_view part, Value to) {
  Value* const all = global_place(name);
  if (all == nullptr) return;
  if (Value* const found = all->part(part)) store(*found, std::move(to));
}

void Machine::set_each(std::string_view name, const Value& percent, double factor) {
  Value* const list = global_place(name);
  if (list == nullptr) return;
  const Value to = Value::derived(per_cent(percent.number) * factor, percent);
  for (Value& item : list->items) store(item, to);
}

Value Machine::number_in(const Value& record, std::string_view part, double otherwise) {
  const Value* const found = record.part(part);
  return found != nullptr && found->kind == Value::Kind::number ? *found : Value::of(otherwise);
}

/// BAS(#INITMOV): what every program begins with.
void Machine::initialise() {
  set_each("$vel_axis", Value::of(definition("def_vel_ptp", 100)));
  set_each("$acc_axis", Value::of(100.0));  // of what the dynamics allow: $ADAP_ACC is on
  set_number("$vel", "cp", Value::of(definition("def_vel_cp", 2)));
  set_number("$acc", "cp", Value::of(definition("def_acc_cp", 2.3)));
  for (const char* axis : {"ori1", "ori2"}) {
    set_number("$vel", axis, Value::of(definition(fmt::format("def_vel_{}", axis), 200)));
    set_number("$acc", axis, Value::of(definition(fmt::format("def_acc_{}", axis), 100)));
  }
  set_number("$apo", "cptp", Value::of(definition("def_apo_cptp", 50)));
  set_number("$apo", "cdis", Value::of(definition("def_apo_cdis", 3)));
  set_number("$apo", "cvel", Value::of(definition("def_apo_cvel", 100)));
  set_number("$apo", "cori", Value::of(definition("def_apo_cori", 5)));
  set_value("$ori_type", Value::of_word("var"));
  set_value("$circ_type", Value::of_word("base"));
  set_value("$ipo_mode", Value::of_word("base"));
}

Value Machine::element_of(std::string_view name, int number) {
  Value* const list = global_place(name);
  if (list == nullptr || number < 1 || static_cast<std::size_t>(number) > list->items.size())
    return {};
  return list->items[static_cast<std::size_t>(number) - 1];
}

/// The controller's own load where a program or LOAD_DATA says none: that of $robcor.dat.
Value Machine::default_load() {
  Value load = script::first_value(*ast_.types.find("load"), {}, false);
  const Value* const mass = global_place("$def_l_m");
  const Value *const cm = global_place("$def_l_cm"), *const j = global_place("$def_l_j");
  load.items[0] = mass != nullptr && mass->is_set() ? *mass : Value::of(-1.0);
  if (cm != nullptr && cm->is_record()) load.items[1] = *cm;
  if (j != nullptr && j->is_record()) load.items[2] = *j;
  return load;
}

Value Machine::load_of_tool(int number) {
  Value load = number <= 0 ? default_load() : element_of("load_data", number);
  if (!load.is_record()) return load;
  const Value* const mass = load.part("m");
  if (number > 0 && mass != nullptr && mass->is_set() && mass->number < 0) return default_load();
  Value* const j = load.part("j");
  const bool no_inertia = j != nullptr && j->is_record() && j->number_of("x") == 0 &&
                          j->number_of("y") == 0 && j->number_of("z") == 0;
  const Value* const usual = global_place("$def_l_j");
  if (load.number_of("m") > 0 && no_inertia && usual != nullptr && usual->is_record()) *j = *usual;
  return load;
}

void Machine::use_tool(int number) {
  Value frame = number <= 0 ? frame_of({}) : element_of("tool_data", number);
  if (!frame.is_record() || !frame.items[0].is_set()) {
    warn_once("0626", fmt::format("{}", number), 0,
              fmt::format("TOOL_DATA[{}] is in none of the files: the flange without a load is "
                          "taken; give the $config.dat of the backup, too",
                          number));
    frame = frame_of({});
  }
  set_value("$tool", std::move(frame));
  set_value("$load", load_of_tool(number));
  set_value("$act_tool", Value::of(static_cast<double>(number)));
  tool_name_ = number <= 0 ? "$NULLFRAME" : fmt::format("TOOL_DATA[{}]", number);
}

void Machine::use_base(int number) {
  Value frame = number <= 0 ? frame_of({}) : element_of("base_data", number);
  if (!frame.is_record() || !frame.items[0].is_set()) {
    warn_once("0623", fmt::format("{}", number), 0,
              fmt::format("BASE_DATA[{}] is in none of the files: targets count from the robot's "
                          "base; give the $config.dat of the backup, too",
                          number));
    frame = frame_of({});
  }
  set_value("$base", std::move(frame));
  set_value("$act_base", Value::of(static_cast<double>(number)));
  base_name_ = number <= 0 ? "" : fmt::format("BASE_DATA[{}]", number);
}

void Machine::use_frames(const Value& fdat) {
  if (!fdat.is_record()) return;
  use_tool(whole(fdat.number_of("tool_no")));
  use_base(whole(fdat.number_of("base_no")));
  if (const Value* const frame = fdat.part("ipo_frame"); frame != nullptr && frame->is_set())
    set_value("$ipo_mode", *frame);
}

void Machine::use_ptp(const Value& pdat) {
  if (!pdat.is_record()) return;
  set_each("$acc_axis", number_in(pdat, "acc", 100));
  const Value* const mode = pdat.part("apo_mode");
  const Value distance = number_in(pdat, "apo_dist", 0);
  if (mode != nullptr && mode->text == "cdis")
    set_number("$apo", "cdis", distance);
  else
    set_number("$apo", "cptp", Value::derived(per_cent(distance.number), distance));
}

/// In per cent of the definitions.
void Machine::set_path_acceleration(const Value& percent) {
  const double share = per_cent(percent.number) / 100;
  set_number("$acc", "cp", Value::derived(definition("def_acc_cp", 2.3) * share, percent));
  for (const char* axis : {"ori1", "ori2"})
    set_number("$acc", axis,
               Value::derived(definition(fmt::format("def_acc_{}", axis), 100) * share, percent));
}

void Machine::use_cp(const Value& ldat) {
  if (!ldat.is_record()) return;
  set_path_acceleration(number_in(ldat, "acc", 100));
  set_number("$apo", "cdis", number_in(ldat, "apo_dist", 0));
  const auto word = [&](std::string_view part, std::string_view name, const char* otherwise) {
    const Value* const given = ldat.part(part);
    const bool is_given = given != nullptr && given->is_set();
    set_value(name, is_given ? *given : Value::of_word(otherwise));
  };
  word("ori_typ", "$ori_type", "var");
  word("circ_typ", "$circ_type", "base");
}

void Machine::bas(const Statement& s) {
  if (s.arguments.empty()) return;
  const std::string word = value(*s.arguments[0].value).text;
  Value given = s.arguments.size() > 1 ? value(*s.arguments[1].value) : Value::of(0.0);
  if (given.kind != Value::Kind::number) given = Value::of(given.number);
  const bool ptp = word == "ptp_params", cp = word == "cp_params";
  if (word == "initmov") {
    initialise();
    use_base(0);
    if (const Value first = element_of("tool_data", 1);
        first.is_record() && first.items[0].is_set()) {
      set_value("$tool", first);
      tool_name_ = "TOOL_DATA[1]";
    }
  }
  if (ptp || word == "ptp_dat") use_ptp(global_value("pdat_act"));
  if (cp || word == "cp_dat") use_cp(global_value("ldat_act"));
  if (ptp || cp || word == "frames") use_frames(global_value("fdat_act"));
  if (ptp || word == "vel_ptp") set_each("$vel_axis", given, definition("def_vel_ptp", 100) / 100);
  if (cp || word == "vel_cp")
    set_number("$vel", "cp",
               Value::derived(std::min(given.number * definition("def_vel_fact", 1),
                                       definition("def_vel_cp", 2)),
                              given));
  if (word == "acc_ptp") set_each("$acc_axis", given);
  if (word == "acc_cp" || word == "acc_glue") set_path_acceleration(given);
  if (word == "tool") use_tool(whole(given.number));
  if (word == "base") use_base(whole(given.number));
}

// WITH

/// What a setting behind WITH is given: the argument of its function, or the value itself.
Value Machine::given_by(const Expr& e) {
  const bool form = e.kind == script::ExprKind::call && e.name.starts_with("s") &&
                    !e.arguments.empty() && routine_named(e.name) < 0;
  return form ? value(*e.arguments[0].value) : value(e);
}

/// SPTP XP1 WITH $VEL_AXIS[1] = SVEL_JOINT(100), …: holds for this move alone.
void Machine::with(const Argument& a, Settings& s) {
  if (a.key.starts_with("$gear_jerk") || a.key.starts_with("$jerk") || a.key.starts_with("$coll") ||
      a.key.starts_with("$exax"))
    return;
  const Expr& e = *a.value;
  const std::string_view f = e.kind == script::ExprKind::call ? e.name : std::string_view();
  const Value given = given_by(e);
  const auto number_or = [&](double otherwise) {
    return given.kind == Value::Kind::number ? given.number : otherwise;
  };
  if (a.key == "$tool" && f.starts_with("stool")) {
    with_tool(whole(given.is_record() ? given.number_of("tool_no") : given.number), s);
  } else if (a.key == "$tool") {
    s.tool = given;
    s.tool_name = "$TOOL";
  } else if (a.key == "$base" && f == "sbase") {
    with_base(whole(given.number), s);
  } else if (a.key == "$base") {
    s.base = given;
    s.base_name = "$BASE";
  } else if (a.key == "$ipo_mode") {
    s.fixed_tool = given.text == "tcp";
  } else if (a.key == "$load") {
    s.load = f == "sload" ? load_of_tool(whole(given.number)) : given;
  } else if (a.key == "$ori_type") {
    const Value* const type = given.part("ori_typ");
    s.orientation = given.is_record() ? (type != nullptr ? type->text : "var") : given.text;
  } else if (a.key == "$circ_type") {
    const Value* const type = given.part("circ_typ");
    s.circle = given.is_record() ? (type != nullptr ? type->text : "base") : given.text;
  } else if (a.key == "$vel_axis") {
    s.joint_speed = f == "svel_joint"
                        ? definition("def_vel_ptp", 100) * per_cent(number_or(100)) / 1e4
                        : number_or(100 * s.joint_speed) / 100;
    s.from[MovePart::speed_share] = given;
  } else if (a.key == "$acc_axis") {
    s.joint_acceleration = given.is_record() ? definition("def_acc_sptp", 100) *
                                                   per_cent(given.number_of("acc", 100)) / 1e4
                                             : number_or(100) / 100;
    s.from[MovePart::acceleration_share] = given.is_record() ? number_in(given, "acc", 100) : given;
  } else {
    with_path(a.key, f, given, s);
  }
}

/// Settings of lines and circles, and of approximation.
void Machine::with_path(std::string_view key, std::string_view form, const Value& given,
                        Settings& s) {
  const auto number_or = [&](double otherwise) {
    return given.kind == Value::Kind::number ? given.number : otherwise;
  };
  if (key == "$vel" && form == "svel_cp") {
    s.speed = std::min(number_or(s.speed), definition("def_vel_cp", 2));
    s.from[MovePart::speed] = given;
    s.turn_speed = definition("def_vel_oris", 200);
  } else if (key == "$vel") {
    s.speed = given.number_of("cp", number_or(s.speed));
    s.from[MovePart::speed] = given.is_record() ? number_in(given, "cp", 0) : given;
    s.turn_speed = given.number_of("ori1", s.turn_speed);
  } else if (key == "$acc" && form == "sacc_cp") {
    const Value percent = number_in(given, "axis_acc", number_in(given, "acc", 100).number);
    const double share = per_cent(percent.number) / 100;
    s.from[MovePart::acceleration] = percent;
    s.acceleration = definition("def_acc_cp", 2.3) * share;
    s.turn_acceleration = definition("def_acc_oris", 200) * share;
  } else if (key == "$acc") {
    s.acceleration = given.number_of("cp", number_or(s.acceleration));
    s.from[MovePart::acceleration] = given.is_record() ? number_in(given, "cp", 0) : given;
    s.turn_acceleration = given.number_of("ori1", s.turn_acceleration);
  } else if (key == "$apo") {
    const Value* const mode = given.part("apo_mode");
    const double distance = given.number_of("apo_dist", given.number_of("cdis", s.cdis));
    const bool per_cents = form == "sapo_ptp" && mode != nullptr && mode->text == "cptp";
    s.cptp = per_cents ? per_cent(distance) : given.number_of("cptp", s.cptp);
    s.cdis = distance;
    s.by_share = per_cents;
    s.from[MovePart::fly_by] = number_in(given, "apo_dist", 0);
  } else if (key == "$vel.cp") {
    s.speed = number_or(s.speed);
    s.from[MovePart::speed] = given;
  } else if (key == "$acc.cp") {
    s.acceleration = number_or(s.acceleration);
    s.from[MovePart::acceleration] = given;
  } else if (key == "$vel.ori1") {
    s.turn_speed = number_or(s.turn_speed);
  } else if (key == "$acc.ori1") {
    s.turn_acceleration = number_or(s.turn_acceleration);
  } else if (key == "$apo.cdis") {
    s.cdis = number_or(s.cdis);
    s.from[MovePart::fly_by] = given;
  } else if (key == "$apo.cptp") {
    s.cptp = number_or(s.cptp);
    s.from[MovePart::fly_by] = given;
  } else if (key == "$apo.cvel") {
    s.cvel = number_or(s.cvel);
  } else if (key == "$apo.cori") {
    s.cori = number_or(s.cori);
  }
}

void Machine::with_tool(int number, Settings& s) {
  const Value tool = global_value("$tool"), load = global_value("$load");
  const std::string name = tool_name_;
  use_tool(number);
  s.tool = global_value("$tool");
  s.load = global_value("$load");
  s.tool_name = tool_name_;
  set_value("$tool", tool);
  set_value("$load", load);
  tool_name_ = name;
}

void Machine::with_base(int number, Settings& s) {
  const Value base = global_value("$base");
  const std::string name = base_name_;
  use_base(number);
  s.base = global_value("$base");
  s.base_name = base_name_;
  set_value("$base", base);
  base_name_ = name;
}

}  // namespace erfd::krl
