// Moves of RAPID: targets in the object frame, zones and speeds in SI, loads in the flange.
#include "erfd/base/units.hpp"
#include "erfd/model/payload.hpp"

#include "program/rapid/machine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr double absent_from = 9e8;  // 9E9: the axis is not there

double part(const Value& record, std::size_t i) {
  return i < record.items.size() ? record.items[i].number : 0;
}

bool is_zero(const Value& orient) {
  return std::all_of(orient.items.begin(), orient.items.end(),
                     [](const Value& v) { return v.number == 0; });
}

}  // namespace

/// Which argument is what; −1: there is none.
struct Machine::MoveForm {
  std::string_view word;
  MoveKind kind = MoveKind::lin;
  int via = -1, target = 0, speed = 1, zone = 2, tool = 3;
  bool joints = false;
};

const Machine::MoveForm* Machine::move_form(std::string_view word) {
  using enum MoveKind;
  static const MoveForm forms[] = {
      {"movel", lin},
      {"movej", ptp},
      {"movec", circle, 0, 1, 2, 3, 4},
      {"moveabsj", ptp, -1, 0, 1, 2, 3, true},
      {"moveldo", lin},
      {"movejdo", ptp},
      {"movecdo", circle, 0, 1, 2, 3, 4},
      {"movelao", lin},
      {"movejao", ptp},
      {"movecao", circle, 0, 1, 2, 3, 4},
      {"movelgo", lin},
      {"movejgo", ptp},
      {"movecgo", circle, 0, 1, 2, 3, 4},
      {"movelsync", lin},
      {"movejsync", ptp},
      {"movecsync", circle, 0, 1, 2, 3, 4},
      {"triggl", lin, -1, 0, 1, 3, 4},
      {"triggj", ptp, -1, 0, 1, 3, 4},
      {"triggc", circle, 0, 1, 2, 4, 5},
      {"triggabsj", ptp, -1, 0, 1, 3, 4, true},
      {"searchl", lin, -1, 2, 3, -1, 4},
      {"searchc", circle, 2, 3, 4, -1, 5},
      {"arcl", lin, -1, 0, 1, 4, 5},
      {"arclstart", lin, -1, 0, 1, 4, 5},
      {"arclend", lin, -1, 0, 1, 4, 5},
      {"arcc", circle, 0, 1, 2, 5, 6},
      {"arccstart", circle, 0, 1, 2, 5, 6},
      {"arccend", circle, 0, 1, 2, 5, 6},
      {"arcmovel", lin},
      {"arcmovej", ptp},
      {"arcmovec", circle, 0, 1, 2, 3, 4},
      {"arcmoveabsj", ptp, -1, 0, 1, 2, 3, true},
      {"displ", lin, -1, 0, 1, 3, 4},
      {"dispc", circle, 0, 1, 2, 4, 5},
  };
  const auto* const found = std::find_if(std::begin(forms), std::end(forms),
                                         [&](const MoveForm& f) { return f.word == word; });
  return found == std::end(forms) ? nullptr : found;
}

bool is_move(std::string_view word) { return Machine::move_form(word) != nullptr; }

void Machine::move_by(const Statement& s, const MoveForm& form) {
  const Places places = by_place(s.arguments);
  const auto at = [&](int i) -> const Expr& {
    return argument(places, static_cast<std::size_t>(i), s.begin);
  };
  const auto range = [&](const Expr& e) { return source_.range(e.begin, e.end); };
  Move made;
  made.kind = form.kind;
  made.word = written(s.begin, s.begin + static_cast<std::uint32_t>(s.word.size()));
  const Expr& to = at(form.target);
  made.target_name = written(to);
  if (form.via >= 0) made.written.push_back({MovePart::via, range(at(form.via))});
  made.written.push_back({MovePart::target, range(to)});
  made.written.push_back({MovePart::speed, range(at(form.speed))});
  if (form.zone >= 0) made.written.push_back({MovePart::fly_by, range(at(form.zone))});
  const Conditions held = conditions(s, at(form.tool), s.arguments);
  take_speed(at(form.speed), s.arguments, made);
  take_zone(form.zone >= 0 ? &at(form.zone) : nullptr, s.arguments, made);
  take_settings(made);
  if (form.joints) {
    const JointTarget goal = joints(to);
    made.target = goal;
    emit(s, std::move(made), held);
    robot_.arrive(goal);
  } else {
    if (form.via >= 0) made.via = target(at(form.via));
    const bool joint_move = made.kind == MoveKind::ptp;
    const CartesianTarget goal = target(to, joint_move ? joints_configured_ : lines_configured_);
    made.target = goal;
    if (made.kind != MoveKind::ptp)
      made.orientation = made.kind == MoveKind::lin ? line_orientation_ : circle_orientation_;
    emit(s, std::move(made), held);
    robot_.arrive(goal, held);
  }
  last_ = held;
  if (s.word.starts_with("arc"))
    note_once("0634", "arc", s.begin,
              "ArcL and ArcC move at their programmed speed here; while it welds the controller "
              "takes that of the weld data");
  if (s.word.starts_with("search"))
    note_once("0635", "search", s.begin,
              "SearchL and SearchC go to the end of their way: nothing is found on it");
}

// What holds during a move

Conditions Machine::conditions(const Statement& s, const Expr& tool,
                               const std::vector<Argument>& all) {
  Conditions c;
  tool_of(tool, c);
  const Argument* const wobj = keyed(all, "wobj");
  if (wobj != nullptr && wobj->value != nullptr) {
    const Expr& e = *wobj->value;
    const bool known = e.kind != script::ExprKind::name || e.name == "wobj0" || place(e) != nullptr;
    if (!known) {
      warn_once("0623", e.name, e.begin,
                fmt::format("work object '{}' is declared in none of the files: wobj0 is taken, so "
                            "that its targets "
                            "count from the world; give the file that declares it, too",
                            written(e)));
    } else {
      c.X_WBase = base_of(typed(e, "wobjdata"), e.begin);
    }
    if (e.name != "wobj0") c.base = written(e);
  }
  c.X_WBase = c.X_WBase * displacement_;
  const Argument* const total = keyed(all, "tload");
  if (total != nullptr && total->value != nullptr) {
    const Payload given = load(typed(*total->value, "loaddata"), total->begin);
    if (given.mass > 0.001) {
      c.tool_load = moved(given, Pose<double>{});
      return c;
    }
  }
  if (gripped_) c.gripped = moved(*gripped_, *c.X_FlangeT);
  (void)s;
  return c;
}

Conditions Machine::standing(const Statement& s) {
  (void)s;
  Conditions c = last_;
  c.gripped = gripped_ ? moved(*gripped_, c.X_FlangeT.value_or(Pose<double>{})) : Payload{};
  return c;
}

Matrix3<double> Machine::rotation(const Value& orient, std::uint32_t at) {
  const double w = part(orient, 0), x = part(orient, 1), y = part(orient, 2), z = part(orient, 3);
  const double size = std::sqrt(w * w + x * x + y * y + z * z);
  if (!(size > 0.5 && size < 2))
    fail("0316", at,
         fmt::format("[{:g}, {:g}, {:g}, {:g}] is no orientation: the squares of a quaternion sum "
                     "up to 1, here to {:.3g}",
                     w, x, y, z, size * size));
  if (std::abs(size - 1) > 1e-3)
    warn_once(
        "0316", fmt::format("{}", at), at,
        fmt::format("the squares of this quaternion sum up to {:.5f} instead of 1; it is scaled",
                    size * size));
  return rotation_of_quaternion(w, x, y, z);
}

Pose<double> Machine::pose(const Value& value, std::uint32_t at) {
  constexpr double farthest = 1e7;
  Pose<double> X;
  const Value &trans = value.items[0], &rot = value.items[1];
  X.p = Vector3<double>(part(trans, 0), part(trans, 1), part(trans, 2)) * millimetre;
  if (!(X.p.cwiseAbs().maxCoeff() <= farthest))
    fail("0307", at, "the position is beyond what any robot reaches");
  X.R = rotation(rot, at);
  return X;
}

/// Mass in kg, centre of mass in mm, moments of inertia about it in kg m², in axes turned by aom.
Payload Machine::load(const Value& value, std::uint32_t at) {
  Payload made;
  made.mass = std::max(0.0, value.items[0].number);
  const Value &cog = value.items[1], &aom = value.items[2];
  made.com = Vector3<double>(part(cog, 0), part(cog, 1), part(cog, 2)) * millimetre;
  const Matrix3<double> R =
      is_zero(aom) ? Matrix3<double>(Matrix3<double>::Identity()) : rotation(aom, at);
  const Vector3<double> I(value.items[3].number, value.items[4].number, value.items[5].number);
  made.I_com = R * I.asDiagonal() * R.transpose();
  if (!(made.mass <= 1e5) || !(I.minCoeff() >= 0) || !(I.maxCoeff() <= 1e6) ||
      !(made.com.norm() <= 1e3))
    fail("0307", at, "this load is none that a robot carries");
  return made;
}

Pose<double> Machine::base_of(const Value& wobj, std::uint32_t at) {
  if (wobj.items[0].number != 0)
    fail("0632", at,
         "the robot holds this work object (robhold TRUE) and leads it along a fixed tool: that "
         "cannot be planned");
  if (wobj.items[1].number == 0)
    warn_once("0624", fmt::format("{}", at), at,
              fmt::format("this work object is moved by the mechanical unit '{}': it is taken as "
                          "fixed where it is declared",
                          wobj.items[2].text));
  const auto frame = [&](const Value& v) {
    return is_zero(v.items[1]) && is_zero(v.items[0]) ? Pose<double>{} : pose(v, at);
  };
  return frame(wobj.items[3]) * frame(wobj.items[4]);
}

void Machine::tool_of(const Expr& e, Conditions& c) {
  c.tool = written(e);
  c.X_FlangeT = Pose<double>{};
  const bool declared =
      e.kind != script::ExprKind::name || e.name == "tool0" || place(e) != nullptr;
  if (!declared) {
    for (const auto& [name, tool] : context_.tools) {
      std::string low = name;
      for (char& ch : low) ch = ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch - 'A' + 'a') : ch;
      if (low != e.name) continue;
      c.X_FlangeT = tool.X_FlangeT;
      c.tool_load = tool.load;
      note_once("0625", e.name, e.begin,
                fmt::format("tool '{}' is that of the robot file", written(e)));
      return;
    }
    warn_once("0626", e.name, e.begin,
              fmt::format("tool '{}' is declared in none of the files: tool0 is taken, the flange "
                          "without a load; give "
                          "the file that declares it, or a tool of that name in the robot file",
                          written(e)));
    return;
  }
  const Value tool = typed(e, "tooldata");
  const Value& frame = tool.items[1];
  if (is_zero(frame.items[1])) {
    warn_once("0627", written(e), e.begin,
              fmt::format("nothing was written to tool '{}' before it is used: tool0 is taken",
                          written(e)));
    return;
  }
  if (tool.items[0].number == 0)
    fail("0632", e.begin,
         fmt::format("tool '{}' stands still (robhold FALSE) and the robot leads the part along "
                     "it: that cannot be planned",
                     written(e)));
  c.X_FlangeT = pose(frame, e.begin);
  take_load(tool, e, c);
}

void Machine::take_load(const Value& tool, const Expr& e, Conditions& c) {
  const Value& given = tool.items[2];
  const double mass = given.items[0].number;
  if (mass < 0)
    warn_once("0628", c.tool, e.begin,
              fmt::format("the load of tool '{}' was never identified (mass {:g}): none is carried",
                          c.tool, mass));
  if (mass <= 0.001) return;
  c.tool_load = load(given, e.begin);
  const bool no_inertia = part(given, 3) == 0 && part(given, 4) == 0 && part(given, 5) == 0;
  if (mass == 1 && no_inertia)
    warn_once("0629", c.tool, e.begin,
              fmt::format("the load of tool '{}' looks like a placeholder: exactly 1 kg without "
                          "inertia; a verdict rests on the real "
                          "one, --payload adds what is missing",
                          c.tool));
  else if (no_inertia)
    note_once("0630", c.tool, e.begin,
              fmt::format("the load of tool '{}' has {:g} kg and no inertia: it is a point", c.tool,
                          mass));
}

// Targets

void Machine::external_axes(const Value& extax, std::uint32_t at) {
  const std::size_t own = context_.axes.size() == 7 ? 1 : 0;
  for (std::size_t i = own; i < extax.items.size(); ++i)
    if (std::abs(extax.items[i].number) < absent_from && extax.items[i].number != 0)
      note_once(
          "0636", "external", at,
          "external axes of the targets are read and not moved: the robot file has none of them");
}

/// cf1, cf4, cf6: quarter turns of axes 1, 4 and 6. cfx: axis 5 below zero, wrist centre behind the lower
/// arm, behind axis 1.
std::optional<WantedPosture> Machine::wanted(const Value& confdata) const {
  if (context_.maker_axes.size() != 6) return std::nullopt;
  constexpr double quarter = 90 * degree, far = 720 * degree;
  WantedPosture made;
  const auto add = [&](int axis, double lower, double upper) {
    const MakerAxis& maker = context_.maker_axes[static_cast<std::size_t>(axis)];
    const auto [low, high] = std::minmax({maker.ours(lower), maker.ours(upper)});
    made.axes.push_back({axis, low, high});
  };
  for (const auto& [place, axis] : {std::pair{0, 0}, {1, 3}, {2, 5}}) {
    const double k = part(confdata, static_cast<std::size_t>(place));
    if (std::abs(k) <= 8) add(axis, k * quarter, (k + 1) * quarter);
  }
  const double x = part(confdata, 3);
  if (!(x >= 0 && x < 8)) return made;
  const int bits = static_cast<int>(x);
  made.shoulder = (bits & 4) != 0 ? -1 : 1;
  made.elbow = (bits & 2) != 0 ? 1 : -1;
  (bits & 1) != 0 ? add(4, -far, 0) : add(4, 0, far);
  return made;
}

CartesianTarget Machine::target(const Expr& e, bool configured) {
  if (e.kind == script::ExprKind::name && place(e) == nullptr)
    fail("0301", e.begin,
         fmt::format(
             "target '{}' is declared in none of the files; give the file that declares it, too",
             written(e)));
  const Value given = typed(e, "robtarget");
  if (is_zero(given.items[0]) && is_zero(given.items[1]))
    fail("0318", e.begin,
         fmt::format("nothing was written to target '{}' before the robot moves there: its value "
                     "is in the controller; give "
                     "the file with the value, as a backup has it",
                     written(e)));
  CartesianTarget made;
  made.X_BaseT = pose(given, e.begin);
  if (configured) made.wanted = wanted(given.items[2]);
  external_axes(given.items[3], e.begin);
  return made;
}

JointTarget Machine::joints(const Expr& e) {
  if (e.kind == script::ExprKind::name && place(e) == nullptr)
    fail("0301", e.begin,
         fmt::format("joint target '{}' is declared in none of the files; give the file that "
                     "declares it, too",
                     written(e)));
  const Value given = typed(e, "jointtarget");
  const Value &rax = given.items[0], &eax = given.items[1];
  std::vector<double> values;
  for (const Value& v : rax.items) values.push_back(v.number);
  const std::size_t axes = context_.axes.size();
  if (axes == 7) values.insert(values.begin() + 2, part(eax, 0));  // the elbow joint of a YuMi arm
  if (axes == 4)
    values.erase(values.begin() + 3, values.begin() + 5);  // palletisers: axes 1, 2, 3, 6
  external_axes(eax, e.begin);
  JointTarget made;
  made.q.resize(axes);
  for (std::size_t i = 0; i < std::min(axes, values.size()); ++i) {
    if (std::abs(values[i]) >= absent_from) continue;
    made.q[i] = ours(i, values[i] * (is_length(context_.axes[i]) ? millimetre : degree));
  }
  return made;
}

}  // namespace erfd::rapid
