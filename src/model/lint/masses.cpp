// Masses and inertias that a rigid body can have.
#include "model/lint/geometry.hpp"
#include "model/lint/mass_plausibility.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

/// One set of mass properties under test: of a body, of the free base or of a payload.
struct Case {
  std::string place;  // "body 'upper'"
  Location at;
  int owner = no_owner;
  const Field<double>& mass;
  const Field<Triple>& com;
  const Field<std::array<double, 6>>& inertia;
  bool moved_to_com = false;  // the inertia was given about another point
};

std::string moments_text(const Vector& m) {
  return fmt::format("{:g}, {:g}, {:g} kg m^2", m[0], m[1], m[2]);
}

void check_inertia(const Subject& s, const Case& c, const MassProperties& m) {
  const Location at = c.inertia ? place_or(c.inertia->at, c.at) : c.at;
  const InertiaSense sense = sense_of(m.I_com, m.given_trace);
  const Vector& moments = sense.moments;
  const std::string which =
      c.moved_to_com ? "principal moments about the centre of mass (moved there from the origin)"
                     : "principal moments about the centre of mass";
  if (!sense.positive)
    s.report.error("inertia-not-positive", at, c.owner,
                   fmt::format("{}: {} are {}, expected all above 0; {}", c.place, which,
                               moments_text(moments),
                               c.moved_to_com ? "is the inertia really about the origin?"
                               : sense.negative_moment
                                   ? "check the values and the products of inertia"
                                   : "a thin rod or a point mass is better said by 'shape'"));
  if (!sense.negative_moment && !sense.keeps_triangle)
    s.report.error(
        "triangle-inequality", at, c.owner,
        fmt::format(
            "{}: {} are {}: the largest exceeds the sum of the other two by {:g} kg m^2, which no "
            "body can have; check the values, their order and the point they refer to",
            c.place, which, moments_text(moments), sense.excess));
}

// False if something needed is missing; said as a finding.
bool complete(const Subject& s, const Case& c, bool has_shape) {
  std::vector<std::string> missing;
  if (!c.mass) missing.emplace_back("mass");
  if (!c.com && !has_shape) missing.emplace_back("com");
  if (!c.inertia && !has_shape) missing.emplace_back("inertia");
  if (missing.empty()) return true;
  s.report.error("missing-inertia", c.at, no_owner,
                 fmt::format("{}: {} not given, expected mass, com and inertia; what is missing is "
                             "never taken as zero",
                             c.place, listed(missing) + (missing.size() > 1 ? " are" : " is")));
  return false;
}

bool not_negative(const Subject& s, const Case& c) {
  if (!(c.mass->value < 0)) return true;
  s.report.error("mass-not-positive", place_or(c.mass->at, c.at), no_owner,
                 fmt::format("{}: mass is {:g} kg, expected more than 0", c.place, c.mass->value));
  return false;
}

// Numbers that are finite one by one but not in their products; those that are not finite were
// reported before.
void report_overflow(const Subject& s, const Case& c) {
  const auto finite = [](const auto& list) {
    return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
  };
  if (!std::isfinite(c.mass->value) || (c.com && !finite(c.com->value)) ||
      (c.inertia && !finite(c.inertia->value)))
    return;
  s.report.error(
      "non-finite", c.at, no_owner,
      c.place + ": mass times lengths squared is too large to compute with; check the units");
}

void check_shape(const Subject& s, const BodyDescription& body) {
  const ShapeDescription& shape = body.shape->value;
  std::string fault;
  const bool has_ends = shape.kind == ShapeKind::rod || shape.kind == ShapeKind::cylinder;
  if (has_ends && shape.from == shape.to) fault = "its ends 'from' and 'to' are one point";
  if (shape.kind == ShapeKind::cylinder && shape.radius <= 0)
    fault = fmt::format("radius is {:g} m, expected more than 0", shape.radius);
  if (shape.kind == ShapeKind::box &&
      std::ranges::any_of(shape.size, [](double x) { return x <= 0; }))
    fault = fmt::format("size is [{:g}, {:g}, {:g}] m, expected all above 0", shape.size[0],
                        shape.size[1], shape.size[2]);
  if (shape.kind == ShapeKind::bent_rod && (shape.a < 0 || shape.b < 0 || shape.hub_inertia < 0))
    fault =
        fmt::format("a is {:g} m, b is {:g} m, hub inertia is {:g} kg m^2, expected none below 0",
                    shape.a, shape.b, shape.hub_inertia);
  if (!fault.empty())
    s.report.error("shape", place_or(body.shape->at, body.at), no_owner,
                   fmt::format("body '{}': shape: {}", body.name, fault));
}

// Mass of a moving body and of all that is fixed to it.
double carried_mass(const Subject& s, int body) {
  double mass = 0;
  std::vector<bool> fixed_to(s.robot.bodies.size(), false);
  fixed_to[body] = true;
  for (std::size_t i = body; i < s.robot.bodies.size(); ++i) {
    const int p = s.tree.parent[i];
    if (static_cast<int>(i) != body)
      fixed_to[i] = p >= 0 && fixed_to[p] && !moves(s.robot.bodies[i]);
    if (fixed_to[i] && s.robot.bodies[i].mass) mass += s.robot.bodies[i].mass->value;
  }
  return mass;
}

void report_massless(const Subject& s, const Case& c, bool moving, bool has_inertia) {
  s.report.error(
      "massless", place_or(c.mass->at, c.at), c.owner,
      fmt::format(
          "{}: mass is 0 kg{}, expected more than 0{}", c.place,
          has_inertia ? " but the inertia is not" : "",
          moving ? " for a body that moves; accept it if its neighbours carry its mass" : ""));
}

bool check_body(const Subject& s, int i) {
  const BodyDescription& body = s.robot.bodies[i];
  if (is_mere_frame(body)) return true;
  const Case c{fmt::format("body '{}'", body.name),
               body.at,
               i,
               body.mass,
               body.com,
               body.inertia,
               body.inertia_about_origin};
  if (body.shape) check_shape(s, body);
  if (!complete(s, c, body.shape.has_value()) || !not_negative(s, c)) return false;
  const auto m = mass_of(body, {});
  if (!m) return report_overflow(s, c), false;
  const bool has_inertia = !m->I_com.isZero(0);
  if (m->mass == 0 && (has_inertia || (moves(body) && carried_mass(s, i) <= 0)))
    report_massless(s, c, moves(body), has_inertia);
  if (!body.shape && (m->mass > 0 || has_inertia)) check_inertia(s, c, *m);
  return true;
}

void check_free_base(const Subject& s) {
  const BaseDescription& base = s.robot.base;
  const Case c{"base", base.at, base_owner, base.mass, base.com, base.inertia};
  if (!complete(s, c, false) || !not_negative(s, c)) return;
  const auto m = given_mass(base.mass, base.com, base.inertia, false);
  if (!m) return report_overflow(s, c);
  if (m->mass == 0) report_massless(s, c, true, !m->I_com.isZero(0));
  if (m->mass > 0) check_inertia(s, c, *m);
}

// A payload may be a point: its inertia may be zero, and it may weigh nothing.
void check_payload(const Subject& s, const ToolDescription& tool) {
  const PayloadDescription& payload = *tool.payload;
  const int body = find_body(s, tool.body).value_or(Tree::world);
  const Case c{fmt::format("tool '{}': payload", tool.name),
               place_or(payload.at, tool.at),
               body == Tree::world ? base_owner : body,
               payload.mass,
               payload.com,
               payload.inertia};
  if (!complete(s, c, false) || !not_negative(s, c)) return;
  const auto m = given_mass(payload.mass, payload.com, payload.inertia, false);
  if (!m) return report_overflow(s, c);
  if (m->I_com.isZero(0)) return;
  if (m->mass == 0) report_massless(s, c, false, true);
  check_inertia(s, c, *m);
}

}  // namespace

bool check_masses(const Subject& s) {
  bool usable = true;
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) usable &= check_body(s, i);
  if (s.robot.base.type == BaseType::free) check_free_base(s);
  for (const ToolDescription& tool : s.robot.tools)
    if (tool.payload) check_payload(s, tool);
  return usable;
}

}  // namespace erfd::linting
