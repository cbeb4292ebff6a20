// Values of RAPID, and its instructions that move nothing.
#include "program/rapid/machine.hpp"

#include "erfd/base/choices.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr script::Rules rules{"R", true, true};

/// What works on signals, the operator, files, interrupts or supervision, and moves nothing.
bool is_stepped_over(std::string_view word) {
  static const std::unordered_set<std::string_view> words = {"tpwrite",
                                                             "tperase",
                                                             "tpshow",
                                                             "uimsgbox",
                                                             "uishow",
                                                             "errwrite",
                                                             "errlog",
                                                             "errraise",
                                                             "pulsedo",
                                                             "invertdo",
                                                             "waitdi",
                                                             "waitdo",
                                                             "waitai",
                                                             "waitao",
                                                             "waitgi",
                                                             "waitgo",
                                                             "waituntil",
                                                             "waitrob",
                                                             "waitsynctask",
                                                             "waittestandset",
                                                             "waitload",
                                                             "waitsensor",
                                                             "iodisable",
                                                             "ioenable",
                                                             "isignaldi",
                                                             "isignaldo",
                                                             "isignalai",
                                                             "isignalao",
                                                             "isignalgi",
                                                             "isignalgo",
                                                             "itimer",
                                                             "ipers",
                                                             "ierror",
                                                             "idisable",
                                                             "ienable",
                                                             "idelete",
                                                             "iwatch",
                                                             "isleep",
                                                             "ivarvalue",
                                                             "intdisable",
                                                             "clkreset",
                                                             "clkstart",
                                                             "clkstop",
                                                             "open",
                                                             "close",
                                                             "rewind",
                                                             "write",
                                                             "writebin",
                                                             "writestrbin",
                                                             "writeanybin",
                                                             "clearIobuff",
                                                             "cleariobuff",
                                                             "clearrawbytes",
                                                             "copyrawbytes",
                                                             "packrawbytes",
                                                             "packdnheader",
                                                             "writerawbytes",
                                                             "makedir",
                                                             "removedir",
                                                             "removefile",
                                                             "renamefile",
                                                             "copyfile",
                                                             "opendir",
                                                             "closedir",
                                                             "fsfree",
                                                             "save",
                                                             "load",
                                                             "startload",
                                                             "unload",
                                                             "erasemodule",
                                                             "checkprogref",
                                                             "cancelload",
                                                             "confl",
                                                             "confj",
                                                             "singarea",
                                                             "softact",
                                                             "softdeact",
                                                             "motionsup",
                                                             "tunereset",
                                                             "tuneservo",
                                                             "stoppoint",
                                                             "storepath",
                                                             "restopath",
                                                             "startmove",
                                                             "stopmove",
                                                             "stopmovereset",
                                                             "startmoveretry",
                                                             "clearpath",
                                                             "stop",
                                                             "stopmoves",
                                                             "break",
                                                             "booknerrno",
                                                             "bookerrno",
                                                             "skipwarn",
                                                             "resetretrycount",
                                                             "socketcreate",
                                                             "socketbind",
                                                             "socketlisten",
                                                             "socketaccept",
                                                             "socketconnect",
                                                             "socketsend",
                                                             "socketclose",
                                                             "rmqfindslot",
                                                             "rmqsendmessage",
                                                             "rmqemptyqueue",
                                                             "rmqgetmessage",
                                                             "rmqgetmsgheader",
                                                             "rmqgetmsgdata",
                                                             "rmqsendwait",
                                                             "egmreset",
                                                             "egmgetid",
                                                             "egmsetupuc",
                                                             "egmsetupai",
                                                             "egmsetupao",
                                                             "egmsetupgi",
                                                             "egmsetupltapp",
                                                             "egmactpose",
                                                             "egmactjoint",
                                                             "egmactmove",
                                                             "egmstop",
                                                             "egmstreamstart",
                                                             "egmstreamstop",
                                                             "triggio",
                                                             "triggequip",
                                                             "triggint",
                                                             "triggcheckio",
                                                             "triggrampao",
                                                             "triggspeed",
                                                             "triggstopproc",
                                                             "worldzone",
                                                             "wzboxdef",
                                                             "wzcyldef",
                                                             "wzsphdef",
                                                             "wzhomejointdef",
                                                             "wzlimjointdef",
                                                             "wzlimsup",
                                                             "wzdoset",
                                                             "wzenable",
                                                             "wzdisable",
                                                             "wzfree",
                                                             "actunit",
                                                             "deactunit",
                                                             "setsysdata",
                                                             "setdatasearch",
                                                             "getsysdata",
                                                             "setdataval",
                                                             "getdataval",
                                                             "setalldataval",
                                                             "spyon",
                                                             "spyoff",
                                                             "systemstopaction",
                                                             "processstop",
                                                             "procerrrecovery",
                                                             "getautostatus",
                                                             "callbyvar",
                                                             "syncmoveon",
                                                             "syncmoveoff",
                                                             "syncmoveundo",
                                                             "syncmoveresume",
                                                             "syncmovesuspend",
                                                             "softwaresync",
                                                             "corrcon",
                                                             "corrdiscon",
                                                             "corrclear",
                                                             "corrwrite",
                                                             "pathrecstart",
                                                             "pathrecstop",
                                                             "pathresol",
                                                             "eoffson",
                                                             "eoffsoff",
                                                             "eoffsset",
                                                             "mocgenstart",
                                                             "hollowwriston",
                                                             "aliasio",
                                                             "aliasioreset",
                                                             "unpackrawbytes",
                                                             "timespec",
                                                             "hand_initialize",
                                                             "hand_gripinward",
                                                             "hand_gripoutward",
                                                             "hand_moveto",
                                                             "hand_jogoutward",
                                                             "hand_joginward",
                                                             "hand_stop",
                                                             "hand_setspeed",
                                                             "hand_setmaxspeed",
                                                             "hand_sethold",
                                                             "g_init",
                                                             "g_gripin",
                                                             "g_gripout",
                                                             "g_moveto",
                                                             "g_setspeed",
                                                             "g_setforce",
                                                             "g_jogin",
                                                             "g_jogout",
                                                             "g_sethold",
                                                             "arcrefresh",
                                                             "setupsema",
                                                             "textabinstall",
                                                             "textget",
                                                             "setleadthrough",
                                                             "logproc",
                                                             "saferrobtarget",
                                                             "contactl_off",
                                                             "tuningreset",
                                                             "gripperopen",
                                                             "dropwobj",
                                                             "waitwobj",
                                                             "dropsensor",
                                                             "syncwobj",
                                                             "uncal",
                                                             "manloadidproc",
                                                             "loadidproc",
                                                             "paramidrobvalid",
                                                             "paramidposvalid",
                                                             "fricidinit",
                                                             "fricidevaluate",
                                                             "fricidsetfric",
                                                             "camflush",
                                                             "camgetparameter",
                                                             "camgetresult",
                                                             "camloadjob",
                                                             "camreqimage",
                                                             "camsetexposure",
                                                             "camsetparameter",
                                                             "camsetprogrammode",
                                                             "camsetrunmode",
                                                             "camstartloadjob",
                                                             "camwaitloadjob",
                                                             "indreset",
                                                             "snapshot"};
  return words.contains(word);
}

}  // namespace

Machine::Machine(script::Ast& ast, const script::Source& source, script::Findings& findings,
                 const ProgramContext& context, Program& program)
    : script::Machine(ast, source, findings, context, program, rules),
      predefined_(predefined_values(ast.types)) {
  last_.tool_load = context.own_load;
}

const Type& Machine::type(std::string_view name) const { return *ast_.types.find(name); }

Value Machine::zero(std::string_view type_name) const {
  return script::first_value(type(type_name), {}, true);
}

// Values

/// [...] becomes a record by the places of its components.
Value Machine::fitting(Value made, const Type& wanted, const std::vector<int>& sizes,
                       std::uint32_t at) {
  if (!made.is_set() || (sizes.empty() && wanted.kind == Type::Kind::open)) return made;
  if (!sizes.empty()) {
    if (made.kind != Value::Kind::list ||
        made.items.size() != static_cast<std::size_t>(sizes.front()))
      fail("0303", at,
           fmt::format("the array has {} elements, found {}", sizes.front(),
                       made.kind == Value::Kind::list ? fmt::format("{}", made.items.size())
                                                      : "one value"));
    const std::vector<int> inner(sizes.begin() + 1, sizes.end());
    for (Value& item : made.items) item = fitting(std::move(item), wanted, inner, at);
    return made;
  }
  using Kind = Value::Kind;
  switch (wanted.kind) {
    case Type::Kind::number:
    case Type::Kind::truth:
      if (made.kind == Kind::number || made.kind == Kind::truth) {
        made.kind = wanted.kind == Type::Kind::truth ? Kind::truth : Kind::number;
        return made;
      }
      break;
    case Type::Kind::text:
      if (made.kind == Kind::text) return made;
      break;
    default: {
      if (made.kind != Kind::list || made.type == &wanted) {
        if (made.kind == Kind::list) return made;
        break;
      }
      if (made.items.size() != wanted.fields.size())
        fail("0303", at,
             fmt::format("{} has {} components, found {}", wanted.name, wanted.fields.size(),
                         made.items.size()));
      for (std::size_t i = 0; i < made.items.size(); ++i)
        made.items[i] = fitting(std::move(made.items[i]), *wanted.fields[i].type, {}, at);
      made.type = &wanted;
      return made;
    }
  }
  const bool list = made.kind == Kind::list;
  fail("0302", at,
       fmt::format("expected {}, found {}", wanted.name,
                   list                       ? (made.type != nullptr ? made.type->name : "a list")
                   : made.kind == Kind::text  ? "a string"
                   : made.kind == Kind::truth ? "a bool"
                                              : "a num"));
}

Value Machine::signal_value(std::string_view name) {
  const std::string key(name);
  if (const auto input = context_.inputs.find(key); input != context_.inputs.end()) {
    if (const bool* const truth = std::get_if<bool>(&input->second))
      return Value::of(*truth ? 1.0 : 0.0);
    if (const auto* const whole = std::get_if<std::int64_t>(&input->second))
      return Value::of(static_cast<double>(*whole));
    return Value::of(std::get<double>(input->second));
  }
  const auto known = signals_.find(name);
  return Value::of(known == signals_.end() ? 0.0 : known->second);
}

/// Nothing in the files declares it: a name of the controller, a function without arguments, or a
/// signal of its configuration.
Value Machine::outside(const Expr& name) {
  if (const auto known = predefined_.find(name.name); known != predefined_.end())
    return known->second;
  if (name.name.starts_with("err_") || name.name == "errno") return Value::of(error_number_);
  if (context_.inputs.contains(std::string(name.name)) || signals_.contains(name.name))
    return signal_value(name.name);
  if (is_usual(name.name)) return Value::of(0.0);
  note_once("0620", name.name, name.begin,
            fmt::format(
                "'{}' is declared in none of the files: read as a signal with the value 0; --input "
                "{}=1 gives another",
                written(name), name.name));
  return Value::of(0.0);
}

/// Declared in the user.sys of every new controller.
bool Machine::is_usual(std::string_view name) const {
  return name.size() == 4 && name.starts_with("reg") && name[3] >= '1' && name[3] <= '5';
}

// Arguments

Machine::Places Machine::by_place(const std::vector<Argument>& arguments) {
  Places places;
  for (const Argument& a : arguments)
    if (a.key.empty()) places.push_back(&a);
  return places;
}

const Argument* Machine::keyed(const std::vector<Argument>& arguments, std::string_view key) {
  for (const Argument& a : arguments)
    if (a.key == key) return a.conditional && !is_present(*a.value) ? nullptr : &a;
  return nullptr;
}

const Expr& Machine::argument(const Places& places, std::size_t i, std::uint32_t at) {
  if (i < places.size() && places[i]->value != nullptr) return *places[i]->value;
  fail("0303", at, fmt::format("expected {} or more arguments, found {}", i + 1, places.size()));
}

Value Machine::typed(const Expr& e, std::string_view type_name) {
  return fitting(value(e), type(type_name), {}, e.begin);
}

void Machine::give(const Argument& a, Value made) {
  if (a.value != nullptr) assign(*a.value, std::move(made), a.begin);
}

// Instructions

void Machine::instruction(const Statement& s) {
  if (const MoveForm* const form = move_form(s.word)) return move_by(s, *form);
  if (setting(s) || loads(s) || signal(s) || data_instruction(s) || operator_instruction(s) ||
      from_outside(s))
    return;
  if (!is_stepped_over(s.word)) unknown(s);
}

bool Machine::setting(const Statement& s) {
  const Places places = by_place(s.arguments);
  const auto first = [&](std::size_t i) { return number(argument(places, i, s.begin)); };
  if (s.word == "waittime") {
    wait(s, first(0));
  } else if (s.word == "velset") {
    speed_percent_ = std::clamp(first(0), 0.1, 100.0);
    most_speed_ = std::max(first(1), 0.1);
  } else if (s.word == "accset") {
    acceleration_percent_ = std::clamp(first(0), 20.0, 100.0);  // as the language has it
  } else if (s.word == "pathacclim" || s.word == "worldacclim") {
    const bool world = s.word == "worldacclim";
    const Argument* const most = keyed(s.arguments, world ? "on" : "accmax");
    const Argument* const brake = keyed(s.arguments, "decelmax");
    acceleration_limit_ = most != nullptr && most->value != nullptr
                              ? std::optional(std::max(0.1, number(*most->value)))
                              : std::nullopt;
    deceleration_limit_ = brake != nullptr && brake->value != nullptr
                              ? std::optional(std::max(0.1, number(*brake->value)))
                              : std::nullopt;
    if (world) deceleration_limit_ = acceleration_limit_;
  } else if (s.word == "singarea") {
    const bool wrist = keyed(s.arguments, "wrist") != nullptr;
    line_orientation_ = wrist ? OrientationMode::joint : OrientationMode::variable;
    if (keyed(s.arguments, "lockaxis4") != nullptr)
      note_once("0633", "lockaxis4", s.begin,
                "SingArea\\LockAxis4 is read as \\Off: axis 4 is not held");
  } else if (s.word == "cirpathmode") {
    circle_orientation_ = keyed(s.arguments, "pathframe") != nullptr || s.arguments.empty()
                              ? OrientationMode::path_variable
                              : OrientationMode::variable;
  } else if (s.word == "exitcycle") {
    throw Halted{};
  } else {
    return false;
  }
  return true;
}

bool Machine::loads(const Statement& s) {
  const Places places = by_place(s.arguments);
  if (s.word == "gripload") {
    const Expr& e = argument(places, 0, s.begin);
    const Value given = typed(e, "loaddata");
    gripped_ = load(given, e.begin);
    if (gripped_->mass <= 0.001) gripped_.reset();
  } else if (s.word == "pdispset") {
    displacement_ = pose(typed(argument(places, 0, s.begin), "pose"), s.begin);
  } else if (s.word == "pdispoff") {
    displacement_ = {};
  } else if (s.word == "pdispon") {
    fail("0640", s.begin,
         "PDispOn is not supported: it shifts all targets by where the robot stands; write "
         "PDispSet with a pose");
  } else {
    return false;
  }
  return true;
}

/// Outputs keep what was written to them, so that a program that asks for them finds it.
bool Machine::signal(const Statement& s) {
  const bool sets = s.word == "set" || s.word == "reset",
             writes = s.word == "setdo" || s.word == "setgo" || s.word == "setao";
  if (!sets && !writes) return false;
  const Places places = by_place(s.arguments);
  const Expr& name = argument(places, 0, s.begin);
  const double to = sets ? (s.word == "set" ? 1 : 0) : number(argument(places, 1, s.begin));
  if (name.kind == script::ExprKind::name) signals_[name.name] = to;
  return true;
}

bool Machine::data_instruction(const Statement& s) {
  const Places places = by_place(s.arguments);
  const auto change = [&](double by) {
    const Expr& e = argument(places, 0, s.begin);
    assign(e, Value::of(number(e) + by), s.begin);
  };
  if (s.word == "incr") {
    change(1);
  } else if (s.word == "decr") {
    change(-1);
  } else if (s.word == "add") {
    change(number(argument(places, 1, s.begin)));
  } else if (s.word == "clear") {
    assign(argument(places, 0, s.begin), Value::of(0.0), s.begin);
  } else {
    return false;
  }
  return true;
}

/// The operator takes the first choice and types zero.
bool Machine::operator_instruction(const Statement& s) {
  const bool key = s.word == "tpreadfk", num = s.word == "tpreadnum" || s.word == "tpreaddnum";
  if (!key && !num) return false;
  const Places places = by_place(s.arguments);
  const Expr& to = argument(places, 0, s.begin);
  const auto answer = context_.inputs.find(std::string(s.word));
  const auto* const whole =
      answer == context_.inputs.end() ? nullptr : std::get_if<std::int64_t>(&answer->second);
  const auto* const real =
      answer == context_.inputs.end() ? nullptr : std::get_if<double>(&answer->second);
  const double given = whole != nullptr ? static_cast<double>(*whole)
                                        : (real != nullptr ? *real : (key ? 1.0 : 0.0));
  note_once("0615", s.word, s.begin,
            fmt::format("the operator is asked here: taken as {}; --input {}={:g} answers", given,
                        s.word, key ? 2.0 : 5.0));
  assign(to, Value::of(given), s.begin);
  return true;
}

/// What the robot does then comes from a network or a file, which nobody has here.
bool Machine::from_outside(const Statement& s) {
  constexpr std::array network = {"socketreceive", "rmqreadwait", "socketreceivefrom", "egmrunpose",
                                  "egmrunjoint",   "egmmovel",    "egmmovec"};
  constexpr std::array files = {"readanybin", "readrawbytes", "readblock", "readerrdata"};
  const bool net = std::find(network.begin(), network.end(), s.word) != network.end();
  const bool file = std::find(files.begin(), files.end(), s.word) != files.end();
  if (!net && !file) return false;
  fail("0641", s.begin,
       fmt::format("from here on the program does what {} tells it ({}): it cannot be run without "
                   "that; --entry "
                   "ROUTINE runs another part of it",
                   net ? "a network connection" : "a file on the controller",
                   written(s.begin, s.end)));
}

void Machine::unknown(const Statement& s) {
  static const std::vector<std::string> moves = {"movel",    "movej",    "movec",  "moveabsj",
                                                 "moveldo",  "triggl",   "triggj", "searchl",
                                                 "gripload", "waittime", "accset", "velset"};
  const std::string near = nearest_word(std::string(s.word), moves);
  const bool moves_robot = s.word.starts_with("move") || s.word.starts_with("trigg") ||
                           s.word.starts_with("search") || s.word.starts_with("spot") ||
                           s.word.starts_with("arc") || s.word.starts_with("paint") ||
                           s.word.starts_with("disp") || s.word.starts_with("cap");
  const Places places = by_place(s.arguments);
  const bool with_zone = std::any_of(places.begin(), places.end(), [](const Argument* a) {
    return a->value != nullptr && a->value->kind == script::ExprKind::name &&
           (a->value->name == "fine" || a->value->name == "tool0");
  });
  const std::string written_word =
      written(s.begin, s.begin + static_cast<std::uint32_t>(s.word.size()));
  if (moves_robot || with_zone || !near.empty())
    fail("0301", s.begin,
         fmt::format("'{}' is no routine of the files and no instruction that is known{}",
                     written_word,
                     near.empty() ? "; it may move the robot, so that it cannot be stepped over"
                                  : fmt::format("; did you mean '{}'?", near)));
  warn_once("0622", s.word, s.begin,
            fmt::format("'{}' is no routine of the files and no instruction that is known: stepped "
                        "over; give the "
                        "file that holds it, too",
                        written_word));
}

}  // namespace erfd::rapid
