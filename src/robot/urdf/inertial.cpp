#include "robot/urdf/inertial.hpp"

#include <cmath>

namespace erfd::urdf {
namespace {

/// Steiner: I_c = I_o - m (cᵀc E - c cᵀ).
void move_to_com(std::array<double, 6>& inertia, double mass, const Triple& com) {
  const auto& [x, y, z] = com;
  inertia[0] -= mass * (y * y + z * z);
  inertia[1] -= mass * (x * x + z * z);
  inertia[2] -= mass * (x * x + y * y);
  inertia[3] += mass * x * y;
  inertia[4] += mass * x * z;
  inertia[5] += mass * y * z;
}

template <class T>
T value_of(const Field<T>& field) {
  return field ? field->value : T{};
}

}  // namespace

std::array<Triple, 3> rotation(const Triple& rpy) {
  const double cr = std::cos(rpy[0]), sr = std::sin(rpy[0]), cp = std::cos(rpy[1]),
               sp = std::sin(rpy[1]), cy = std::cos(rpy[2]), sy = std::sin(rpy[2]);
  return {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
           {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
           {-sp, cp * sr, cp * cr}}};
}

std::array<double, 6> turned(const std::array<double, 6>& inertia, const Triple& rpy) {
  if (rpy == Triple{0, 0, 0}) return inertia;
  const auto R = rotation(rpy);
  const auto& [xx, yy, zz, xy, xz, yz] = inertia;
  const double I[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
  const auto element = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l) sum += R[i][k] * I[k][l] * R[j][l];
    }
    return sum;
  };
  return {element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(0, 2), element(1, 2)};
}

ComInertia com_inertia(const BodyDescription& body) {
  ComInertia result{value_of(body.mass), value_of(body.mass_frame), value_of(body.inertia)};
  const Triple com = value_of(body.com);
  if (com == Triple{0, 0, 0}) return result;
  if (body.inertia_about_origin) move_to_com(result.inertia, result.mass, com);
  const auto R = rotation(result.frame.rpy);
  for (int k = 0; k < 3; ++k) {
    result.frame.xyz[k] += R[k][0] * com[0] + R[k][1] * com[1] + R[k][2] * com[2];
  }
  return result;
}

ComInertia com_inertia(const BaseDescription& base) {
  return {value_of(base.mass), {value_of(base.com), {0, 0, 0}}, value_of(base.inertia)};
}

}  // namespace erfd::urdf
