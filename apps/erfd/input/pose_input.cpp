#include "input/pose_input.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/numbers.hpp"
#include "erfd/base/units.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr const char* option = "--orientation";

Matrix3<double> zyx(double a, double b, double c) {
  return rotation_z(a * degree) * rotation_y(b * degree) * rotation_x(c * degree);
}

Matrix3<double> parse_orientation(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string form = colon == text.npos ? "zyx" : text.substr(0, colon);
  const std::string numbers = colon == text.npos ? text : text.substr(colon + 1);
  if (form == "zyx") {
    const auto n = parse_numbers(option, numbers, 3, "a,b,c in deg, R = Rz(a) Ry(b) Rx(c)");
    return zyx(n[0], n[1], n[2]);
  }
  if (form == "rpy") {
    const auto n = parse_numbers(option, numbers, 3, "roll,pitch,yaw in deg");
    return zyx(n[2], n[1], n[0]);
  }
  if (form == "quaternion") {
    const auto n = parse_numbers(option, numbers, 4, "w,x,y,z");
    if (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0)
      throw Error(fmt::format("{}: the quaternion is zero, expected one with a length", option));
    return rotation_of_quaternion(n[0], n[1], n[2], n[3]);
  }
  throw Error(
      fmt::format("{}: '{}' is unknown; zyx:, rpy: or quaternion: was expected", option, form));
}

}  // namespace

Pose<double> parse_pose(const std::string& position_mm, const std::string& orientation) {
  const auto p = parse_numbers("--position-mm", position_mm, 3, "x,y,z in mm");
  return {parse_orientation(orientation), Vector3<double>(p[0], p[1], p[2]) / 1000};
}

}  // namespace erfd
