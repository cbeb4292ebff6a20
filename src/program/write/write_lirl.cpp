// L-IRL: docs/program-language.md.
#include "erfd/base/units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/program/lirl.hpp"

#include "program/write/writer.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::string position(const Vector3<double>& p) {
  return fmt::format("position({}, {}, {})", plain(p.x() / millimetre), plain(p.y() / millimetre),
                     plain(p.z() / millimetre));
}

/// "pose(position(…), oriquat(…))".
std::string pose(const Pose<double>& X) {
  const std::array<double, 4> q = quaternion_of(X.R);
  return fmt::format("pose({}, oriquat({}, {}, {}, {}))", position(X.p), plain(q[0]), plain(q[1]),
                     plain(q[2]), plain(q[3]));
}

std::string load(const Payload& l) {
  const auto& I = l.I_com;
  return fmt::format("load({}kg, {}, inertia({}, {}, {}, {}, {}, {}))", plain(l.mass),
                     position(l.com), plain(I(0, 0)), plain(I(1, 1)), plain(I(2, 2)),
                     plain(I(0, 1)), plain(I(0, 2)), plain(I(1, 2)));
}

class Writer final : public ProgramWriter {
 public:
  using ProgramWriter::ProgramWriter;

 private:
  void conditions(const Conditions& now) override;
  void force(const std::optional<ToolWrench>& wrench);
  void move(const Move& m) override;
  void wait(double seconds) override { line(fmt::format("wait {} sec;", plain(seconds))); }
  ProgramText file() const override;
  std::string target(const Target& goal);
  std::string options(const Move& m);
};

void Writer::conditions(const Conditions& now) {
  const bool own = !now.X_FlangeT;
  const bool other_tool =
      held_ ? (own != !held_->X_FlangeT || (!own && !is_same(*now.X_FlangeT, *held_->X_FlangeT)) ||
               !is_same(now.tool_load, held_->tool_load))
            : !own || !is_same(now.tool_load, settings_.own_load);
  if (other_tool)
    line(fmt::format("use_tool tool({}, {});", pose(tool_of(now)), load(now.tool_load)));
  if (held_ ? !is_same(now.X_WBase, held_->X_WBase) : !is_same(now.X_WBase, {}))
    line(fmt::format("use_base {};", pose(now.X_WBase)));
  const Payload before = held_ ? held_->gripped : Payload{};
  if (!is_same(now.gripped, before)) {
    if (before.mass > 0) line("release;");
    if (now.gripped.mass > 0) line(fmt::format("grip {};", load(now.gripped)));
  }
  force(now.wrench);
}

void Writer::force(const std::optional<ToolWrench>& wrench) {
  const std::optional<ToolWrench> before = held_ ? held_->wrench : std::nullopt;
  const bool same =
      before.has_value() == wrench.has_value() &&
      (!wrench || (before->axes == wrench->axes && before->F.vector() == wrench->F.vector()));
  if (same) return;
  if (!wrench) return line("ext_force off;");
  constexpr const char* frames[] = {"base", "tool", "world"};
  const auto &f = wrench->F.force, &n = wrench->F.moment;
  line(fmt::format("ext_force wrench({}, {}, {}, {}, {}, {}) frame {};", plain(f.x()), plain(f.y()),
                   plain(f.z()), plain(n.x()), plain(n.y()), plain(n.z()),
                   frames[static_cast<int>(wrench->axes)]));
}

std::string Writer::target(const Target& goal) {
  const auto* const joints = std::get_if<JointTarget>(&goal);
  if (joints == nullptr) {
    const auto& point = std::get<CartesianTarget>(goal);
    if (point.wanted) lose("configuration data of targets: L-IRL names a code of the robot file");
    if (!point.has_orientation) return fmt::format("robtarget({})", position(point.X_BaseT.p));
    std::string text = fmt::format("robtarget({}", pose(point.X_BaseT));
    if (point.configuration || point.turns)
      text += fmt::format(", {}", point.configuration.value_or(0));
    if (point.turns) text += fmt::format(", {}", *point.turns);
    return text + ")";
  }
  std::vector<std::string> values;
  for (const std::optional<double>& q : positions(*joints, false)) {
    if (!q) break;
    values.push_back(plain(*q));
  }
  for (std::size_t i = values.size(); i < joints->q.size(); ++i)
    if (joints->q[i]) lose("an axis that holds before others that move");
  return fmt::format("joint(mainjoint({}))", fmt::join(values, ", "));
}

std::string Writer::options(const Move& m) {
  std::string text;
  const auto add = [&](const char* name, const std::optional<double>& value, double unit) {
    if (value) text += fmt::format(" {}={}", name, plain(*value / unit));
  };
  const MoveLimits& l = m.limits;
  if (m.kind == MoveKind::ptp) {
    add("speed_ptp", l.speed_share, 1);
    add("acc_ptp", l.acceleration_share, 1);
    add("dec_ptp", l.deceleration_share, 1);
    if (l.speed) lose("the speed of the tool in joint moves: they run at the speed of the axes");
  } else {
    add("speed", l.speed, millimetre);
    if (l.acceleration || l.acceleration_share) add("acc", acceleration_of(m), millimetre);
    if (l.deceleration) add("dec", *l.deceleration * l.deceleration_share.value_or(1), millimetre);
    add("speed_ori", l.turn_speed, degree);
    add("acc_ori", l.turn_acceleration, degree);
    text += fmt::format(" c_ori={}", lirl_dialect().word(m.orientation));
  }
  add("time", l.time, 1);
  add("angle", m.arc_angle, degree);
  if (m.kind == MoveKind::ptp && m.fly_by == FlyBy::path)
    lose("zones of joint moves in millimetres: the robot stops there");
  else if (m.fly_by != FlyBy::stop)
    text += " " + lirl_dialect().fly_by(m.fly_by, m.fly_by_size);
  if (m.fly_by == FlyBy::path && program_.half_blends)
    lose("zones of at most half a move: c_cp may take more");
  return text;
}

void Writer::move(const Move& m) {
  const std::string via = m.via ? fmt::format("{}, ", target(Target{*m.via})) : std::string();
  line(fmt::format("move {} {}{}{};", lirl_dialect().word(m.kind), via, target(m.target),
                   options(m)));
}

ProgramText Writer::file() const {
  return {settings_.name + ".irl",
          fmt::format("program {};\nseq\n{}endseq\nendprogram;\n", settings_.name, body_)};
}

}  // namespace

ProgramText write_lirl(const Program& program, const WriteSettings& settings, Diagnostics& lost) {
  return Writer(program, settings, lost).write();
}

}  // namespace erfd
