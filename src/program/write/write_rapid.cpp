// RAPID: docs/rapid.md.
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/program/rapid.hpp"

#include "program/write/writer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view no_axes = "[9E9,9E9,9E9,9E9,9E9,9E9]";

std::string list(const Vector3<double>& v) {
  return fmt::format("[{},{},{}]", plain(v.x()), plain(v.y()), plain(v.z()));
}
std::string quaternion(const Matrix3<double>& R) {
  const std::array<double, 4> q = quaternion_of(R);
  return fmt::format("[{},{},{},{}]", plain(q[0]), plain(q[1]), plain(q[2]), plain(q[3]));
}
std::string pose(const Pose<double>& X) {
  return fmt::format("[{},{}]", list(X.p / millimetre), quaternion(X.R));
}

std::string load(const Payload& l) {
  if (l.mass <= 0.001) return "[0.001,[0,0,0.001],[1,0,0,0],0,0,0]";
  const PrincipalLoad p = principal(l);
  return fmt::format("[{},{},{},{},{},{}]", plain(p.mass), list(p.com / millimetre),
                     quaternion(p.axes), plain(p.moments[0]), plain(p.moments[1]),
                     plain(p.moments[2]));
}

class Writer final : public ProgramWriter {
 public:
  Writer(const Program& program, const WriteSettings& settings, Diagnostics& lost)
      : ProgramWriter(program, settings, lost) {
    indent_ = "    ";
  }

 private:
  void conditions(const Conditions& now) override;
  void move(const Move& m) override;
  void wait(double seconds) override;
  ProgramText file() const override;

  std::string target(const Target& goal);
  std::string speed(const Move& m);
  std::string zone(const Move& m);
  void settings(const Move& m);
  void accelerations(const Move& m);

  std::vector<std::string> tools_, objects_;  ///< values, by the number in their names
  std::string tool_ = "tool0", object_ = "wobj0", moved_with_;
  std::string gripped_ = load({}), limits_, shares_, wrist_ = "\\Off", circle_ = "\\PathFrame";
};

/// The name of a value that is declared once.
std::string declared(std::vector<std::string>& known, const std::string& value,
                     const std::string& name) {
  auto found = std::find(known.begin(), known.end(), value);
  if (found == known.end()) found = known.insert(known.end(), value);
  return fmt::format("{}{}", name, found - known.begin() + 1);
}

void Writer::conditions(const Conditions& now) {
  tool_ = declared(tools_, fmt::format("[TRUE,{},{}]", pose(tool_of(now)), load(now.tool_load)),
                   "tTool");
  object_ = is_same(now.X_WBase, {}) ? "wobj0" : declared(objects_, pose(now.X_WBase), "wFrame");
  Payload in_tool = now.gripped;
  if (in_tool.mass > 0) {
    const Pose<double> X_TF = tool_of(now).inverse();
    in_tool.com = X_TF * in_tool.com;
    in_tool.I_com = X_TF.R * in_tool.I_com * X_TF.R.transpose();
  }
  const std::string gripped = load(in_tool);
  if (gripped != gripped_) line(fmt::format("GripLoad {};", gripped));
  gripped_ = gripped;
  if (now.wrench) lose("forces on the tool");
}

void Writer::wait(double seconds) {
  if (!moved_with_.empty() && tool_ != moved_with_)
    lose("loads of the tool that change before a wait: they count from the next move on");
  line(fmt::format("WaitTime {};", plain(seconds)));
}

std::string Writer::target(const Target& goal) {
  if (const auto* const joints = std::get_if<JointTarget>(&goal)) {
    const auto q = positions(*joints, true);
    if (q.size() > 6) lose("axes behind the sixth");
    std::vector<std::string> values(6, "9E9");
    for (std::size_t i = 0; i < std::min<std::size_t>(6, q.size()); ++i)
      if (q[i]) values[i] = plain(*q[i]);
    return fmt::format("[[{}],{}]", fmt::join(values, ","), no_axes);
  }
  const auto& point = std::get<CartesianTarget>(goal);
  if (point.configuration || point.turns || point.wanted)
    lose("configurations of targets: the nearest posture is taken (ConfJ\\Off)");
  const std::string place =
      pose(point.X_BaseT);  // [trans,rot]: its brackets are those of the target
  return fmt::format("{},[0,0,0,0],{}]", place.substr(0, place.size() - 1), no_axes);
}

std::string Writer::speed(const Move& m) {
  const bool joint = m.kind == MoveKind::ptp;
  if (joint && m.limits.speed_share.value_or(1) < 1)
    lose("shares of the axes' speeds: joint moves run at full speed");
  const double v = joint && !m.limits.speed ? 99 : speed_of(m);
  const double turn = joint && !m.limits.turn_speed ? 99'999 * degree : turn_speed_of(m);
  std::string text = fmt::format("[{},{},5000,1000]", plain(v / millimetre), plain(turn / degree));
  if (m.limits.time) text += fmt::format("\\T:={}", plain(*m.limits.time));
  return text;
}

std::string Writer::zone(const Move& m) {
  if (m.fly_by == FlyBy::path) return rapid_dialect().fly_by(FlyBy::path, m.fly_by_size);
  if (m.fly_by == FlyBy::ptp) lose("fly-bys of joint moves in per cent: the robot stops there");
  if (m.fly_by == FlyBy::speed) {
    lose("moves that go on at speed: a zone of 0.3 mm (z0) stands for them");
    return "z0";
  }
  return "fine";
}

/// AccSet and PathAccLim hold until they change.
void Writer::accelerations(const Move& m) {
  const MoveLimits& l = m.limits;
  const double share = l.acceleration_share.value_or(1);
  if (l.deceleration_share.value_or(share) != share) lose("shares of the deceleration");
  if (share < 0.2) lose("accelerations below 20 %");
  const std::string shares = fmt::format("AccSet {},100;", plain(100 * std::max(share, 0.2)));
  if (shares != (shares_.empty() ? "AccSet 100,100;" : shares_)) line(shares);
  shares_ = shares;
  if (m.kind == MoveKind::ptp) return;
  if (l.turn_acceleration && *l.turn_acceleration != settings_.turn_acceleration)
    lose("turning accelerations");
  if (l.acceleration && *l.acceleration < 0.1) lose("accelerations below 0.1 m/s²");
  const auto limit = [](const char* name, const std::optional<double>& a) {
    return a ? fmt::format("TRUE\\{}:={}", name, plain(*a)) : std::string("FALSE");
  };
  const bool any = l.acceleration || l.deceleration;
  const std::string limits =
      any ? fmt::format("PathAccLim {},{};", limit("AccMax", l.acceleration),
                        limit("DecelMax", l.deceleration ? l.deceleration : l.acceleration))
          : "PathAccLim FALSE,FALSE;";
  if (limits != (limits_.empty() ? "PathAccLim FALSE,FALSE;" : limits_)) line(limits);
  limits_ = limits;
}

void Writer::settings(const Move& m) {
  accelerations(m);
  if (m.kind == MoveKind::ptp) return;
  using enum OrientationMode;
  if (m.orientation == constant || m.orientation == path_constant)
    lose("orientations that keep that of the start: the target's is reached");
  if (m.kind == MoveKind::lin) {
    const std::string wrist = m.orientation == joint ? "\\Wrist" : "\\Off";
    if (wrist != wrist_) line(fmt::format("SingArea{};", wrist));
    wrist_ = wrist;
    return;
  }
  if (m.orientation == joint) lose("wrists that turn by their axes on circles");
  const bool along = m.orientation == path_variable || m.orientation == path_constant;
  const std::string circle = along ? "\\PathFrame" : "\\ObjectFrame";
  if (circle != circle_) line(fmt::format("CirPathMode{};", circle));
  circle_ = circle;
  if (m.arc_angle) lose("circles by their angle: they end at the target");
}

void Writer::move(const Move& m) {
  settings(m);
  moved_with_ = tool_;
  const bool joints = std::holds_alternative<JointTarget>(m.target);
  if (joints && m.kind != MoveKind::ptp) lose("lines to joint positions: they are joint moves");
  const char* const word = joints                    ? "MoveAbsJ"
                           : m.kind == MoveKind::ptp ? "MoveJ"
                           : m.kind == MoveKind::lin ? "MoveL"
                                                     : "MoveC";
  CartesianTarget via = m.via.value_or(CartesianTarget{});
  if (m.via && !via.has_orientation && !joints)
    via.X_BaseT.R = std::get<CartesianTarget>(m.target).X_BaseT.R;
  const std::string through = m.via ? target(Target{via}) + "," : std::string();
  line(fmt::format("{} {}{},{},{},{}\\WObj:={};", word, through, target(m.target), speed(m),
                   zone(m), tool_, object_));
}

ProgramText Writer::file() const {
  std::string data;
  for (std::size_t i = 0; i < tools_.size(); ++i)
    data += fmt::format("  PERS tooldata tTool{}:={};\n", i + 1, tools_[i]);
  for (std::size_t i = 0; i < objects_.size(); ++i)
    data += fmt::format("  PERS wobjdata wFrame{}:=[FALSE,TRUE,\"\",{},[[0,0,0],[1,0,0,0]]];\n",
                        i + 1, objects_[i]);
  return {settings_.name + ".mod",
          fmt::format("MODULE {}\n{}\n  PROC main()\n    ConfJ\\Off;\n    ConfL\\Off;\n{}  "
                      "ENDPROC\nENDMODULE\n",
                      settings_.name, data, body_)};
}

}  // namespace

ProgramText write_rapid(const Program& program, const WriteSettings& settings, Diagnostics& lost) {
  return Writer(program, settings, lost).write();
}

}  // namespace erfd
