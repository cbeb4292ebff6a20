#include "motion/reference_program.hpp"

#include "erfd/base/units.hpp"

#include <stdexcept>

namespace erfd::test {
namespace {

struct Row {
  std::string_view name;
  double x, y, z, a, b, c;
  int flag;  ///< 0: a position alone
};

// Listing of the seed with s6 repaired.
constexpr Row rows[] = {{"s0", 786.9329, 402.9624, 632.855, 15, -60, -175.03779, 4},
                        {"s1", 850.5427, 0, 629.1809, 0, 0, 0, 0},
                        {"s2", 821.9198, -402.9624, 572.256, -15, -60, -175.037, 8},
                        {"s3", 819.1725, -441.6397, 566.7923, 0, 0, 0, 0},
                        {"s4", 1019.6465, -571.0567, 669.5612, -40, -60, -90, 8},
                        {"s5", 1238.1590, -421.6189, 810.7015, -20, -30, -90, 4},
                        {"s6", 1317.2706, -249.063, 873.6763, -10, -45, -175.03779, 8},
                        {"s7", 1289.7405, -149.4378, 867.7698, -5, -40, -175.03779, 8},
                        {"s8_a", 1208.2531, 0, 835.7050, 0, -30, -175.03779, 8},
                        {"s9", 1276.7658, 149.4378, 0, 5, -45, -175.03779, 8},
                        {"s10", 1295.6459, 249.063, 911.1313, 0, 0, 0, 0},
                        {"s11", 1201.5523, 421.6189, 874.1061, 10, -60, -175.03779, 8},
                        {"s12", 970.0649, 571.0567, 755.4388, 17, -60, -175.03779, 8},
                        {"s13", 780.8275, 441.6398, 633.2077, 0, 0, 0, 0}};

struct PathRow {
  std::string_view via, to;
  double speed, acceleration;  // mm
  OrientationMode mode;
  FlyBy fly_by;
};

constexpr PathRow path_rows[] = {
    {"s1", "s2", 760, 1000, OrientationMode::path_constant, FlyBy::speed},
    {"s3", "s4", 350, 1000, OrientationMode::path_variable, FlyBy::speed},
    {"", "s5", 460, 1000, OrientationMode::variable, FlyBy::speed},
    {"s6", "s7", 300, 800, OrientationMode::variable, FlyBy::speed},
    {"", "s8_a", 227.7, 900, OrientationMode::variable, FlyBy::path},
    {"", "s9", 225, 900, OrientationMode::variable, FlyBy::speed},
    {"s10", "s11", 695, 1200, OrientationMode::variable, FlyBy::speed},
    {"", "s12", 620, 1200, OrientationMode::variable, FlyBy::speed},
    {"s13", "s0", 570, 1000, OrientationMode::variable, FlyBy::stop}};

Instruction ptp(Target target, double speed_share) {
  Instruction result = instruction(MoveKind::ptp, std::move(target));
  auto& limits = std::get<Move>(result.action).limits;
  limits.speed_share = speed_share;
  limits.acceleration_share = 1;
  return result;
}

}  // namespace

Matrix3<double> zyx(double a, double b, double c) {
  return rotation_z(a) * rotation_y(b) * rotation_x(c);
}

Matrix3<double> lola(double a, double b, double c) {
  return rotation_y(-b) * rotation_z(c) * rotation_x(a);
}

CartesianTarget reference_target(std::string_view name, const Convention& convention, double z9) {
  for (const Row& row : rows) {
    if (row.name != name) continue;
    CartesianTarget target;
    target.X_BaseT.p = Vector3<double>{row.x, row.y, row.name == "s9" ? z9 : row.z} / 1000;
    target.has_orientation = row.flag != 0;
    if (row.flag == 0) return target;
    target.X_BaseT.R = convention(row.a * degree, row.b * degree, row.c * degree);
    target.configuration = row.flag;
    return target;
  }
  throw std::invalid_argument("no such target");
}

Instruction instruction(MoveKind kind, Target target) {
  Move move;
  move.kind = kind;
  move.target = std::move(target);
  return {move, {}, {}};
}

Program reference_program(const Convention& convention, double z9) {
  Program program;
  program.name = "Lola15DD";
  auto& list = program.instructions;
  list.push_back(ptp(reference_target("s0", convention), 0.6));
  std::get<Move>(list.back().action).fly_by = FlyBy::ptp;
  for (const PathRow& row : path_rows) {
    Instruction next = instruction(row.via.empty() ? MoveKind::lin : MoveKind::circle,
                                   reference_target(row.to, convention, z9));
    Move& move = std::get<Move>(next.action);
    move.target_name = row.to;
    if (!row.via.empty()) move.via = reference_target(row.via, convention);
    move.limits.speed = row.speed / 1000;
    move.limits.acceleration = row.acceleration / 1000;
    move.orientation = row.mode;
    move.orientation_given = true;
    move.fly_by = row.fly_by;
    if (row.fly_by == FlyBy::path) move.fly_by_size = 0.150;
    list.push_back(next);
  }
  const JointTarget home{{0, 0, 0, 0, 0, std::nullopt}};
  list.push_back(ptp(home, 1));
  list.push_back(ptp(JointTarget{{-115.70 * degree, 55.70 * degree, 68.70 * degree, std::nullopt,
                                  std::nullopt, std::nullopt}},
                     1));
  list.push_back(ptp(home, 1));
  for (std::size_t k = 0; k < list.size(); ++k) list[k].at = {static_cast<int>(24 + k), 1};
  return program;
}

}  // namespace erfd::test
