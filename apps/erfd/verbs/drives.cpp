// erfd drives: what the motors carry, and what they have left.
#include "verbs/drives.hpp"

#include "erfd/base/units.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/report/page.hpp"
#include "erfd/report/run_document.hpp"

#include "input/program_input.hpp"
#include "output/output.hpp"
#include "output/run_labels.hpp"
#include "verbs/figures.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

VectorX<double> home_of(const ModelledRobot& robot) {
  VectorX<double> q = robot.model.is_constrained() ? robot.model.start() : robot.model.neutral();
  const auto& program = robot.chosen.description.program;
  if (!program || !program->home) return q;
  const std::vector<double>& home = program->home->value;
  const auto count = static_cast<Eigen::Index>(home.size());
  q.tail(count) = Eigen::Map<const VectorX<double>>(home.data(), count);
  return q;
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
    if (facts.drives.mechanism(static_cast<int>(i)) &&
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
  ModelledRobot robot = build_model(options.robot, {Loops::closed, Purpose::dynamics, true});
  Drives drives = drives_of(robot);
  const Eigen::Index n = robot.model.nv();
  DriveFacts facts{
      std::move(robot), std::move(drives), {}, options.samples, {}, {}, {}, {}, {}, {}};
  const Model& model = facts.robot.model;
  facts.home = home_of(facts.robot);
  DriveState state(facts.drives);
  LinksAtJoints links(model);
  if (!links.move_to(facts.home))
    throw Error(fmt::format(
        "{}: its loops do not close at home; expected a position that they reach", model.name()));
  facts.home = links.q();
  if (const DriveStatus status = set_position(facts.drives, links.shaft_q(), state); !status)
    throw Error(fmt::format("{}: at home, {}; expected a position that the motors can hold",
                            model.name(), text_of(facts.drives, status)));
  facts.K = state.K();
  facts.H_links = links.H();
  facts.H_rotors.resize(n, n);
  facts.seen_at_home.resize(facts.drives.count());
  reflected_inertia(facts.drives, state, facts.H_rotors);
  effective_inertias(facts.drives, state, facts.H_links, facts.seen_at_home);
  facts.surveys = survey_motors(model, facts.drives, facts.home, {.samples = options.samples});
  facts.contradictions = contradictions_of(facts);
  return facts;
}

/// The page of a verification, opened at torque over speed.
void write_report(const DrivesOptions& options) {
  ProgramOptions program;
  program.robot = options.robot;
  program.program = *options.program;
  const Case asked = planned_case(program);
  VerificationSettings settings;
  settings.causes = settings.signals = true;
  const Verification result = verify(asked, settings);
  const JudgedCase subject{asked.program, asked.plan, asked.model,   asked.drives,
                           result,        {},         asked.left_out};
  Json document = run_document(subject, labels_of(asked.robot, asked.model));
  document.set("opens_with", "torque-speed");
  write_file(*options.report, page_report(document), options.force);
  talk_about_file(*options.report);
}

void check_report_of(const DrivesOptions& options) {
  if (!options.report) {
    if (options.program) throw Error("--program: found without --report, which shows it");
    return;
  }
  if (!options.program)
    throw Error(
        "--report: found without --program, expected one whose operating points are shown: "
        "--program FILE");
  require_page();
  check_report(*options.report, options.force);
}

}  // namespace

std::vector<const Body*> DriveFacts::joints() const {
  std::vector<const Body*> joints;
  for (const Body& body : robot.model.joints())
    if (!std::ranges::binary_search(drives.passive_joints(), body.v_index) &&
        (!body.passive || !robot.model.is_constrained()))
      joints.push_back(&body);
  return joints;
}

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

Drives drives_of(const ModelledRobot& robot) {
  const RobotDescription& file = robot.chosen.description;
  if (file.drives.empty())
    throw Error(
        fmt::format("{}: {} has no drives, expected one [[drive]] a joint; "
                    "docs/robot-file.md explains them",
                    file.file, file.name));
  return make_drives(file, robot.model);
}

/// `erfd drives --tune`.
int run_tuning(const DrivesOptions& options) {
  const DriveFacts facts = facts_of(options);
  const TunedDrives found = tuned(facts, {options.bandwidth, options.ratio});
  if (options.json)
    print(tuning_json(facts, found).text() + '\n');
  else
    print(tuning_text(facts, found, stdout_style()));
  return exit_fine;
}

int run_drives(const DrivesOptions& options) {
  if (options.rotors) return show_rotors(options);
  if (options.tune) return run_tuning(options);
  if (options.svg) check_output(*options.svg, options.force);
  check_report_of(options);
  const DriveFacts facts = facts_of(options);
  const Later svg([&] {
    if (!options.svg) return;
    write_file(*options.svg, drives_figure(facts), options.force);
    talk_about_file(*options.svg);
  });
  const Later report([&] {
    if (options.report) write_report(options);
  });
  const std::vector<std::string>& left_out = facts.robot.chosen.left_out;
  if (options.json) {
    Json json = drives_json(facts);
    set_left_out(left_out, json);
    print(json.text() + '\n');
  } else {
    print(drives_text(facts, stdout_style()) + left_out_text(left_out, stdout_style()));
  }
  report.complain();
  svg.complain();
  return exit_fine;
}

}  // namespace erfd
