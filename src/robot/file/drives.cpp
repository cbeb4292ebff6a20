// [[drive]] and its inner tables.
#include "robot/file/parts.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::optional<FrictionDescription> read_friction(TableReader& drive,
                                                 std::optional<JointKind> joint_type) {
  static const std::vector<std::pair<std::string, FrictionSide>> sides = {
      {"motor", FrictionSide::motor}, {"joint", FrictionSide::joint}};
  auto table = drive.table("friction");
  if (!table) return std::nullopt;
  FrictionDescription friction;
  table->with_origin();
  friction.side = table->word("side", sides).value_or(FrictionSide::motor);
  // Motors turn; on the joint side the friction is of the joint's kind.
  const auto type = friction.side == FrictionSide::motor ? JointKind::revolute : joint_type;
  friction.viscous = table->joint_number("viscous", units::damping, motion_of(type));
  friction.coulomb = table->joint_number("coulomb", units::effort, motion_of(type));
  friction.coulomb_negative =
      table->joint_number("coulomb_negative", units::effort, motion_of(type));
  friction.breakaway = table->joint_number("breakaway", units::effort, motion_of(type));
  friction.load_dependent = table->number("load_dependent", units::none);
  table->finish();
  return friction;
}

std::optional<MechanismDescription> read_mechanism(TableReader& drive) {
  static const std::vector<std::pair<std::string, MechanismKind>> kinds = {
      {"crank", MechanismKind::crank},
      {"ball_screw", MechanismKind::ball_screw},
      {"parallelogram", MechanismKind::parallelogram}};
  auto table = drive.table("mechanism");
  if (!table) return std::nullopt;
  MechanismDescription mechanism;
  table->with_origin();
  mechanism.kind = table->word("type", kinds, Need::required).value_or(MechanismKind::crank);
  mechanism.a = table->number("a", units::length);
  mechanism.b = table->number("b", units::length);
  mechanism.c = table->number("c", units::length);
  mechanism.d = table->number("d", units::length);
  mechanism.pitch = table->number("pitch", units::length);
  mechanism.offset = table->number("offset", units::angle);
  mechanism.zero = table->number("zero", units::angle);
  mechanism.ratio = table->number("ratio", units::none);
  mechanism.branch = table->number("branch", units::none);
  if (const auto range = table->numbers("range", units::angle, {2})) {
    mechanism.lower = Entry<double>{range->value.at(0), range->at, range->from};
    mechanism.upper = Entry<double>{range->value.at(1), range->at, range->from};
  }
  table->finish();
  return mechanism;
}

void read_elements(TableReader& table, DriveDescription& drive) {
  table.for_each("element", [&](TableReader& row) {
    GearElementDescription element;
    element.at = row.at();
    row.with_origin();
    element.name = row.text("name", Need::required);
    element.inertia = row.number("inertia", units::inertia, Need::required);
    element.ratio = row.number("ratio", units::none);
    row.finish();
    drive.elements.push_back(std::move(element));
  });
}

/// Both lists have the same length.
void check_curve(TableReader& table, const std::vector<double>& speeds,
                 const std::vector<double>& torques) {
  if (speeds.size() != torques.size())
    table.error("torque-curve", table.at(),
                fmt::format("{} speed{} and {} torque{}; a point has one of each", speeds.size(),
                            plural(speeds.size()), torques.size(), plural(torques.size())));
  else if (speeds.size() < 2)
    table.error(
        "torque-curve", table.at(),
        fmt::format("{} point{}; a curve has at least 2", speeds.size(), plural(speeds.size())));
}

Field<std::vector<TorqueSpeedPoint>> read_curve(TableReader& drive) {
  auto table = drive.table("torque_speed_curve");
  if (!table) return std::nullopt;
  table->with_origin();
  const auto speeds = table->numbers("speed", units::turn_speed, {}, Need::required);
  const auto torques = table->numbers("torque", units::torque, {}, Need::required);
  table->finish();
  if (!speeds || !torques) return std::nullopt;
  check_curve(*table, speeds->value, torques->value);
  Entry<std::vector<TorqueSpeedPoint>> curve{
      {}, drive.at("torque_speed_curve"), table->row_origin()};
  for (std::size_t i = 0; i < std::min(speeds->value.size(), torques->value.size()); ++i)
    curve.value.push_back({speeds->value[i], torques->value[i]});
  return curve;
}

void read_rotor(TableReader& table, DriveDescription& drive) {
  drive.rotor_inertia = table.number("rotor_inertia", units::inertia);
  drive.rotor_mass = table.number("rotor_mass", units::mass);
  const std::string carrier = table.text("rotor_on");
  if (!carrier.empty()) drive.rotor_on = Entry<std::string>{carrier, table.at("rotor_on"), {}};
  drive.rotor_axis = table.triple("rotor_axis", units::none);
}

void read_motor(TableReader& table, DriveDescription& drive) {
  drive.torque_peak = table.number("torque_peak", units::torque);
  drive.torque_rated = table.number("torque_rated", units::torque);
  drive.speed_max = table.number("speed_max", units::turn_speed);
  drive.torque_speed_curve = read_curve(table);
  drive.torque_constant = table.number("torque_constant", units::torque_constant);
  drive.resistance = table.number("resistance", units::resistance);
  drive.inductance = table.number("inductance", units::inductance);
  drive.voltage_max = table.number("voltage_max", units::voltage);
  drive.current_peak = table.number("current_peak", units::current);
  drive.current_rated = table.number("current_rated", units::current);
}

}  // namespace

DriveDescription read_drive(TableReader& table, bool coupled, const JointKinds& types) {
  DriveDescription drive;
  drive.at = table.at();
  table.with_origin();
  drive.name = table.text("name", Need::required);
  drive.joint = table.text("joint");
  if (!table.has("joint") && !coupled)
    table.missing("missing-key", "joint", "only [transmission] makes it unnecessary");
  drive.ratio = table.number("ratio", units::none);
  if (coupled)
    table.refuse("ratio", units::none, "ratio-and-coupling",
                 "is given, but [transmission] coupling says it, too; leave it out");
  read_rotor(table, drive);
  read_motor(table, drive);
  const auto type = types.find(drive.joint);
  drive.friction =
      read_friction(table, type == types.end() ? std::nullopt : std::optional(type->second));
  drive.mechanism = read_mechanism(table);
  read_elements(table, drive);
  table.finish();
  return drive;
}

}  // namespace erfd
