#include "erfd/model/lint.hpp"

#include "model/lint/rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace erfd {
namespace linting {
namespace {

// Errors that the author of a file may know better; of the warnings every one may be accepted.
constexpr std::array acceptable_errors{"massless", "inertia-not-positive", "triangle-inequality"};

constexpr std::array acceptable_warnings{
    "name",         "com-outside", "density",         "unit-length", "unit-angle",
    "unit-mass",    "speed",       "rotor",           "gear-ratio",  "motor-speed",
    "torque-curve", "friction",    "no-moving-joint", "base",        "gravity",
    "program",      "visual",      "friction-peak"};

bool acceptable(Severity severity, std::string_view check) {
  return severity == Severity::warning || std::ranges::count(acceptable_errors, check) > 0;
}

}  // namespace

Report::Report(const RobotDescription& robot, Diagnostics& findings)
    : robot_(robot), findings_(findings), first_own_(findings.all().size()) {}

void Report::error(std::string_view check, Location at, int owner, std::string message) {
  add(Severity::error, check, at, owner, std::move(message));
}

void Report::warning(std::string_view check, Location at, int owner, std::string message) {
  add(Severity::warning, check, at, owner, std::move(message));
}

void Report::note(std::string_view check, Location at, std::string message) {
  add(Severity::note, check, at, no_owner, std::move(message));
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
  const auto& list = owner == base_owner ? robot_.base.accepted : robot_.bodies[owner].accepted;
  const auto found = std::ranges::find(list, check, &AcceptedFinding::check);
  return found == list.end() ? nullptr : &*found;
}

bool Report::known_before(std::string_view check, Location at) const {
  if (at.line == 0) return false;
  const auto& all = findings_.all();
  return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first_own_),
                     [&](const Diagnostic& d) { return d.check == check && d.at == at; });
}

void Report::warn_about_unused_acceptances() {
  warn_about_unused("base", robot_.base.accepted);
  for (const BodyDescription& body : robot_.bodies)
    warn_about_unused("body '" + body.name + "'", body.accepted);
}

void Report::warn_about_unused(const std::string& place, const std::vector<AcceptedFinding>& list) {
  std::vector<std::string> known(acceptable_errors.begin(), acceptable_errors.end());
  known.insert(known.end(), acceptable_warnings.begin(), acceptable_warnings.end());
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

void lint(const RobotDescription& robot, Diagnostics& findings) {
  using namespace linting;
  Report report(robot, findings);
  check_names(robot, report);
  const Tree tree = check_tree(robot, report);
  const Subject subject{robot, tree, report};
  const bool finite = check_finite(robot, report);

  check_references(subject);
  check_joints(subject);
  const bool masses = check_masses(subject);
  if (finite && tree.sound) {
    if (masses) check_inertias_at_joints(subject);
    check_plausibility(subject);
    check_units(subject);
  }
  check_drives(subject);
  check_mechanisms(subject);
  if (finite && tree.sound && masses) check_rotors(subject);
  if (finite && tree.sound) check_motors(subject);
  check_coupling(subject);
  check_settings(subject);
  check_loops(subject);
  check_visuals(subject);
  if (!robot.loops.empty() && !findings.has_errors()) check_closed_loops(subject);
  report.warn_about_unused_acceptances();
}

}  // namespace erfd
