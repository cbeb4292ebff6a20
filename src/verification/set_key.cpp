// Keys of what is asked, besides those of the robot file.
#include "erfd/base/choices.hpp"
#include "erfd/base/numbers.hpp"
#include "erfd/verification/case.hpp"

#include "base/lower_case.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

namespace erfd {
namespace {

/// A key with its value, for messages.
struct Setting {
  std::string key, value;
  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(fmt::format("{}: found '{}', expected {}", key, value, expected));
  }
  bool truth() const {
    if (value != "true" && value != "false") refuse("true or false");
    return value == "true";
  }
  double seconds() const { return parse_quantity(key, value, seconds_units); }
};

AngleTriple triple_of(const Setting& setting) {
  if (setting.value == "zyx") return AngleTriple::zyx;
  if (setting.value == "ori_lola" || setting.value == "yzx") return AngleTriple::yzx;
  setting.refuse("zyx or ori_lola");
}

Force<double> wrench_of(const Setting& setting) {
  const std::vector<double> w =
      parse_numbers(setting.key, setting.value, 6, "fx,fy,fz in N, nx,ny,nz in N m");
  return {{w[3], w[4], w[5]}, {w[0], w[1], w[2]}};
}

/// An option of the planner, as the command calls it.
struct OptionKey {
  const char* name;
  void (*set)(ProgramChoice& choice, const Setting& setting);
};

constexpr std::array<OptionKey, 7> option_keys{{
    {"orientation", [](ProgramChoice& c, const Setting& s) { c.angles = triple_of(s); }},
    {"wrench", [](ProgramChoice& c, const Setting& s) { c.wrench = wrench_of(s); }},
    {"period", [](ProgramChoice& c, const Setting& s) { c.period = s.seconds(); }},
    {"speed", [](ProgramChoice& c, const Setting& s) { c.speed = parse_share(s.key, s.value); }},
    {"jerk-time", [](ProgramChoice& c, const Setting& s) { c.jerk_time = s.seconds(); }},
    {"smoothed", [](ProgramChoice& c, const Setting& s) { c.smoothed = s.truth(); }},
    {"fly-corners", [](ProgramChoice& c, const Setting& s) { c.fly_corners = s.truth(); }},
}};

void set_option(ProgramChoice& choice, const std::string& name, const Setting& setting) {
  std::vector<std::string> known;
  for (const OptionKey& option : option_keys) {
    if (name == option.name) return option.set(choice, setting);
    known.emplace_back(option.name);
  }
  known.emplace_back("payload");
  throw Error(unknown_choice("option", name, known));
}

/// "true", "3", "12.5".
void set_input(ProgramChoice& choice, const std::string& name, const Setting& setting) {
  if (name.empty() || setting.value.empty())
    throw Error(fmt::format("input: found '{}', expected NAME=VALUE, as ok=true or count=3",
                            setting.value.empty() ? name : name + '=' + setting.value));
  const std::string value = lower_case(setting.value);
  std::int64_t whole = 0;
  const char* const end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, whole);
  auto& input = choice.inputs[lower_case(name)];
  if (value == "true" || value == "false")
    input = value == "true";
  else if (read.ec == std::errc() && read.ptr == end)
    input = whole;
  else
    input = parse_numbers("input " + name, value, 1, "true, false or a number")[0];
}

/// "28.speed".
void set_line(ProgramChoice& choice, const std::string& rest, const Setting& setting) {
  int line = 0;
  const char* const end = rest.data() + rest.size();
  const auto read = std::from_chars(rest.data(), end, line);
  if (read.ec != std::errc() || line < 1 || std::string_view(read.ptr, end) != ".speed")
    throw Error(
        fmt::format("unknown key '{}', expected line.N.speed with the number of a line of the "
                    "program, as line.28.speed=60%",
                    setting.key));
  choice.line_speeds[line] = parse_share(setting.key, setting.value);
}

}  // namespace

void set_key(RobotChoice& robot, ProgramChoice& program, const std::string& setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  const std::string key = setting.substr(0, equals);
  const std::string value = equals < setting.size() ? setting.substr(equals + 1) : "";
  const std::size_t dot = std::min(key.find('.'), key.size());
  const std::string table = key.substr(0, dot);
  const std::string rest = dot < key.size() ? key.substr(dot + 1) : "";
  if (key == "option.payload")
    robot.payload = parse_payload(rest, value);
  else if (table == "option")
    set_option(program, rest, {rest, value});
  else if (table == "input")
    set_input(program, rest, {key, value});
  else if (table == "line")
    set_line(program, rest, {key, value});
  else
    robot.settings.push_back(setting);
}

}  // namespace erfd
