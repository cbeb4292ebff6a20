// The data types of RAPID and what is declared in every controller.
#include "program/rapid/machine.hpp"

#include <numbers>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

using script::Types;

Value list(const Types& types, std::string_view type, std::vector<Value> items) {
  return Value::of_list(std::move(items), types.find(type));
}

Value numbers(const Types& types, std::string_view type, std::initializer_list<double> values) {
  std::vector<Value> items;
  for (const double v : values) items.push_back(Value::of(v));
  return list(types, type, std::move(items));
}

Value zero_pose(const Types& types) {
  return list(types, "pose",
              {numbers(types, "pos", {0, 0, 0}), numbers(types, "orient", {1, 0, 0, 0})});
}

Value load0(const Types& types) {
  return list(
      types, "loaddata",
      {Value::of(0.001), numbers(types, "pos", {0, 0, 0.001}),
       numbers(types, "orient", {1, 0, 0, 0}), Value::of(0.0), Value::of(0.0), Value::of(0.0)});
}

Value zone(const Types& types, bool fine, double tcp, double ori, double turn) {
  Value made = numbers(types, "zonedata", {0, tcp, ori, ori, turn, ori, turn});
  made.items[0] = Value::of(fine);
  return made;
}

}  // namespace

Predefined predefined_values(const script::Types& types) {
  Predefined all;
  for (const int v : {5,   10,  20,  30,   40,   50,   60,   80,   100,  150,  200,  300, 400,
                      500, 600, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7000})
    all[fmt::format("v{}", v)] =
        numbers(types, "speeddata", {static_cast<double>(v), 500, 5000, 1000});
  all["vmax"] = numbers(types, "speeddata", {7000, 500, 5000, 1000});
  struct Zone {
    int name;
    double tcp, ori, turn;
  };
  constexpr Zone zones[] = {{0, 0.3, 0.3, 0.03}, {1, 1, 1, 0.1},     {5, 5, 8, 0.8},
                            {10, 10, 15, 1.5},   {15, 15, 23, 2.3},  {20, 20, 30, 3},
                            {30, 30, 45, 4.5},   {40, 40, 60, 6},    {50, 50, 75, 7.5},
                            {60, 60, 90, 9},     {80, 80, 120, 12},  {100, 100, 150, 15},
                            {150, 150, 225, 23}, {200, 200, 300, 30}};
  for (const Zone& z : zones)
    all[fmt::format("z{}", z.name)] = zone(types, false, z.tcp, z.ori, z.turn);
  all["fine"] = zone(types, true, 0, 0, 0);
  all["load0"] = load0(types);
  all["tool0"] = list(types, "tooldata", {Value::of(true), zero_pose(types), load0(types)});
  all["wobj0"] = list(
      types, "wobjdata",
      {Value::of(false), Value::of(true), Value::of_text(""), zero_pose(types), zero_pose(types)});
  all["pi"] = Value::of(std::numbers::pi);
  all["stempty"] = Value::of_text("");
  all["high"] = all["on"] = Value::of(1.0);
  all["low"] = all["off"] = Value::of(0.0);
  all["op_auto"] = Value::of(1.0);
  all["op_man_prog"] = Value::of(2.0);
  all["op_man_test"] = Value::of(3.0);
  for (const auto& [word, value] : {std::pair{"opmode_undef", 0.0},
                                    {"run_undef", 0.0},
                                    {"run_cont_cycle", 1.0},
                                    {"resok", 1.0},
                                    {"rescancel", 5.0},
                                    {"btnok", 1.0},
                                    {"iconnone", 0.0},
                                    {"iconinfo", 1.0},
                                    {"iconwarning", 2.0},
                                    {"iconerror", 3.0}})
    all[word] = Value::of(value);
  return all;
}

void add_types(Types& types) {
  using Kind = Type::Kind;
  for (const char* name :
       {"num", "dnum", "byte", "errnum", "intnum", "errdomain", "clock", "btnres", "switch",
        "opnum", "dionum", "icondata", "buttondata", "datapos", "mecunit_id", "errtype", "opmode"})
    types.add(name, Kind::number);
  types.add("bool", Kind::truth);
  types.add("string", Kind::text);
  types.add("pos", Kind::record, "x,y,z:num");
  types.add("orient", Kind::record, "q1,q2,q3,q4:num");
  types.add("pose", Kind::record, "trans:pos rot:orient");
  types.add("confdata", Kind::record, "cf1,cf4,cf6,cfx:num");
  types.add("extjoint", Kind::record, "eax_a,eax_b,eax_c,eax_d,eax_e,eax_f:num");
  types.add("robjoint", Kind::record, "rax_1,rax_2,rax_3,rax_4,rax_5,rax_6:num");
  types.add("robtarget", Kind::record, "trans:pos rot:orient robconf:confdata extax:extjoint");
  types.add("jointtarget", Kind::record, "robax:robjoint extax:extjoint");
  types.add("speeddata", Kind::record, "v_tcp,v_ori,v_leax,v_reax:num");
  types.add("zonedata", Kind::record,
            "finep:bool pzone_tcp,pzone_ori,pzone_eax,zone_ori,zone_leax,zone_reax:num");
  types.add("loaddata", Kind::record, "mass:num cog:pos aom:orient ix,iy,iz:num");
  types.add("tooldata", Kind::record, "robhold:bool tframe:pose tload:loaddata");
  types.add("wobjdata", Kind::record, "robhold,ufprog:bool ufmec:string uframe,oframe:pose");
  types.add("progdisp", Kind::record, "pdisp:pose eoffs:extjoint");
  types.add("tasks", Kind::record, "taskname:string");
}

}  // namespace erfd::rapid
