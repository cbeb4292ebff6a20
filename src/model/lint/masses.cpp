// Masses and inertias that a rigid body can have. What counts is the body that moves, with all that
// is fixed to it: a part of it that no body can be is a slip of the pen, and so is one that does not
// move at all.
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
  bool is_load = false;       // what a tool carries, not part of the robot itself
};

/// The moving bodies, each with what is fixed to it.
class MovingBodies {
 public:
  explicit MovingBodies(const Subject& s) : carrier_(s.robot.bodies.size(), Tree::world) {
    const auto links = link_geometry(s.robot, s.tree);
    std::vector<Pose<double>> X_CB(links.size());  // link frame in that of its carrier
    merged_.resize(links.size() + 1);
    if (s.robot.base.type == BaseType::free) {
      const BaseDescription& base = s.robot.base;
      const auto m = given_mass(base.mass, base.com, base.inertia, false);
      merged_.back() = m.value_or(MassProperties{}).in_link_frame();
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int p = s.tree.parent[i];
      const bool starts = moves(s.robot.bodies[i]);
      carrier_[i] = starts ? static_cast<int>(i) : p == Tree::world ? Tree::world : carrier_[p];
      if (!starts) X_CB[i] = p == Tree::world ? links[i].X_PB : X_CB[p] * links[i].X_PB;
      const auto m = mass_of(s.robot.bodies[i], links[i].X_BJ);
      at(carrier_[i]) += m.value_or(MassProperties{}).in_link_frame().moved(X_CB[i]);
    }
  }

  /// The body that carries a body: itself if it moves, or the world.
  int carrier(int body) const { return body < 0 ? Tree::world : carrier_[body]; }
  const Inertia& merged(int carrier) const {
    return merged_[carrier < 0 ? merged_.size() - 1 : static_cast<std::size_t>(carrier)];
  }
  bool possible(int carrier) const {
    const Inertia& I = merged(carrier);
    if (!(I.mass > 0)) return false;
    const InertiaSense sense = sense_of(I.inertia_about_com(), I.about_origin.trace());
    return sense.positive && sense.keeps_triangle;
  }

 private:
  Inertia& at(int carrier) { return const_cast<Inertia&>(merged(carrier)); }

  std::vector<int> carrier_;
  std::vector<Inertia> merged_;  // the base is the last
};

/// What the rules of this file look at.
struct Masses {
  const Subject& s;
  std::optional<MovingBodies> moving;  ///< of a sound tree with finite numbers

  /// An error of a part that matters; else a warning that says why it does not.
  void impossible(std::string_view check, Location at, const Case& c, std::string message) const {
    if (!moving || c.is_load) return s.report.mass_error(check, at, c.owner, std::move(message));
    const int carrier = moving->carrier(c.owner);
    if (carrier == Tree::world && s.robot.base.type == BaseType::fixed)
      return s.report.warning(check, at, c.owner,
                              message + "; it does not move, so that nothing depends on it");
    if (moving->possible(carrier))
      return s.report.warning(
          check, at, c.owner,
          fmt::format("{}; it is part of {}, which as a whole is possible", message,
                      carrier < 0 ? "the base" : "'" + s.robot.bodies[carrier].name + "'"));
    s.report.mass_error(check, at, c.owner, std::move(message));
  }
};

std::string moments_text(const Vector& m) {
  return fmt::format("{:g}, {:g}, {:g} kg m^2", m[0], m[1], m[2]);
}

void check_inertia(const Masses& masses, const Case& c, const MassProperties& m) {
  const Location at = c.inertia ? place_or(c.inertia->at, c.at) : c.at;
  const InertiaSense sense = sense_of(m.I_com, m.given_trace);
  const Vector& moments = sense.moments;
  const std::string which =
      c.moved_to_com ? "principal moments about the centre of mass (moved there from the origin)"
                     : "principal moments about the centre of mass";
  if (!sense.positive)
    masses.impossible("inertia-not-positive", at, c,
                      fmt::format("{}: {} are {}, expected all above 0; {}", c.place, which,
                                  moments_text(moments),
                                  c.moved_to_com ? "is the inertia really about the origin?"
                                  : sense.negative_moment
                                      ? "check the values and the products of inertia"
                                      : "a thin rod or a point mass is better said by 'shape'"));
  if (!sense.negative_moment && !sense.keeps_triangle)
    masses.impossible(
        "triangle-inequality", at, c,
        fmt::format(
            "{}: {} are {}: the largest exceeds the sum of the other two by {:g} kg m^2, which no "
            "body can have; check the values, their order and the point they refer to",
            c.place, which, moments_text(moments), sense.excess));
}

// False if something needed is missing; said as a finding.
bool complete(const Masses& masses, const Case& c, bool has_shape) {
  std::vector<std::string> missing;
  if (!c.mass) missing.emplace_back("mass");
  if (!c.com && !has_shape) missing.emplace_back("com");
  if (!c.inertia && !has_shape) missing.emplace_back("inertia");
  if (missing.empty()) return true;
  const std::string what = listed(missing) + (missing.size() > 1 ? " are" : " is");
  const bool carries = masses.moving && c.owner >= 0 && missing.size() == 3 &&
                       masses.moving->merged(masses.moving->carrier(c.owner)).mass > 0;
  if (carries)
    masses.s.report.warning(
        "missing-inertia", c.at, c.owner,
        fmt::format("{}: {} not given; only what is fixed to it gives it mass", c.place, what));
  else
    masses.s.report.mass_error("missing-inertia", c.at, c.owner,
                               fmt::format("{}: {} not given, expected mass, com and inertia; what "
                                           "is missing is never taken as zero unless it is "
                                           "accepted",
                                           c.place, what));
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

/// Without any mass a body in the middle is a mere joint; what it leaves undefined has a rule of its
/// own (leaf-massless).
void report_massless(const Masses& masses, const Case& c, bool moving, bool has_inertia) {
  const Location at = place_or(c.mass->at, c.at);
  std::string message = fmt::format(
      "{}: mass is 0 kg{}, expected more than 0{}", c.place,
      has_inertia ? " but the inertia is not" : "",
      moving ? " for a body that moves; accept it if its neighbours carry its mass" : "");
  if (has_inertia)
    masses.impossible("massless", at, c, std::move(message));
  else
    masses.s.report.warning("massless", at, c.owner, std::move(message));
}

bool check_body(const Masses& masses, int i) {
  const Subject& s = masses.s;
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
  if (!complete(masses, c, body.shape.has_value())) return s.report.accepts("missing-inertia", i);
  if (!not_negative(s, c)) return false;
  const auto m = mass_of(body, {});
  if (!m) return report_overflow(s, c), false;
  const bool has_inertia = !m->I_com.isZero(0);
  const bool carries = masses.moving && masses.moving->merged(masses.moving->carrier(i)).mass > 0;
  if (m->mass == 0 && (has_inertia || (moves(body) && !carries)))
    report_massless(masses, c, moves(body), has_inertia);
  if (!body.shape && (m->mass > 0 || has_inertia)) check_inertia(masses, c, *m);
  return true;
}

void check_free_base(const Masses& masses) {
  const Subject& s = masses.s;
  const BaseDescription& base = s.robot.base;
  const Case c{"base", base.at, base_owner, base.mass, base.com, base.inertia};
  if (!complete(masses, c, false) || !not_negative(s, c)) return;
  const auto m = given_mass(base.mass, base.com, base.inertia, false);
  if (!m) return report_overflow(s, c);
  const bool carries = masses.moving && masses.moving->merged(Tree::world).mass > 0;
  if (m->mass == 0 && (!carries || !m->I_com.isZero(0)))
    report_massless(masses, c, true, !m->I_com.isZero(0));
  if (m->mass > 0) check_inertia(masses, c, *m);
}

// A payload may be a point: its inertia may be zero, and it may weigh nothing.
void check_payload(const Masses& masses, const ToolDescription& tool) {
  const Subject& s = masses.s;
  const PayloadDescription& payload = *tool.payload;
  const int body = find_body(s, tool.body).value_or(Tree::world);
  const Case c{fmt::format("tool '{}': payload", tool.name),
               place_or(payload.at, tool.at),
               body == Tree::world ? base_owner : body,
               payload.mass,
               payload.com,
               payload.inertia,
               false,
               true};
  if (!complete(masses, c, false) || !not_negative(s, c)) return;
  const auto m = given_mass(payload.mass, payload.com, payload.inertia, false);
  if (!m) return report_overflow(s, c);
  if (m->I_com.isZero(0)) return;
  if (m->mass == 0) report_massless(masses, c, false, true);
  check_inertia(masses, c, *m);
}

}  // namespace

bool check_masses(const Subject& s, bool finite) {
  Masses masses{s, {}};
  if (finite && s.tree.sound) masses.moving.emplace(s);
  bool usable = true;
  for (int i = 0; i < static_cast<int>(s.robot.bodies.size()); ++i) usable &= check_body(masses, i);
  if (s.robot.base.type == BaseType::free) check_free_base(masses);
  for (const ToolDescription& tool : s.robot.tools)
    if (tool.payload) check_payload(masses, tool);
  return usable;
}

}  // namespace erfd::linting
