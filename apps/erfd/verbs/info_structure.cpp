// Bodies, joints, masses and limits of `erfd info`.
#include "erfd/base/units.hpp"
#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "verbs/info.hpp"

#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

namespace erfd {
namespace {

/// A body as the table of the tree shows it.
struct Row {
  const BodyDescription* body;
  std::size_t indent;
};

/// Bodies in the order of the tree, indented at each branch: a chain stays flush, so that long ones
/// fit the page.
std::vector<Row> tree_rows(const RobotDescription& robot) {
  std::multimap<std::string, const BodyDescription*> children;
  for (const BodyDescription& body : robot.bodies) children.emplace(body.parent, &body);
  std::vector<Row> rows;
  std::vector<Row> open;  // the next one to show stands last
  const auto open_children = [&](const std::string& parent, std::size_t indent) {
    const auto [begin, end] = children.equal_range(parent);
    const std::size_t deeper = children.count(parent) > 1 ? 1 : 0;
    for (auto child = std::make_reverse_iterator(end); child != std::make_reverse_iterator(begin);
         ++child)
      open.push_back({child->second, indent + deeper});
  };
  open_children("world", 0);
  while (!open.empty()) {
    rows.push_back(open.back());
    open.pop_back();
    open_children(rows.back().body->name, rows.back().indent);
  }
  return rows;
}

std::string position_index(const Model& model, const BodyDescription& body) {
  for (const Body& moving : model.bodies())
    if (moving.name == body.name) return std::to_string(moving.q_index + 1);
  return "–";
}

std::string body_table(const RobotFacts& facts, const TextStyle& style) {
  const RobotDescription& robot = facts.robot.description;
  std::vector<std::string> names, joints, types, parents, indices, placed;
  std::vector<double> p[3];
  for (const auto& [row, indent] : tree_rows(robot)) {
    const BodyDescription& body = *row;
    names.push_back(std::string(2 * indent, ' ') + body.name);
    joints.push_back(body.joint.name);
    types.push_back(info_of(body.joint.type).name);
    if (body.joint.pitch) types.back() += fmt::format(" {:g} mm", 1000 * body.joint.pitch->value);
    parents.push_back(body.parent);
    indices.push_back(position_index(facts.model, body));
    placed.push_back(name_of(body.joint.placed_by));
    const Pose<double>& X_WL =
        facts.X_WF[static_cast<std::size_t>(facts.model.frame_index(body.name).value)];
    for (int k = 0; k < 3; ++k) p[k].push_back(X_WL.p[k]);
  }
  Table table;
  table.text("body", names).text("parent", parents).text("joint", joints).text("type", types);
  table.right("q", "", indices).text("placed by", placed);
  table.results("x", "m", p[0], 5).results("y", "m", p[1], 5).results("z", "m", p[2], 5);
  return table.layout(style);
}

bool says_nothing_of_mass(const RobotDescription& robot, const std::string& name) {
  for (const BodyDescription& body : robot.bodies)
    if (body.name == name) return !body.mass && !body.shape;
  return false;
}

std::string mass_table(const RobotFacts& facts, const TextStyle& style) {
  std::vector<std::string> names;
  Table::OptionalNumbers mass, com[3], moments[3];
  for (const Body& body : facts.model.bodies()) {
    const MassFacts m = mass_facts(facts.model, body);
    names.push_back(body.name);
    if (m.mass == 0 && says_nothing_of_mass(facts.robot.description, body.name)) {
      mass.push_back(std::nullopt);
      for (int k = 0; k < 3; ++k)
        com[k].push_back(std::nullopt), moments[k].push_back(std::nullopt);
      continue;
    }
    mass.push_back(m.mass);
    for (int k = 0; k < 3; ++k) {
      const double c = m.com[k];
      com[k].push_back(std::abs(c) < 1e-12 ? 0 : c);  // rounding of the change of frames
      moments[k].push_back(m.moments[static_cast<std::size_t>(k)]);
    }
  }
  Table table;
  table.text("body", names).data("mass", "kg", mass);
  table.data("com x", "m", com[0]).data("com y", "m", com[1]).data("com z", "m", com[2]);
  table.data("I1", "kg m^2", moments[0])
      .data("I2", "kg m^2", moments[1])
      .data("I3", "kg m^2", moments[2]);
  return table.layout(style);
}

std::string limit_table(const RobotFacts& facts, const TextStyle& style) {
  std::vector<std::string> names, units;
  Table::OptionalNumbers lower, upper, speed, acceleration, effort;
  const auto add = [](Table::OptionalNumbers& column, double value) {
    column.push_back(std::isfinite(value) ? std::optional(value) : std::nullopt);
  };
  for (const Body& body : facts.model.joints()) {
    const bool turns = is_angle(body.kind);
    const double unit = turns ? degree : 1;
    names.push_back(body.joint);
    units.push_back(turns ? "deg, N m" : "m, N");
    add(lower, body.limits.lower / unit);
    add(upper, body.limits.upper / unit);
    add(speed, body.limits.speed / unit);
    add(acceleration, body.limits.acceleration / unit);
    add(effort, body.limits.effort);
  }
  const auto head = [&](const char* turning, const char* sliding) {
    bool turns = false, slides = false;
    for (const std::string& unit : units) (unit == "m, N" ? slides : turns) = true;
    return turns && slides ? fmt::format("{}|{}", turning, sliding)
           : slides        ? sliding
                           : std::string(turning);
  };
  Table table;
  table.text("joint", names);
  table.data("from", head("deg", "m"), lower).data("to", head("deg", "m"), upper);
  table.data("speed", head("deg/s", "m/s"), speed);
  table.data("acceleration", head("deg/s^2", "m/s^2"), acceleration);
  table.data("effort", head("N m", "N"), effort);
  if (head("t", "s") == "t|s") table.text("in", units);
  return table.layout(style);
}

}  // namespace

std::string structure_text(const RobotFacts& facts, const TextStyle& style) {
  return '\n' +
         headed("Bodies",
                "link frames in the world with all joints at zero; q counts the positions", style) +
         '\n' + body_table(facts, style) + '\n' +
         headed(
             "Masses",
             "of moving bodies with all that is fixed to them; centre of mass in the link frame, "
             "principal moments of inertia about it",
             style) +
         '\n' + mass_table(facts, style) + '\n' + bold("Limits", style) + "  – is none given\n\n" +
         limit_table(facts, style);
}

}  // namespace erfd
