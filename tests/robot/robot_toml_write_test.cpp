#include "erfd/robot/read.hpp"

#include "support/source_tree.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

// All fields of a description as text, one a line: everything but the places.
class Dump {
 public:
  std::string text() const { return out_.str(); }

  void robot(const RobotDescription& r) {
    out_.precision(17);
    line(r.name, r.title, r.from.source, r.from.note);
    for (const std::string& question : r.open_questions) line(question);
    field(Field<Triple>(r.gravity));
    line(static_cast<int>(r.base.type));
    field(r.base.origin), mass(r.base), accepted(r.base.accepted), visuals(r.base.visuals);
    for (const BodyDescription& b : r.bodies) body(b);
    for (const ToolDescription& t : r.tools) tool(t);
    for (const DriveDescription& d : r.drives) drive(d);
    if (r.coupling) {
      for (const auto& row : r.coupling->value)
        field(Field<std::vector<double>>({row, {}, r.coupling->from}));
    }
    for (const LoopDescription& l : r.loops) {
      line(l.name, static_cast<int>(l.joint), l.body_a, l.body_b);
      field(l.frame_a), field(l.frame_b);
    }
    for (const ElasticJointDescription& e : r.elastic_joints)
      line(e.joint), field(e.stiffness), field(e.damping);
    if (r.program) program(*r.program);
  }

 private:
  template <class... Parts>
  void line(const Parts&... parts) {
    ((out_ << parts << " | "), ...);
    out_ << "\n";
  }
  void value(double x) { out_ << x; }
  void value(const std::string& x) { out_ << x; }
  template <std::size_t size>
  void value(const std::array<double, size>& list) {
    for (const double x : list) out_ << x << " ";
  }
  void value(const std::vector<double>& list) {
    for (const double x : list) out_ << x << " ";
  }
  void value(const OriginDescription& x) { value(x.xyz), value(x.rpy); }
  void value(const DhRow& x) { value(std::array{x.theta, x.d, x.a, x.alpha}); }
  void value(const MdhRow& x) { value(std::array{x.gamma, x.b, x.alpha, x.d, x.theta, x.r}); }
  void value(const ScrewRow& x) { value(x.axis), value(x.point); }
  void value(const ShapeDescription& x) {
    out_ << static_cast<int>(x.kind) << " ";
    value(x.from), value(x.to), value(x.centre), value(x.size),
        value(std::array{x.radius, x.a, x.b, x.hub_inertia});
  }
  void value(const std::vector<TorqueSpeedPoint>& curve) {
    for (const TorqueSpeedPoint& point : curve) out_ << point.speed << " " << point.torque << " ";
  }
  template <class T>
  void field(const Field<T>& f) {
    if (!f) return line("none");
    value(f->value);
    line("", f->from.source, f->from.estimated, f->from.note);
  }
  template <class Massive>
  void mass(const Massive& m) {
    field(m.mass), field(m.com), field(m.inertia);
  }
  void accepted(const std::vector<AcceptedFinding>& all) {
    for (const AcceptedFinding& a : all) line(a.check, a.because);
  }
  void visuals(const std::vector<VisualDescription>& all) {
    for (const VisualDescription& v : all) {
      line("visual", static_cast<int>(v.kind), v.radius, v.length, v.mesh, v.color);
      value(v.size), value(v.scale), field(v.origin);
    }
  }
  void body(const BodyDescription& b) {
    line("body", b.name, b.parent, b.inertia_about_origin);
    mass(b), field(b.mass_frame), field(b.shape), accepted(b.accepted), visuals(b.visuals);
    const JointDescription& j = b.joint;
    line("joint", j.name, static_cast<int>(j.type), static_cast<int>(j.placed_by));
    field(j.dh), field(j.mdh), field(j.origin), field(j.axis), field(j.screw), field(j.pitch);
    field(j.lower), field(j.upper), field(j.speed_max), field(j.acceleration_max),
        field(j.effort_max);
  }
  void tool(const ToolDescription& t) {
    line("tool", t.name, t.body, t.payload.has_value());
    field(t.origin);
    if (t.payload) mass(*t.payload);
  }
  void drive(const DriveDescription& d) {
    line("drive", d.name, d.joint, d.friction.has_value(), d.mechanism.has_value());
    field(d.ratio), field(d.rotor_inertia), field(d.rotor_mass), field(d.rotor_on),
        field(d.rotor_axis);
    field(d.torque_peak), field(d.torque_rated), field(d.speed_max), field(d.torque_speed_curve);
    field(d.torque_constant), field(d.resistance), field(d.inductance), field(d.voltage_max);
    field(d.current_peak), field(d.current_rated);
    if (d.friction) {
      line(static_cast<int>(d.friction->side));
      field(d.friction->viscous), field(d.friction->coulomb), field(d.friction->coulomb_negative);
      field(d.friction->breakaway), field(d.friction->load_dependent);
    }
    if (d.mechanism) {
      line(static_cast<int>(d.mechanism->kind));
      field(d.mechanism->a), field(d.mechanism->b), field(d.mechanism->c);
      field(d.mechanism->d), field(d.mechanism->pitch), field(d.mechanism->offset);
      field(d.mechanism->zero), field(d.mechanism->lower), field(d.mechanism->upper);
      field(d.mechanism->ratio), field(d.mechanism->branch);
    }
    for (const GearElementDescription& e : d.elements)
      line(e.name), field(e.inertia), field(e.ratio);
  }
  void program(const ProgramDescription& p) {
    line("program");
    field(p.interpolation_period), field(p.orientation), field(p.home);
    for (const auto& c : p.configurations) line(c.code), value(c.branch);
  }

  std::ostringstream out_;
};

std::string dump(const RobotDescription& robot) {
  Dump out;
  out.robot(robot);
  return out.text();
}

std::string read_seed(const std::string& name) {
  std::ifstream file(test::source_tree("tests/fuzz/corpus/toml/") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_round_trip(const std::string& text) {
  const ReadResult first = read_robot_toml(text, "first.toml");
  ASSERT_FALSE(first.findings.has_errors()) << first.findings.text();
  const std::string written = write_robot_toml(first.robot);
  const ReadResult second = read_robot_toml(written, "second.toml");
  EXPECT_FALSE(second.findings.has_errors()) << second.findings.text() << "\n" << written;
  EXPECT_EQ(dump(first.robot), dump(second.robot)) << written;
  EXPECT_EQ(write_robot_toml(second.robot), written);
}

TEST(RobotTomlWrite, ReadingBackGivesTheSameDescription) {
  for (const char* name : {"planar2r.toml", "placements.toml", "origins.toml", "drives.toml",
                           "coupled.toml", "crlf.toml", "visuals.toml"}) {
    SCOPED_TRACE(name);
    expect_round_trip(read_seed(name));
  }
  std::ifstream press(test::source_tree("tests/support/screw_press.toml"));
  expect_round_trip({std::istreambuf_iterator<char>(press), {}});
}

TEST(RobotTomlWrite, TextsOfAnyKindComeBack) {
  RobotDescription robot;
  robot.name = "r";
  robot.title = "quote \" backslash \\ tab \t newline \n bell \a caf\xC3\xA9";
  robot.open_questions = {"", "''' \"\"\""};
  const ReadResult back = read_robot_toml(write_robot_toml(robot), "");
  EXPECT_EQ(back.findings.text(), "");
  EXPECT_EQ(back.robot.title, robot.title);
  EXPECT_EQ(back.robot.open_questions, robot.open_questions);
}

TEST(RobotTomlWrite, NumbersComeBackBitForBit) {
  RobotDescription robot;
  robot.name = "r";
  for (const Triple& gravity :
       {Triple{0.1 + 0.2, 1.0 / 3, -1e-300}, Triple{1e16, 123456789012345680.0, 4.9e-324},
        Triple{1.7976931348623157e308, 1e15, -9.80665}}) {
    robot.gravity.value = gravity;
    const ReadResult back = read_robot_toml(write_robot_toml(robot), "");
    EXPECT_EQ(back.findings.text(), "");
    EXPECT_EQ(back.robot.gravity.value, gravity);
  }
}

TEST(RobotTomlWrite, TheOriginSharedByATableIsWrittenOnce) {
  RobotDescription robot;
  robot.name = "r";
  robot.from = {"sheet", false, ""};
  BodyDescription body;
  body.name = "a";
  body.parent = "world";
  body.joint.name = "a";
  const Provenance paper{"paper", true, "scaled"};
  body.mass = Entry<double>{2, {}, {"scale", false, ""}};
  body.com = Entry<Triple>{{0, 0, 0.5}, {}, paper};
  body.inertia = Entry<std::array<double, 6>>{{1, 1, 1, 0, 0, 0}, {}, paper};
  body.joint.dh = Entry<DhRow>{{0, 0, 0.5, 0}, {}, {"sheet", true, "scaled"}};
  robot.bodies = {body};
  EXPECT_EQ(write_robot_toml(robot), R"(format = "erfd-robot/1"
name = "r"
source = "sheet"

[[body]]
name = "a"
parent = "world"
source = "paper"
estimated = true
note = "scaled"
mass_kg = { value = 2, source = "scale", estimated = false, note = "" }
com_m = [0, 0, 0.5]
inertia_kg_m2 = [1, 1, 1, 0, 0, 0]
[body.joint]
type = "revolute"
source = "sheet"
dh = { theta_rad = 0, d_m = 0, a_m = 0.5, alpha_rad = 0 }
)");
}

}  // namespace
}  // namespace erfd
