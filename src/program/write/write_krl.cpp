// KRL: docs/krl.md.
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/payload.hpp"

#include "program/write/writer.hpp"

#include <map>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string frame(const Pose<double>& X) {
  const std::array<double, 3> rpy = rpy_of(X.R);
  return fmt::format("{{X {},Y {},Z {},A {},B {},C {}}}", plain(X.p.x() / millimetre),
                     plain(X.p.y() / millimetre), plain(X.p.z() / millimetre),
                     plain(rpy[2] / degree), plain(rpy[1] / degree), plain(rpy[0] / degree));
}

std::string load(const Payload& l) {
  const PrincipalLoad p = principal(l);
  return fmt::format("{{M {},CM {},J {{X {},Y {},Z {}}}}}", plain(p.mass), frame({p.axes, p.com}),
                     plain(p.moments[0]), plain(p.moments[1]), plain(p.moments[2]));
}

class Writer final : public ProgramWriter {
 public:
  Writer(const Program& program, const WriteSettings& settings, Diagnostics& lost)
      : ProgramWriter(program, settings, lost) {
    indent_ = "  ";
  }

 private:
  void conditions(const Conditions& now) override;
  void move(const Move& m) override;
  void wait(double seconds) override { line(fmt::format("WAIT SEC {}", plain(seconds))); }
  ProgramText file() const override;

  std::string target(const Target& goal);
  std::string fly_by(const Move& m);
  void limits(const Move& m);
  void orientation(const Move& m);
  /// A system variable holds until it changes.
  void set(const std::string& name, const std::string& value);

  std::map<std::string, std::string> set_;
};

void Writer::set(const std::string& name, const std::string& value) {
  std::string& now = set_[name];
  if (now == value) return;
  now = value;
  line(name.starts_with("$") ? fmt::format("{}={}", name, value)
                             : fmt::format("BAS(#{},{})", name, value));
}

void Writer::conditions(const Conditions& now) {
  set("$TOOL", frame(tool_of(now)));
  set("$BASE", frame(now.X_WBase));
  set("$LOAD", load(both(now.tool_load, now.gripped)));
  if (now.wrench) lose("forces on the tool");
}

std::string Writer::target(const Target& goal) {
  if (const auto* const joints = std::get_if<JointTarget>(&goal)) {
    std::vector<std::string> values;
    const auto q = positions(*joints, true);
    if (q.size() > 6) lose("axes behind the sixth");
    for (std::size_t i = 0; i < std::min<std::size_t>(6, q.size()); ++i)
      if (q[i]) values.push_back(fmt::format("A{} {}", i + 1, plain(*q[i])));
    return fmt::format("{{{}}}", fmt::join(values, ","));
  }
  const auto& point = std::get<CartesianTarget>(goal);
  if (point.configuration || point.turns || point.wanted)
    lose("configurations of targets: no status and turn is written");
  return frame(point.X_BaseT);
}

std::string Writer::fly_by(const Move& m) {
  switch (m.fly_by) {
    case FlyBy::stop:
      return "";
    case FlyBy::ptp:
      if (m.kind != MoveKind::ptp) lose("fly-bys of lines in per cent: the robot stops there");
      if (m.kind != MoveKind::ptp) return "";
      set("$APO.CPTP", plain(100 * m.fly_by_size));
      return " C_PTP";
    case FlyBy::path:
      if (!program_.half_blends) lose("fly-bys that take more than half of a move");
      set("$APO.CDIS", plain(m.fly_by_size / millimetre));
      return " C_DIS";
    case FlyBy::speed:
      break;
  }
  lose("moves that go on at speed: C_DIS of 0.3 mm stands for them");
  set("$APO.CDIS", "0.3");
  return " C_DIS";
}

void Writer::limits(const Move& m) {
  const MoveLimits& l = m.limits;
  if (l.time) lose("times of moves");
  const double share = l.acceleration_share.value_or(1);
  if (l.deceleration_share.value_or(share) != share) lose("shares of the deceleration");
  if (m.kind == MoveKind::ptp) {
    set("VEL_PTP", plain(100 * l.speed_share.value_or(1)));
    set("ACC_PTP", plain(100 * share));
    if (l.speed) lose("the speed of the tool in joint moves: they run at the speed of the axes");
    return;
  }
  if (l.deceleration && *l.deceleration != l.acceleration.value_or(settings_.acceleration))
    lose("decelerations of their own");
  set("$VEL.CP", plain(speed_of(m)));
  set("$ACC.CP", plain(acceleration_of(m)));
  set("$VEL.ORI1", plain(turn_speed_of(m) / degree));
  set("$ACC.ORI1", plain(l.turn_acceleration.value_or(settings_.turn_acceleration) / degree));
}

void Writer::orientation(const Move& m) {
  if (m.kind == MoveKind::ptp) return;
  using enum OrientationMode;
  const bool keeps = m.orientation == constant || m.orientation == path_constant;
  set("$ORI_TYPE", m.orientation == joint ? "#JOINT" : (keeps ? "#CONSTANT" : "#VAR"));
  if (m.kind != MoveKind::circle) return;
  const bool along = m.orientation == path_variable || m.orientation == path_constant;
  set("$CIRC_TYPE", along ? "#PATH" : "#BASE");
}

void Writer::move(const Move& m) {
  limits(m);
  orientation(m);
  const bool joints = std::holds_alternative<JointTarget>(m.target);
  if (joints && m.kind != MoveKind::ptp) lose("lines to joint positions: they are joint moves");
  const char* const word = joints || m.kind == MoveKind::ptp ? "PTP"
                           : m.kind == MoveKind::lin         ? "LIN"
                                                             : "CIRC";
  CartesianTarget via = m.via.value_or(CartesianTarget{});
  if (m.via && !via.has_orientation && !joints)
    via.X_BaseT.R = std::get<CartesianTarget>(m.target).X_BaseT.R;
  const std::string through = m.via && !joints ? target(Target{via}) + "," : std::string();
  const std::string angle =
      m.arc_angle ? fmt::format(",CA {}", plain(*m.arc_angle / degree)) : std::string();
  const std::string end = fly_by(m);
  line(fmt::format("{} {}{}{}{}", word, through, target(m.target), angle, end));
}

ProgramText Writer::file() const {
  return {settings_.name + ".src",
          fmt::format("DEF {}( )\n  BAS(#INITMOV,0)\n{}END\n", settings_.name, body_)};
}

}  // namespace

ProgramText write_krl(const Program& program, const WriteSettings& settings, Diagnostics& lost) {
  return Writer(program, settings, lost).write();
}

}  // namespace erfd
