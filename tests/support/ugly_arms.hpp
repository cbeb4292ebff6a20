// Arms that nobody would build, as plain numbers: skew rows, sliding axes, tools on fixed bodies,
// five, six and seven axes, coupled drives. The robot file of an arm is made of the numbers, and
// tests compute with them by formulas of their own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd::test {

using Numbers = std::vector<double>;

struct UglyBody {
  std::string name, parent;
  std::string joint;    ///< "revolute", "prismatic", "fixed"
  std::string placing;  ///< "dh", "mdh", "origin"
  /// dh: theta d a alpha; mdh: gamma b alpha d theta r; origin: x y z roll pitch yaw [m, deg]
  Numbers row;
  Numbers axis = {};  ///< of an origin
  double mass = 1;
  std::string shape = {};    ///< "box", "cylinder", "rod"; empty: the numbers are com and inertia
  Numbers from_or_com = {};  ///< box: its centre
  Numbers to_or_size = {};   ///< com: Ixx Iyy Izz Ixy Ixz Iyz
  double radius = 0;
};

struct UglyTool {
  std::string name, body;
  Numbers origin;  ///< x y z [m], roll pitch yaw [deg]
  double mass = 0;
  Numbers com, inertia;  ///< in the tool frame
};

struct UglyDrive {
  double rotor = 0, viscous = 0, coulomb = 0, coulomb_negative = 0, load = 0;
  std::string side = "motor";
  double torque_peak = 1e6;
};

struct UglyArm {
  std::string name;
  Numbers gravity, base;  ///< base: x y z [m], roll pitch yaw [deg]
  std::vector<UglyBody> bodies;
  std::vector<UglyTool> tools;
  std::vector<UglyDrive> drives;
  std::vector<Numbers> coupling;

  std::vector<const UglyBody*> moving() const {
    std::vector<const UglyBody*> list;
    for (const UglyBody& body : bodies)
      if (body.joint != "fixed") list.push_back(&body);
    return list;
  }
};

namespace ugly {

inline std::string list(const Numbers& numbers) {
  return fmt::format("[{:.17g}]", fmt::join(numbers, ", "));
}
inline Numbers part(const Numbers& numbers, std::size_t first, std::size_t count) {
  return {numbers.begin() + static_cast<std::ptrdiff_t>(first),
          numbers.begin() + static_cast<std::ptrdiff_t>(first + count)};
}
inline std::string origin(const Numbers& six) {
  return fmt::format("{{ xyz_m = {}, rpy_deg = {} }}", list(part(six, 0, 3)),
                     list(part(six, 3, 3)));
}

inline std::string joint_text(const UglyBody& b) {
  std::string text = fmt::format("[body.joint]\nname = \"j_{}\"\ntype = \"{}\"\n", b.name, b.joint);
  if (b.placing == "origin") {
    text += "origin = " + origin(b.row) + '\n';
    if (b.joint != "fixed") text += "axis = " + list(b.axis) + '\n';
  } else {
    const std::vector<std::string> keys =
        b.placing == "dh"
            ? std::vector<std::string>{"theta_deg", "d_m", "a_m", "alpha_deg"}
            : std::vector<std::string>{"gamma_deg", "b_m", "alpha_deg", "d_m", "theta_deg", "r_m"};
    std::string row;
    for (std::size_t i = 0; i < keys.size(); ++i)
      row += fmt::format("{}{} = {:.17g}", i == 0 ? "" : ", ", keys[i], b.row[i]);
    text += fmt::format("{} = {{ {} }}\n", b.placing, row);
  }
  if (b.joint == "revolute")
    text += "range_deg = [-170, 170]\nspeed_max_deg_s = 180\nacceleration_max_deg_s2 = 700\n";
  if (b.joint == "prismatic")
    text += "range_m = [-0.3, 0.3]\nspeed_max_m_s = 0.8\nacceleration_max_m_s2 = 5\n";
  return text;
}

inline std::string mass_text(const UglyBody& b) {
  const std::string mass = fmt::format("mass_kg = {:.17g}\n", b.mass);
  if (b.shape.empty())
    return mass + "com_m = " + list(b.from_or_com) + "\ninertia_kg_m2 = " + list(b.to_or_size) +
           '\n';
  if (b.shape == "box")
    return mass + fmt::format("shape = {{ type = \"box\", centre_m = {}, size_m = {} }}\n",
                              list(b.from_or_com), list(b.to_or_size));
  const std::string radius =
      b.shape == "cylinder" ? fmt::format(", radius_m = {:.17g}", b.radius) : "";
  return mass + fmt::format("shape = {{ type = \"{}\", from_m = {}, to_m = {}{} }}\n", b.shape,
                            list(b.from_or_com), list(b.to_or_size), radius);
}

inline std::string drive_text(const UglyArm& arm, std::size_t i) {
  const UglyDrive& d = arm.drives[i];
  const UglyBody& body = *arm.moving()[i];
  const bool force = d.side == "joint" && body.joint == "prismatic";
  return fmt::format(
      "[[drive]]\nname = \"motor{}\"\njoint = \"j_{}\"\nrotor_inertia_kg_m2 = {:.17g}\n"
      "torque_peak_N_m = {:.17g}\nspeed_max_rpm = 1e6\n"
      "friction = {{ side = \"{}\", viscous_{} = {:.17g}, coulomb_{} = {:.17g}, "
      "coulomb_negative_{} = {:.17g}, load_dependent = {:.17g} }}\n",
      i + 1, body.name, d.rotor, d.torque_peak, d.side, force ? "N_s_m" : "N_m_s_rad", d.viscous,
      force ? "N" : "N_m", d.coulomb, force ? "N" : "N_m", d.coulomb_negative, d.load);
}

}  // namespace ugly

/// The robot file of an arm.
inline std::string toml_of(const UglyArm& arm) {
  std::string text = fmt::format("format = \"erfd-robot/1\"\nname = \"{}\"\ngravity_m_s2 = {}\n",
                                 arm.name, ugly::list(arm.gravity));
  text += "[base]\norigin = " + ugly::origin(arm.base) + '\n';
  for (const UglyBody& b : arm.bodies)
    text += fmt::format("[[body]]\nname = \"{}\"\nparent = \"{}\"\n{}{}", b.name, b.parent,
                        ugly::mass_text(b), ugly::joint_text(b));
  for (const UglyTool& t : arm.tools) {
    text += fmt::format("[[tool]]\nname = \"{}\"\nbody = \"{}\"\norigin = {}\n", t.name, t.body,
                        ugly::origin(t.origin));
    if (t.mass > 0)
      text += fmt::format("payload = {{ mass_kg = {:.17g}, com_m = {}, inertia_kg_m2 = {} }}\n",
                          t.mass, ugly::list(t.com), ugly::list(t.inertia));
  }
  for (std::size_t i = 0; i < arm.drives.size(); ++i) text += ugly::drive_text(arm, i);
  if (!arm.coupling.empty()) {
    text += "[transmission]\ncoupling = [";
    for (const Numbers& row : arm.coupling) text += ugly::list(row) + ", ";
    text += "]\n";
  }
  return text;
}

/// Six turning axes by skew DH rows, the last one with a, d, alpha and offset; a gripper fixed to the
/// last link carries a tool. Coupled drives.
inline UglyArm skew_arm() {
  UglyArm arm;
  arm.name = "skew6";
  arm.gravity = {1.1, -2.3, -9.2};
  arm.base = {0.1, -0.2, 0.3, 7, -11, 25};
  const double rows[6][4] = {{10, 0.4, 0.12, 83},   {75, 0.05, 0.5, 4},   {-12, 0.03, 0.09, 95},
                             {20, 0.55, 0.02, -87}, {-8, 0.04, 0.03, 92}, {20, 0.08, 0.05, 37}};
  for (int i = 0; i < 6; ++i) {
    UglyBody b;
    b.name = "link" + std::to_string(i + 1);
    b.parent = i == 0 ? "world" : "link" + std::to_string(i);
    b.joint = "revolute";
    b.placing = "dh";
    b.row.assign(rows[i], rows[i] + 4);
    b.mass = 14.0 / (i + 1);
    b.from_or_com = {-0.05 + 0.01 * i, 0.02 * i - 0.03, 0.015 - 0.02 * i};
    const double s = 0.3 / (1 + i * i);
    b.to_or_size = {s, 1.2 * s, 0.9 * s, 0.05 * s, -0.07 * s, 0.03 * s};
    arm.bodies.push_back(b);
    arm.drives.push_back({1e-3 / (i + 1), 1e-3 + 1e-4 * i, 0.02 + 0.01 * i, 0.03, 0.05 * i,
                          i % 2 == 0 ? "motor" : "joint"});
  }
  UglyBody gripper{"gripper", "link6", "fixed", "origin", {0.02, -0.03, 0.06, 15, -40, 70}, {}};
  gripper.mass = 0.8;
  gripper.shape = "box";
  gripper.from_or_com = {0.01, 0.02, 0.03};
  gripper.to_or_size = {0.1, 0.06, 0.08};
  arm.bodies.push_back(gripper);
  arm.tools = {{"cup",
                "gripper",
                {0.01, 0.02, 0.11, 5, 10, -15},
                1.2,
                {0.01, -0.02, 0.03},
                {0.002, 0.003, 0.0025, 1e-4, 0, -2e-4}},
               {"vacuum",
                "link6",
                {-0.03, 0.01, 0.14, -20, 30, 5},
                2.1,
                {0.02, 0.01, -0.04},
                {0.004, 0.003, 0.005, 0, 1e-4, 2e-4}},
               {"pen", "gripper", {0, 0.05, 0.2, 0, 90, 0}, 0, {}, {}}};
  for (int i = 0; i < 6; ++i) {
    Numbers row(6, 0.0);
    row[static_cast<std::size_t>(i)] = i % 2 == 0 ? 90 - 5 * i : -70 + 4 * i;
    if (i > 1) row[static_cast<std::size_t>(i - 1)] = 1.5 * i - 4;
    arm.coupling.push_back(row);
  }
  return arm;
}

/// Five axes by modified DH rows, the first and the last slide; the tool sits on a fixed body.
inline UglyArm sliding_arm() {
  UglyArm arm;
  arm.name = "slide5";
  arm.gravity = {0, 0, -9.81};
  arm.base = {0, 0, 0.5, 0, 0, 0};
  const double rows[5][6] = {{0, 0, 12, 0.1, 5, 0.2},
                             {3, 0.02, 88, 0.2, -15, 0.1},
                             {0, 0, 7, 0.45, 30, -0.05},
                             {-4, 0.01, 93, 0.35, 12, 0.03},
                             {0, 0, 71, 0.06, 18, 0.15}};
  for (int i = 0; i < 5; ++i) {
    UglyBody b;
    b.name = "link" + std::to_string(i + 1);
    b.parent = i == 0 ? "world" : "link" + std::to_string(i);
    b.joint = i == 0 || i == 4 ? "prismatic" : "revolute";
    b.placing = "mdh";
    b.row.assign(rows[i], rows[i] + 6);
    b.mass = 20 - 3.5 * i;
    b.shape = i % 2 == 0 ? "cylinder" : "rod";
    b.from_or_com = {0.01, -0.02, 0.03};
    b.to_or_size = {0.3 - 0.03 * i, 0.05, -0.04};
    b.radius = 0.05;
    arm.bodies.push_back(b);
    arm.drives.push_back({2e-4, 5e-4, 0.01, 0.02, 0.1, i % 2 == 0 ? "joint" : "motor"});
    Numbers row(5, 0.0);
    row[static_cast<std::size_t>(i)] = i == 0 || i == 4 ? 300 : 60 + i;
    if (i == 3) row[2] = 5;
    arm.coupling.push_back(row);
  }
  UglyBody plate{"plate", "link5", "fixed", "mdh", {10, 0.02, 20, 0.01, 30, 0.05}, {}};
  plate.mass = 0.6;
  plate.from_or_com = {0, 0.01, 0.02};
  plate.to_or_size = {0.001, 0.0012, 0.0015, 0, 0, 1e-4};
  arm.bodies.push_back(plate);
  arm.tools = {{"hook", "plate", {0.01, 0, 0.07, 0, 25, 0}, 0, {}, {}},
               {"vacuum",
                "plate",
                {0.03, 0.02, 0.1, 40, 0, 10},
                0.9,
                {0, 0.02, 0.01},
                {0.001, 0.001, 0.0015, 0, 0, 0}}};
  return arm;
}

/// Seven axes placed as URDF places them, about axes of any direction; the file names its flange, a
/// body fixed to the last link.
inline UglyArm redundant_arm() {
  UglyArm arm;
  arm.name = "seven";
  arm.gravity = {-0.5, 0.4, -9.7};
  arm.base = {0, 0, 0, 0, 0, 45};
  const double at[7][6] = {{0, 0, 0.2, 0, 0, 10},      {0.02, 0, 0.15, 85, 5, 0},
                           {0, 0.2, 0.02, -80, 0, 20}, {0.05, 0, 0.2, 88, -7, 0},
                           {-0.04, 0.2, 0, -90, 3, 0}, {0, 0.03, 0.18, 75, 0, 8},
                           {0.08, 0.06, 0, -60, 12, 0}};
  const double axes[7][3] = {{0, 0, 1}, {0, 0.2, 1},   {0.1, 0, -1},   {0.3, 1, 0},
                             {0, 0, 1}, {1, 0.1, 0.2}, {0.2, -0.1, -1}};
  for (int i = 0; i < 7; ++i) {
    UglyBody b;
    b.name = "link" + std::to_string(i + 1);
    b.parent = i == 0 ? "world" : "link" + std::to_string(i);
    b.joint = "revolute";
    b.placing = "origin";
    b.row.assign(at[i], at[i] + 6);
    b.axis.assign(axes[i], axes[i] + 3);
    b.mass = 6 - 0.7 * i;
    b.shape = i % 2 == 0 ? "box" : "cylinder";
    b.from_or_com = {0.01, 0.02 - 0.01 * i, 0.04};
    b.to_or_size = i % 2 == 0 ? Numbers{0.1, 0.12, 0.2} : Numbers{0.05, 0.06, 0.22};
    b.radius = 0.04;
    arm.bodies.push_back(b);
    arm.drives.push_back({3e-4, 1e-3, 0.02, 0.01, 0.02 * i, "motor"});
    Numbers row(7, 0.0);
    row[static_cast<std::size_t>(i)] = 100 + i;
    if (i > 3) row[static_cast<std::size_t>(i - 1)] = -2;
    arm.coupling.push_back(row);
  }
  UglyBody flange{"flange", "link7", "fixed", "origin", {0.02, 0.01, 0.09, 30, 0, -90}, {}};
  flange.mass = 0.3;
  flange.shape = "cylinder";
  flange.from_or_com = {0, 0, -0.02};
  flange.to_or_size = {0, 0, 0};
  flange.radius = 0.05;
  arm.bodies.push_back(flange);
  arm.tools = {{"vacuum",
                "flange",
                {0, 0.02, 0.15, 10, -20, 30},
                0.5,
                {0, 0, -0.05},
                {0.001, 0.0011, 0.0004, 0, 0, 0}},
               {"torch",
                "link7",
                {0.1, 0, 0.1, 0, 45, 0},
                1.5,
                {0.01, 0.02, 0.03},
                {0.003, 0.003, 0.002, 0, 0, 0}}};
  return arm;
}

}  // namespace erfd::test
