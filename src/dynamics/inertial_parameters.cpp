// Inertial parameters of the bodies.
#include "erfd/dynamics/regressor.hpp"

namespace erfd {

VectorX<double> inertial_parameters(const Model& model) {
  VectorX<double> a(parameters_of_a_body * model.body_count());
  for (int i = 0; i < model.body_count(); ++i) {
    const Inertia& I = model.body({i}).I_B;
    const Matrix3<double>& J = I.about_origin;
    a.segment<parameters_of_a_body>(parameters_of_a_body * i) << I.mass, I.moment, J(0, 0), J(1, 1),
        J(2, 2), J(0, 1), J(0, 2), J(1, 2);
  }
  return a;
}

VectorX<double> payload_uncertainty(const Model& model, FrameIndex frame, const Payload& payload) {
  return (inertial_parameters(model.with_payload(frame, payload)) - inertial_parameters(model))
      .cwiseAbs();
}

}  // namespace erfd
