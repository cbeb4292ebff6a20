// The linter's private parts: who reports what, the tree of the robot, and one function a group of
// rules.
#pragma once

#include "erfd/base/choices.hpp"
#include "erfd/model/lint.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace erfd::linting {

/// Whose `accept` list a finding is looked up in: the index of a body, or one of these.
constexpr int base_owner = -1;
constexpr int no_owner = -2;

/// Adds findings, turns the accepted ones into notes and remembers which acceptances were needed.
class Report {
 public:
  Report(const RobotDescription& robot, Purpose purpose, Diagnostics& findings);

  void error(std::string_view check, Location at, int owner, std::string message);
  void warning(std::string_view check, Location at, int owner, std::string message);
  void note(std::string_view check, Location at, std::string message);
  /// An error of what is computed with masses alone: a warning where nothing is.
  void mass_error(std::string_view check, Location at, int owner, std::string message);
  void warn_about_unused_acceptances();
  /// What `accept` lists say of an error of this owner.
  bool accepts(std::string_view check, int owner);
  Purpose purpose() const { return purpose_; }

 private:
  void add(Severity severity, std::string_view check, Location at, int owner, std::string message);
  const AcceptedFinding* acceptance(Severity severity, std::string_view check, int owner);
  void warn_about_unused(const std::string& place, const std::vector<AcceptedFinding>& list);
  bool known_before(std::string_view check, Location at) const;

  const RobotDescription& robot_;
  Purpose purpose_;
  Diagnostics& findings_;
  std::size_t first_own_;  // findings before this one were made by the reader
  std::vector<const AcceptedFinding*> used_;
};

/// Parents and names resolved.
struct Tree {
  static constexpr int world = -1;
  static constexpr int unresolved = -2;

  std::vector<int> parent;  ///< of each body: an index above it, world or unresolved
  bool sound = true;        ///< every parent is resolved
  std::vector<int> moving;  ///< bodies whose joint moves, in file order
  std::unordered_map<std::string, int> body;   ///< by name
  std::unordered_map<std::string, int> joint;  ///< body that carries the joint of this name
};

struct Subject {
  const RobotDescription& robot;
  const Tree& tree;
  Report& report;
};

inline bool moves(const BodyDescription& body) { return moves(body.joint.type); }
inline Screw screw_of(const BodyDescription& body) {
  return screw_of(body.joint.type, body.joint.pitch ? body.joint.pitch->value : 0);
}
const std::string& joint_name(const BodyDescription& body);
const Measure& measure_of(const BodyDescription& body);  ///< angles where a joint has none

/// `known` when it says something, else `otherwise`.
Location place_or(Location known, Location otherwise);

/// "world, upper, fore"; long lists are cut.
std::string listed(const std::vector<std::string>& names);
std::vector<std::string> body_names(const RobotDescription& robot);
/// Index of the body of this name, `Tree::world`, or nothing.
std::optional<int> find_body(const Subject& subject, const std::string& name);

// Groups of rules, each in lint_<group>.cpp.
Tree check_tree(const RobotDescription& robot, Report& report);   // tree
void check_names(const RobotDescription& robot, Report& report);  // names
void check_references(const Subject& subject);                    // references
bool check_finite(const RobotDescription& robot,
                  Report& report);          // finite: true if all numbers are
void check_joints(const Subject& subject);  // joints
/// masses: true if all mass properties are usable. @param finite  all numbers are
bool check_masses(const Subject& subject, bool finite);
void check_inertias_at_joints(const Subject& subject);  // singular; needs finite, sound, usable
void check_plausibility(const Subject& subject);        // plausibility; needs finite and sound
void check_units(const Subject& subject);               // units; needs finite and sound
void check_drives(const Subject& subject);              // drives
void check_mechanisms(const Subject& subject);          // mechanism
void check_rotors(const Subject& subject);              // rotors; needs finite, sound, usable
void check_motors(const Subject& subject);              // motors; needs finite and sound
void check_coupling(const Subject& subject);            // coupling
void check_visuals(const Subject& subject);             // visuals
void check_settings(const Subject& subject);            // settings: base, gravity, springs, program
void check_sensors(const Subject& subject);             // sensors
void check_loops(const Subject& subject);               // loops
void check_following(const Subject& subject);           // following: joints that others lead
void check_closed_loops(const Subject& subject);        // loops; needs a robot without errors

}  // namespace erfd::linting
