#include "erfd/model/lint.hpp"

#include "model/lint/rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd {
namespace linting {
namespace {

// Errors that the author of a file may know better; of the warnings every one may be accepted.
constexpr std::array acceptable_errors{"massless", "inertia-not-positive", "triangle-inequality",
                                       "missing-inertia"};

constexpr std::array acceptable_warnings{
    "name",         "com-outside", "density",         "unit-length", "unit-angle",
    "unit-mass",    "speed",       "rotor",           "gear-ratio",  "motor-speed",
    "torque-curve", "friction",    "no-moving-joint", "base",        "gravity",
    "program",      "visual",      "friction-peak"};

bool acceptable(Severity severity, std::string_view check) {
  return severity == Severity::warning || std::ranges::count(acceptable_errors, check) > 0;
}

}  // namespace

Report::Report(const RobotDescription& robot, Purpose purpose, Diagnostics& findings)
    : robot_(robot), purpose_(purpose), findings_(findings), first_own_(findings.all().size()) {}

void Report::error(std::string_view check, Location at, int owner, std::string message) {
  add(Severity::error, check, at, owner, std::move(message));
}

void Report::warning(std::string_view check, Location at, int owner, std::string message) {
  add(Severity::warning, check, at, owner, std::move(message));
}

void Report::note(std::string_view check, Location at, std::string message) {
  add(Severity::note, check, at, no_owner, std::move(message));
}

void Report::mass_error(std::string_view check, Location at, int owner, std::string message) {
  purpose_ == Purpose::kinematics ? warning(check, at, owner, std::move(message))
                                  : error(check, at, owner, std::move(message));
}

void Report::add(Severity severity, std::string_view check, Location at, int owner,
                 std::string message) {
  if (known_before(check, at)) return;
  if (const AcceptedFinding* accepted = acceptance(severity, check, owner)) {
    used_.push_back(accepted);
    severity = Severity::note;
    message += ": accepted: " + accepted->because;
  }
  findings_.add({severity, std::string(check), at, std::move(message)});
}

const AcceptedFinding* Report::acceptance(Severity severity, std::string_view check, int owner) {
  if (owner == no_owner || !acceptable(severity, check)) return nullptr;
  const auto in = [&](const std::vector<AcceptedFinding>& list) {
    const auto found = std::ranges::find(list, check, &AcceptedFinding::check);
    return found == list.end() ? nullptr : &*found;
  };
  const auto& own = owner == base_owner ? robot_.base.accepted : robot_.bodies[owner].accepted;
  const AcceptedFinding* const accepted = in(own);
  return accepted ? accepted : in(robot_.accepted);
}

bool Report::accepts(std::string_view check, int owner) {
  return acceptance(Severity::error, check, owner) != nullptr;
}

bool Report::known_before(std::string_view check, Location at) const {
  if (at.line == 0) return false;
  const auto& all = findings_.all();
  return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first_own_),
                     [&](const Diagnostic& d) { return d.check == check && d.at == at; });
}

void Report::warn_about_unused_acceptances() {
  warn_about_unused("robot '" + robot_.name + "'", robot_.accepted);
  warn_about_unused("base", robot_.base.accepted);
  for (const BodyDescription& body : robot_.bodies)
    warn_about_unused("body '" + body.name + "'", body.accepted);
}

void Report::warn_about_unused(const std::string& place, const std::vector<AcceptedFinding>& list) {
  const std::vector<std::string> known = acceptable_checks();
  for (const AcceptedFinding& entry : list) {
    if (std::ranges::count(used_, &entry) > 0) continue;
    const bool exists = std::ranges::count(known, entry.check) > 0;
    add(Severity::warning, "accept-unused", entry.at, no_owner,
        fmt::format("{}: accept: '{}' {}{}", place, entry.check,
                    exists ? "is not found here, so nothing is accepted; remove the entry"
                           : "is not a check that can be accepted",
                    exists ? "" : did_you_mean(entry.check, known)));
  }
}

}  // namespace linting

std::vector<std::string> acceptable_checks() {
  std::vector<std::string> all(linting::acceptable_errors.begin(),
                               linting::acceptable_errors.end());
  all.insert(all.end(), linting::acceptable_warnings.begin(), linting::acceptable_warnings.end());
  return all;
}

void lint(const RobotDescription& robot, Diagnostics& findings, Purpose purpose) {
  using namespace linting;
  Report report(robot, purpose, findings);
  check_names(robot, report);
  const Tree tree = check_tree(robot, report);
  const Subject subject{robot, tree, report};
  const bool finite = check_finite(robot, report);

  check_references(subject);
  check_joints(subject);
  const bool masses = check_masses(subject, finite);
  if (finite && tree.sound) {
    if (masses && purpose != Purpose::kinematics) check_inertias_at_joints(subject);
    check_plausibility(subject);
    check_units(subject);
  }
  check_drives(subject);
  check_mechanisms(subject);
  if (finite && tree.sound && masses) check_rotors(subject);
  if (finite && tree.sound) check_motors(subject);
  check_coupling(subject);
  check_settings(subject);
  check_sensors(subject);
  check_loops(subject);
  check_following(subject);
  check_visuals(subject);
  if (!robot.loops.empty() && !findings.has_errors()) check_closed_loops(subject);
  report.warn_about_unused_acceptances();
}

}  // namespace erfd
