// erfd info: what a robot is made of, and how much of it is known.
#include "verbs/info.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/build.hpp"
#include "erfd/model/frames.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

namespace erfd {
namespace {

std::string headline(const RobotFacts& facts, const TextStyle& style) {
  const RobotDescription& robot = facts.robot.description;
  const Model& model = facts.model;
  const int joints = model.body_count() - (model.has_free_base() ? 1 : 0);
  const Vector3<double>& g = model.gravity();
  std::string text = bold(robot.name, style);
  if (!robot.title.empty())
    text += "  " +
            wrapped(robot.title, style.width, 2, static_cast<int>(display_width(robot.name)) + 2);
  text += fmt::format("\n{}, {} base, {} kg move, gravity ({}, {}, {}) m/s^2\n",
                      counted(static_cast<std::size_t>(joints), "joint"),
                      model.has_free_base() ? "free" : "fixed", with_digits(model.moving_mass()),
                      with_digits(g.x()), with_digits(g.y()), with_digits(g.z()));
  if (model.has_free_base())
    text += fmt::format(
        "state: {} positions (base quaternion w x y z and position first), {} velocities\n",
        model.nq(), model.nv());
  return text + wrapped("file " + robot.file, style.width, 5) + '\n';
}

std::array<double, 3> principal_moments(const Matrix3<double>& I) {
  const Vector3<double> moments =
      Eigen::SelfAdjointEigenSolver<Matrix3<double>>(I, Eigen::EigenvaluesOnly).eigenvalues();
  return {moments[0], moments[1], moments[2]};
}

}  // namespace

RobotFacts facts_of(ChosenRobot checked) {
  Model model = build(checked.description, checked.purpose);
  Workspace ws(model);
  std::vector<Pose<double>> X_WF;
  X_WF.reserve(model.frames().size());
  const VectorX<double> q = model.neutral();
  for (int i = 0; i < static_cast<int>(model.frames().size()); ++i)
    X_WF.push_back(frame_pose(model, ws, q, {i}));
  return {std::move(checked), std::move(model), std::move(X_WF)};
}

LoopFacts loop_facts(const Model& model) {
  LoopWorkspace ws(model);
  LoopFacts facts;
  VectorX<double> q = model.start();
  facts.closure = close_position(model, ws, q);
  facts.mobility = loop_mobility(model, ws, q);
  facts.trouble = loop_trouble<double>(model, ws, q);
  for (const Body& body : model.joints())
    if (!body.passive) facts.active += (facts.active.empty() ? "" : ", ") + body.joint;
  return facts;
}

MassFacts mass_facts(const Model& model, const Body& body) {
  MassFacts facts;
  facts.mass = body.I_B.mass;
  facts.com = body.I_B.com();
  for (const Frame& frame : model.frames())
    if (frame.name == body.name) facts.com = frame.X_BF.inverse() * body.I_B.com();
  facts.moments = principal_moments(body.I_B.inertia_about_com());
  // Steiner's term cancels; what is left of a zero is rounding of that term.
  for (double& moment : facts.moments)
    if (std::abs(moment) < 1e-12 * body.I_B.about_origin.norm()) moment = 0;
  return facts;
}

const std::string& flange_name(const Model& model) { return model.frame(flange_of(model)).name; }

const char* name_of(PlacementKind kind) {
  switch (kind) {
    case PlacementKind::dh:
      return "DH";
    case PlacementKind::mdh:
      return "modified DH";
    case PlacementKind::placement:
      return "origin";
    case PlacementKind::screw:
      return "screw";
  }
  return "";
}

int run_info(const InfoOptions& options) {
  ChosenRobot robot = described_robot(options.robot);
  if (options.keys) {
    print(options.json ? keys_json(robot.description).text() + '\n' : keys_text(robot.description));
    return exit_fine;
  }
  if (options.base_parameters) {
    print_base_parameters(build(robot.description), options.json);
    return exit_fine;
  }
  const RobotFacts facts = facts_of(std::move(robot));
  const TextStyle style = stdout_style();
  print(options.json ? info_json(facts).text() + '\n'
                     : headline(facts, style) + structure_text(facts, style) +
                           equipment_text(facts, style) + origin_text(facts, style));
  return exit_fine;
}

}  // namespace erfd
