// Orientation modes by rotations; angle triples are never interpolated.
//
//   o_con  R0                                    o_var  R0 exp(t log(R0ᵀ R1)),  t = s/L        (1)
//   o_pco  F(s) R0                               o_pvo  F(s) R0 exp(t log(R0ᵀ F(L)ᵀ R1))       (2)
//   F(s) = exp(s n/r) on an arc, 1 on a line
//   ω/ṡ = n/r + F R0 turn/L                                                                    (3)
#include "motion/path/orientation_law.hpp"

#include "motion/path/rotation_vector.hpp"

namespace erfd::planning {

Matrix3<double> OrientationLaw::at(double s) const {
  const double share = length > 0 ? s / length : 0;
  return rotation_by(s * path_turn) * start * rotation_by(share * turn);
}

Vector3<double> OrientationLaw::rate(double s) const {
  if (length <= 0) return Vector3<double>::Zero();
  return path_turn + rotation_by(s * path_turn) * (start * turn) / length;  // (3)
}

OrientationLaw orientation_law(OrientationMode mode, const Matrix3<double>& R0,
                               const Matrix3<double>& R1, const Curve& curve) {
  OrientationLaw law;
  law.start = R0;
  law.length = length_of(curve);
  const bool with_path =
      mode == OrientationMode::path_constant || mode == OrientationMode::path_variable;
  if (const Arc* arc = std::get_if<Arc>(&curve); arc && with_path)
    law.path_turn = arc->normal / arc->radius;
  const bool fixed = mode == OrientationMode::constant || mode == OrientationMode::path_constant;
  const Matrix3<double> F = rotation_by(law.length * law.path_turn);
  if (!fixed) law.turn = turn_of_rotation(R0.transpose() * F.transpose() * R1);  // (1), (2)
  return law;
}

OrientationLaw turn_in_place(const Matrix3<double>& R0, const Matrix3<double>& R1) {
  OrientationLaw law;
  law.start = R0;
  law.turn = turn_of_rotation(R0.transpose() * R1);
  law.length = law.turn.norm();
  return law;
}

}  // namespace erfd::planning
