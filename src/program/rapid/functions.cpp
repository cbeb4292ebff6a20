// Functions of RAPID.
#include "erfd/base/choices.hpp"
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"

#include "program/rapid/machine.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr double absent = 9e9;

Value vector(const Type& type, const Vector3<double>& p) {
  return Value::of_list({Value::of(p.x()), Value::of(p.y()), Value::of(p.z())}, &type);
}

/// −0 and what rounding leaves of whole numbers must not show.
double rounded(double v, int decimals) {
  const double scale = std::pow(10.0, decimals);
  const double r = std::round(v * scale) / scale;
  return std::isfinite(r) ? r + 0.0 : v;
}

}  // namespace

Value Machine::function(const Expr& call) {
  const Places places = by_place(call.arguments);
  for (const auto group : {&Machine::arithmetic, &Machine::text_function, &Machine::geometry,
                           &Machine::system_function})
    if (std::optional<Value> made = (this->*group)(call, places)) return *std::move(made);
  const std::string name =
      written(call.begin, call.begin + static_cast<std::uint32_t>(call.name.size()));
  std::vector<std::string> known;
  for (const auto& [routine, unused] : ast_.routine_names) known.emplace_back(routine);
  const std::string near = nearest_word(std::string(call.name), known);
  fail("0301", call.begin,
       fmt::format("'{}' is no function of the files and none that is known{}", name,
                   near.empty() ? "; give the file that holds it, too"
                                : fmt::format("; did you mean '{}'?", near)));
}

std::optional<Value> Machine::arithmetic(const Expr& call, const Places& places) {
  const std::string_view f = call.name;
  const auto x = [&](std::size_t i) { return number(argument(places, i, call.begin)); };
  const auto finite = [&](double v) {
    if (!std::isfinite(v) || std::abs(v) > 1e30)
      fail("0507", call.begin, "the result is no finite number");
    return Value::of(v);
  };
  if (f == "abs" || f == "absdnum") return finite(std::abs(x(0)));
  if (f == "sqrt" || f == "sqrtdnum") return finite(std::sqrt(x(0)));
  if (f == "pow" || f == "powdnum") return finite(std::pow(x(0), x(1)));
  if (f == "exp") return finite(std::exp(x(0)));
  if (f == "sin") return finite(std::sin(x(0) * degree));
  if (f == "cos") return finite(std::cos(x(0) * degree));
  if (f == "tan") return finite(std::tan(x(0) * degree));
  if (f == "asin") return finite(std::asin(x(0)) / degree);
  if (f == "acos") return finite(std::acos(x(0)) / degree);
  if (f == "atan") return finite(std::atan(x(0)) / degree);
  if (f == "atan2") return finite(std::atan2(x(0), x(1)) / degree);
  if (f == "min") return finite(std::min(x(0), x(1)));
  if (f == "max") return finite(std::max(x(0), x(1)));
  if (f == "numtodnum" || f == "dnumtonum") return finite(x(0));
  if (f == "round" || f == "trunc" || f == "rounddnum" || f == "truncdnum") {
    const Argument* const dec = keyed(call.arguments, "dec");
    const int decimals = dec != nullptr && dec->value != nullptr
                             ? static_cast<int>(std::clamp(number(*dec->value), 0.0, 15.0))
                             : 0;
    const double v = x(0), scale = std::pow(10.0, decimals);
    return finite(f.starts_with("round") ? rounded(v, decimals) : std::trunc(v * scale) / scale);
  }
  if (f == "bitand" || f == "bitor" || f == "bitxor" || f == "bitlsh" || f == "bitrsh" ||
      f == "bitcheck") {
    const auto a = static_cast<std::uint32_t>(std::clamp(x(0), 0.0, 4e9)),
               b = static_cast<std::uint32_t>(std::clamp(x(1), 0.0, 4e9));
    if (f == "bitcheck") return Value::of(b >= 1 && b <= 32 && ((a >> (b - 1)) & 1U) != 0);
    if (f == "bitlsh") return Value::of(static_cast<double>(b < 8 ? (a << b) & 0xFFU : 0U));
    if (f == "bitrsh") return Value::of(static_cast<double>(b < 32 ? a >> b : 0U));
    return Value::of(static_cast<double>(f == "bitand" ? a & b : (f == "bitor" ? a | b : a ^ b)));
  }
  return std::nullopt;
}

std::string Machine::as_text(const Value& v, int decimals) const {
  switch (v.kind) {
    case Value::Kind::number: {
      if (decimals >= 0) return fmt::format("{:.{}f}", rounded(v.number, decimals), decimals);
      return shortest(static_cast<double>(static_cast<float>(v.number)) == v.number
                          ? v.number
                          : rounded(v.number, 6));
    }
    case Value::Kind::truth:
      return v.number != 0 ? "TRUE" : "FALSE";
    case Value::Kind::list: {
      std::string text = "[";
      for (const Value& item : v.items)
        text += (text.size() > 1 ? "," : "") + as_text(item, decimals);
      return text + "]";
    }
    default:
      return v.text;
  }
}

std::optional<Value> Machine::text_function(const Expr& call, const Places& places) {
  const std::string_view f = call.name;
  const auto arg = [&](std::size_t i) -> const Expr& { return argument(places, i, call.begin); };
  if (f == "strlen") return Value::of(static_cast<double>(text(arg(0)).size()));
  if (f == "strpart") {
    const std::string whole = text(arg(0));
    const double from = number(arg(1)), length = number(arg(2));
    if (!(from >= 1 && length >= 0 && from <= static_cast<double>(whole.size()) + 1))
      fail("0505", call.begin,
           fmt::format("a text of {} characters has no part that begins at {:g}", whole.size(),
                       from));
    return Value::of_text(whole.substr(static_cast<std::size_t>(from) - 1,
                                       static_cast<std::size_t>(std::min(length, 1e6))));
  }
  if (f == "strfind" || f == "strmatch") {
    const std::string whole = text(arg(0)), wanted = text(arg(2));
    const auto from = static_cast<std::size_t>(std::clamp(number(arg(1)), 1.0, 1e6)) - 1;
    const bool inverted = keyed(call.arguments, "notinset") != nullptr;
    const std::size_t at = f == "strmatch" ? whole.find(wanted, from)
                                           : (inverted ? whole.find_first_not_of(wanted, from)
                                                       : whole.find_first_of(wanted, from));
    return Value::of(static_cast<double>(at == std::string::npos ? whole.size() : at) + 1);
  }
  if (f == "strmemb")
    return Value::of(text(arg(2)).find(text(arg(0)).substr(0, 1)) != std::string::npos);
  if (f == "strorder") return Value::of(text(arg(0)) <= text(arg(1)));
  if (f == "strmap") return Value::of_text(text(arg(0)));
  if (f == "numtostr" || f == "dnumtostr")
    return Value::of_text(fmt::format("{:.{}f}", rounded(number(arg(0)), 9),
                                      static_cast<int>(std::clamp(number(arg(1)), 0.0, 15.0))));
  if (f == "valtostr") return Value::of_text(as_text(value(arg(0)), -1));
  if (f == "bytetostr" || f == "dectohex")
    return Value::of_text(
        fmt::format("{}", static_cast<int>(std::clamp(number(arg(0)), 0.0, 255.0))));
  if (f == "strtobyte" || f == "hextodec") {
    const std::string whole = text(arg(0));
    return Value::of(whole.empty() ? 0.0
                                   : static_cast<double>(static_cast<unsigned char>(whole[0])));
  }
  if (f == "strdigcmp" || f == "strdigcalc") return Value::of(false);
  if (f == "strtoval") {
    const std::string whole = text(arg(0));
    double v = 0;
    const auto read = std::from_chars(whole.data(), whole.data() + whole.size(), v);
    const bool ok = read.ec == std::errc() && std::abs(v) <= 1e30;
    Value* const to = place(arg(1));
    if (ok && to != nullptr && to->kind == Value::Kind::number)
      write(*to, Value::of(v), call.begin);
    if (!ok && to != nullptr && (to->kind == Value::Kind::list || to->kind == Value::Kind::truth))
      fail("0642", call.begin,
           "a text that holds more than a number cannot be turned into data here");
    return Value::of(ok);
  }
  return std::nullopt;
}

Value Machine::robtarget_of(const Pose<double>& X) const {
  Value made = zero("robtarget");
  made.items[0] = vector(type("pos"), X.p / millimetre);
  const std::array<double, 4> q = quaternion_of(X.R);
  for (std::size_t i = 0; i < 4; ++i) made.items[1].items[i] = Value::of(q[i]);
  for (Value& axis : made.items[3].items) axis = Value::of(absent);
  return made;
}

Value Machine::here(const Expr& call) {
  Conditions c = last_;
  c.X_WBase = {};
  if (!c.X_FlangeT) c.X_FlangeT = Pose<double>{};
  if (const Argument* const tool = keyed(call.arguments, "tool");
      tool != nullptr && tool->value != nullptr)
    tool_of(*tool->value, c);
  if (const Argument* const wobj = keyed(call.arguments, "wobj");
      wobj != nullptr && wobj->value != nullptr) {
    const Expr& e = *wobj->value;
    if (e.kind != script::ExprKind::name || place(e) != nullptr || e.name == "wobj0")
      c.X_WBase = base_of(typed(e, "wobjdata"), e.begin);
  }
  const std::optional<Pose<double>> X = robot_.tool_in_base(c);
  if (!X)
    fail("0509", call.begin,
         "where the robot is is not known here: the last move went to joint positions and the "
         "kinematics of the robot are not given");
  return robtarget_of(*X);
}

Value Machine::here_joints(std::uint32_t at) const {
  Value made = zero("jointtarget");
  for (Value& axis : made.items[1].items) axis = Value::of(absent);
  const std::size_t axes = context_.axes.size();
  for (std::size_t i = 0; i < std::min<std::size_t>(axes, 6); ++i) {
    const std::size_t axis = axes == 7 && i >= 2 ? i + 1 : i;
    const std::optional<double> q = robot_.joint(axis);
    if (!q)
      fail("0509", at,
           "the joint positions are not known here: the target before has no posture that this "
           "robot reaches");
    made.items[0].items[i] =
        Value::of(his(axis, *q) / (is_length(context_.axes[axis]) ? millimetre : degree));
  }
  return made;
}

std::optional<Value> Machine::geometry(const Expr& call, const Places& places) {
  const std::string_view f = call.name;
  const auto arg = [&](std::size_t i) -> const Expr& { return argument(places, i, call.begin); };
  const auto shift = [&](std::size_t first) {
    return Vector3<double>(number(arg(first)), number(arg(first + 1)), number(arg(first + 2)));
  };
  const auto checked = [&](Value made) {
    for (const Value& v : made.items[0].items)
      if (!(std::abs(v.number) <= 1e10))
        fail("0307", call.begin, "the position is beyond what any robot reaches");
    return made;
  };
  if (f == "offs") {
    if (arg(0).kind == script::ExprKind::name && place(arg(0)) == nullptr)
      (void)target(arg(0));  // tells what is missing
    Value made = typed(arg(0), "robtarget");
    const Vector3<double> by = shift(1);
    for (std::size_t i = 0; i < 3; ++i)
      made.items[0].items[i].number += by[static_cast<Eigen::Index>(i)];
    return checked(std::move(made));
  }
  if (f == "reltool") {
    if (arg(0).kind == script::ExprKind::name && place(arg(0)) == nullptr) (void)target(arg(0));
    Value made = typed(arg(0), "robtarget");
    Pose<double> X = pose(made, call.begin);
    const auto angle = [&](std::string_view key) {
      const Argument* const a = keyed(call.arguments, key);
      return a != nullptr && a->value != nullptr ? number(*a->value) * degree : 0;
    };
    X.p += X.R * shift(1) * millimetre;
    X.R = X.R * rotation_x(angle("rx")) * rotation_y(angle("ry")) * rotation_z(angle("rz"));
    const Value moved = robtarget_of(X);
    made.items[0] = moved.items[0];
    made.items[1] = moved.items[1];
    return checked(std::move(made));
  }
  if (f == "crobt") return here(call);
  if (f == "cpos") return here(call).items[0];
  if (f == "cjointt") return here_joints(call.begin);
  if (f == "ctool") return predefined_.find("tool0")->second;
  if (f == "cwobj") return predefined_.find("wobj0")->second;
  if (f == "calcjointt" || f == "calcrobt") {
    Conditions c;
    tool_of(arg(1), c);
    if (const Argument* const wobj = keyed(call.arguments, "wobj");
        wobj != nullptr && wobj->value != nullptr)
      c.X_WBase = base_of(typed(*wobj->value, "wobjdata"), wobj->begin);
    if (f == "calcrobt") {
      script::Whereabouts there(context_);
      there.arrive(joints(arg(0)));
      const std::optional<Pose<double>> X = there.tool_in_base(c);
      if (!X) fail("0509", call.begin, "CalcRobT needs the kinematics of the robot");
      return robtarget_of(*X);
    }
    script::Whereabouts there = robot_;
    there.arrive(target(arg(0)), c);
    const std::optional<VectorX<double>> q = there.joints();
    if (!q) throw Raised{1, call.begin};  // ERR_ROBLIMIT: no posture reaches it
    Value made = zero("jointtarget");
    for (Value& axis : made.items[1].items) axis = Value::of(absent);
    for (Eigen::Index i = 0; i < std::min<Eigen::Index>(6, q->size()); ++i)
      made.items[0].items[static_cast<std::size_t>(i)] =
          Value::of(his(static_cast<std::size_t>(i), (*q)[i]) / degree);
    return made;
  }
  if (f == "posemult" || f == "poseinv" || f == "posevect") {
    const Pose<double> A = pose(typed(arg(0), "pose"), call.begin);
    if (f == "posevect") {
      const Value p = typed(arg(1), "pos");
      const Vector3<double> v(p.items[0].number, p.items[1].number, p.items[2].number);
      return vector(type("pos"), (A * (v * millimetre)) / millimetre);
    }
    const Pose<double> made =
        f == "poseinv" ? A.inverse() : A * pose(typed(arg(1), "pose"), call.begin);
    const Value whole = robtarget_of(made);
    return checked(Value::of_list({whole.items[0], whole.items[1]}, &type("pose")));
  }
  if (f == "orientzyx")
    return robtarget_of({rotation_z(number(arg(0)) * degree) * rotation_y(number(arg(1)) * degree) *
                             rotation_x(number(arg(2)) * degree),
                         Vector3<double>::Zero()})
        .items[1];
  if (f == "norient")
    return robtarget_of({rotation(typed(arg(0), "orient"), call.begin), Vector3<double>::Zero()})
        .items[1];
  if (f == "eulerzyx") {
    const Expr& of = places.empty() ? arg(0) : *places.back()->value;
    const std::array<double, 3> rpy = rpy_of(rotation(typed(of, "orient"), call.begin));
    const std::size_t which =
        keyed(call.arguments, "x") != nullptr ? 0 : (keyed(call.arguments, "y") != nullptr ? 1 : 2);
    return Value::of(rpy[which] / degree);
  }
  if (f == "vectmagn" || f == "dotprod" || f == "distance") {
    const Value a = typed(arg(0), "pos"), b = f == "vectmagn" ? a : typed(arg(1), "pos");
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double x = a.items[i].number, y = b.items[i].number;
      sum += f == "distance" ? (x - y) * (x - y) : x * y;
    }
    return Value::of(f == "dotprod" ? sum : std::sqrt(sum));
  }
  return std::nullopt;
}

std::optional<Value> Machine::system_function(const Expr& call, const Places& places) {
  const std::string_view f = call.name;
  const auto arg = [&](std::size_t i) -> const Expr& { return argument(places, i, call.begin); };
  if (f == "present") return Value::of(is_present(arg(0)));
  if (f == "dim") {
    const Value* found = place(arg(0));
    const double wanted = number(arg(1));
    for (double i = 1; i < wanted && found != nullptr && !found->items.empty(); ++i)
      found = &found->items[0];
    return Value::of(found == nullptr ? 0.0 : static_cast<double>(found->items.size()));
  }
  if (f == "dinput" || f == "doutput" || f == "ginput" || f == "goutput" || f == "ainput" ||
      f == "aoutput" || f == "testdi" || f == "ginputdnum" || f == "goutputdnum") {
    const Expr& name = arg(0);
    const Value found = place(name) != nullptr ? Value::of(0.0) : value(name);
    return f == "testdi" ? Value::of(found.number != 0) : found;
  }
  if (f == "isfile" || f == "issyncmoveon" || f == "ismecunitactive" || f == "isstopstateevent" ||
      f == "rmqisopen" || f == "taskrunrob" || f == "ismechunitactive")
    return Value::of(false);
  if (f == "testandset" || f == "robos" || f == "isvar" || f == "ispers" || f == "taskisactive" ||
      f == "valid" || f == "validio" || f == "runmode" || f == "iosignalexist" || f == "bool")
    return f == "runmode" ? Value::of(1.0) : Value::of(true);
  if (f == "clkread" || f == "gettime" || f == "timetrigg" || f == "argname" ||
      f == "egmgetstate" || f == "motionplannerno" || f == "geteopmode" || f == "timestamp")
    return f == "argname" ? Value::of_text("") : Value::of(0.0);
  if (f == "opmode" || f == "robrunmode" || f == "motorstate") return Value::of(1.0);
  if (f == "ctime") return Value::of_text("00:00:00");
  if (f == "cdate") return Value::of_text("2000-01-01");
  if (f == "gettaskname") return Value::of_text("T_ROB1");
  if (f == "robname" || f == "getmecunitname") return Value::of_text("ROB_1");
  if (f == "errname" || f == "getsysinfo" || f == "filesize" || f == "fstime")
    return Value::of_text("");
  if (f == "uimessagebox" || f == "uilistview" || f == "uialphaentry" || f == "uinumentry" ||
      f == "uinumtune" || f == "uidnumentry") {
    const auto answer = context_.inputs.find(std::string(f));
    const auto* const whole =
        answer == context_.inputs.end() ? nullptr : std::get_if<std::int64_t>(&answer->second);
    note_once(
        "0615", f, call.begin,
        fmt::format(
            "the operator is asked here: the first choice is taken; --input {}=2 takes another",
            f));
    if (f == "uialphaentry") return Value::of_text("");
    const bool choice = f == "uimessagebox" || f == "uilistview";
    return Value::of(whole != nullptr ? static_cast<double>(*whole) : (choice ? 1.0 : 0.0));
  }
  if (f == "readnum" || f == "readstr" || f == "readstrbin" || f == "readbin" || f == "readvar" ||
      f == "readdir" || f == "socketpeek" || f == "rawbyteslen")
    fail("0641", call.begin,
         fmt::format("from here on the program does what a file or a network connection tells it "
                     "({}): it cannot be run without that; --entry ROUTINE runs another part of it",
                     written(call)));
  return std::nullopt;
}

}  // namespace erfd::rapid
