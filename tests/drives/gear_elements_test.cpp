// Elements between motor and joint.
#include "erfd/drives/rotors.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/compare.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

std::string arm(const std::string& elements) {
  return R"(
format = "erfd-robot/1"
name   = "arm"
[[body]]
name          = "upper"
mass_kg       = 8
com_m         = [-0.25, 0.01, 0.02]
inertia_kg_m2 = [0.1, 0.12, 0.13]
joint = { type = "revolute", dh = { a_m = 0.5, alpha_deg = 70 } }
[[body]]
name          = "fore"
mass_kg       = 5
com_m         = [-0.2, 0, 0]
inertia_kg_m2 = [0.05, 0.06, 0.07]
joint = { type = "revolute", dh = { a_m = 0.4 } }
[[drive]]
name  = "m1"
rotor_inertia_kg_m2 = 0.001
rotor_on   = "world"
rotor_axis = [0, 0, 1]
)" + elements +
         R"(
[[drive]]
name  = "m2"
rotor_inertia_kg_m2 = 0.0008
rotor_on   = "upper"
rotor_axis = [1, 2, 0]
[transmission]
coupling = [[80, 3], [-4, 60]]
)";
}

const char* const elements = R"(
element = [
  { name = "pulley", inertia_kg_m2 = 2e-4, ratio = 1 },
  { name = "belt wheel", inertia_kg_m2 = 5e-3, ratio = -2.5 },
  { name = "output", inertia_kg_m2 = 0.3, ratio = 80 },
])";

struct Robot {
  ReadResult read;
  Model model;
  Drives drives;
  explicit Robot(const std::string& text)
      : read(read_robot_toml(text, "arm.toml")),
        model(build(read.robot)),
        drives(make_drives(read.robot, model)) {}
};

// (15a) by another route: each element a body on the ground that turns by its own ratio.
TEST(GearElements, CountAsTheBodiesThatTheyAre) {
  const Robot plain(arm("")), geared(arm(elements));
  EXPECT_FALSE(geared.read.findings.has_errors());
  std::vector<Rotor> bodies;
  MatrixX<double> N(3, 2);
  const double inertia[] = {2e-4, 5e-3, 0.3}, ratio[] = {1, -2.5, 80};
  for (int l = 0; l < 3; ++l) {
    Rotor body;
    body.name = "element";
    body.I_R.about_origin(2, 2) = inertia[l];
    bodies.push_back(body);
    N.row(l) = plain.drives.K().row(0) / ratio[l];
  }
  const GearedRotors exact(plain.model, bodies, N);
  RotorWorkspace ws(exact);
  Workspace page(plain.model);
  VectorX<double> q(2);
  q << 0.3, -1;
  MatrixX<double> with(2, 2), links(2, 2);
  inertia_matrix(exact, ws, q, with);
  crba(plain.model, page, q, links);
  EXPECT_TRUE(is_close(geared.drives.reflected_inertia() - plain.drives.reflected_inertia(),
                       with - links, 1e-14));
}

TEST(GearElements, SpinBesideExactRotors) {
  const Robot plain(arm("")), geared(arm(elements));
  const GearedRotors without = make_rotors(plain.read.robot, plain.model, plain.drives),
                     with = make_rotors(geared.read.robot, geared.model, geared.drives);
  RotorWorkspace a(without), b(with);
  VectorX<double> q(2);
  q << 0.3, -1;
  MatrixX<double> H(2, 2), more(2, 2);
  inertia_matrix(without, a, q, H);
  inertia_matrix(with, b, q, more);
  EXPECT_TRUE(is_close(
      more - H, geared.drives.reflected_inertia() - plain.drives.reflected_inertia(), 1e-14));
}

}  // namespace
}  // namespace erfd::test
