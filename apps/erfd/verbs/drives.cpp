// erfd drives: what the motors carry, and what they have left.
#include "verbs/drives.hpp"

#include "erfd/base/units.hpp"
#include "erfd/dynamics/crba.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

DriveTrain train_of(const ModelledRobot& robot) {
  const RobotDescription& file = robot.chosen.description;
  if (file.drives.empty())
    throw Error(
        fmt::format("{}: {} has no drives, expected one [[drive]] a joint; "
                    "docs/robot-file.md explains them",
                    file.file, file.name));
  return make_drive_train(file, robot.model);
}

VectorX<double> home_of(const ModelledRobot& robot) {
  const auto& program = robot.chosen.description.program;
  if (!program || !program->home) return robot.model.neutral();
  const std::vector<double>& home = program->home->value;
  return Eigen::Map<const VectorX<double>>(home.data(), static_cast<Eigen::Index>(home.size()));
}

/// Findings of the linter about drives, and what only the survey sees: mechanisms and gravity.
std::vector<std::string> contradictions_of(const DriveFacts& facts) {
  std::vector<std::string> list;
  for (const Diagnostic& finding : facts.robot.chosen.findings.all())
    if (finding.message.starts_with("drive '") || finding.message.starts_with("transmission"))
      list.push_back(fmt::format("{} [{}]", finding.message, finding.check));
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) {
    const Motor& motor = facts.motor(i);
    const MotorSurvey& survey = facts.surveys[i];
    if (facts.train.mechanism(static_cast<int>(i)) &&
        survey.most_speed.value > 1.005 * motor.limits.speed)
      list.push_back(fmt::format(
          "drive '{}': joint '{}' at its speed limit needs {:.0f} rpm of the motor where its "
          "mechanism is slowest, which has {:.0f} rpm",
          motor.name, joint_of(facts.robot.model, survey.fastest_joint),
          survey.most_speed.value / rpm, motor.limits.speed / rpm));
    if (std::abs(survey.most_holding.value) > motor.limits.torque_peak)
      list.push_back(
          fmt::format("drive '{}': gravity alone needs up to {:.3g} N m of the motor, which has a "
                      "peak of {:.3g} N m",
                      motor.name, std::abs(survey.most_holding.value), motor.limits.torque_peak));
  }
  return list;
}

DriveFacts facts_of(const DrivesOptions& options) {
  if (options.samples < 1)
    throw Error(fmt::format("--samples is {}, expected 1 or more", options.samples));
  ModelledRobot robot = build_model(options.robot);
  DriveTrain train = train_of(robot);
  const Eigen::Index n = robot.model.nv();
  DriveFacts facts{std::move(robot), std::move(train), {}, options.samples, {}, {}, {}, {}, {}, {}};
  const Model& model = facts.robot.model;
  facts.home = home_of(facts.robot);
  DriveTrainState state(facts.train);
  if (const TrainStatus status = set_position(facts.train, facts.home, state); !status)
    throw Error(fmt::format("{}: at home, {}; expected a position that the motors can hold",
                            model.name(), text_of(facts.train, status)));
  Workspace ws(model);
  facts.K = state.K();
  facts.H_links.resize(n, n);
  facts.H_rotors.resize(n, n);
  facts.seen_at_home.resize(n);
  crba(model, ws, facts.home, facts.H_links);
  reflected_inertia(facts.train, state, facts.H_rotors);
  effective_inertias(facts.train, state, facts.H_links, facts.seen_at_home);
  facts.surveys = survey_motors(model, facts.train, facts.home, {.samples = options.samples});
  facts.contradictions = contradictions_of(facts);
  return facts;
}

}  // namespace

const std::string& joint_of(const Model& model, int v_index) {
  for (const Body& body : model.bodies())
    if (body.v_index == v_index) return body.joint;
  return model.name();
}

std::optional<double> reserve_percent(double needed, double limit) {
  return std::isfinite(limit) && std::isfinite(needed)
             ? std::optional(100 * (1 - std::abs(needed) / limit))
             : std::nullopt;
}

int run_drives(const DrivesOptions& options) {
  const DriveFacts facts = facts_of(options);
  const std::vector<std::string>& left_out = facts.robot.chosen.left_out;
  if (options.json) {
    Json json = drives_json(facts);
    set_left_out(left_out, json);
    print(json.text() + '\n');
  } else {
    print(drives_text(facts, stdout_style()) + left_out_text(left_out, stdout_style()));
  }
  return exit_fine;
}

}  // namespace erfd
