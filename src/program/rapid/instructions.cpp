// Instructions of RAPID that are no moves.
#include "erfd/base/choices.hpp"

#include "program/rapid/machine.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr std::array network = {"socketreceive", "rmqreadwait", "socketreceivefrom", "egmrunpose",
                                "egmrunjoint",   "egmmovel",    "egmmovec"};
constexpr std::array files = {"readanybin", "readrawbytes", "readblock", "readerrdata"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool Machine::brings_values(std::string_view word) const {
  return is_one_of(network, word) || is_one_of(files, word);
}

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
  } else if (s.word == "confj" || s.word == "confl") {
    (s.word == "confj" ? joints_configured_ : lines_configured_) =
        keyed(s.arguments, "off") == nullptr;
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

bool Machine::asks_operator(std::string_view word) const {
  constexpr std::array words = {"tpreadfk",   "tpreadnum",  "tpreaddnum", "uimessagebox",
                                "uilistview", "uinumentry", "uinumtune",  "uidnumentry"};
  return std::find(words.begin(), words.end(), word) != words.end();
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
  const bool net = is_one_of(network, s.word);
  if (!net && !is_one_of(files, s.word)) return false;
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
