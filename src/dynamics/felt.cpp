// What a sensor feels, by spatial vectors in body axes.
//
//   V_B = X_BP V_P + s qd                              (1)
//   A_B = X_BP A_P + s qdd + V_B × s qd                (2)   starts with −g: f needs no gravity
//   f   = R_SB (a + α × p + ω × (ω × p)),  a = A_B.linear + ω × v    (3)   at the point p of the sensor
//   ω_S = R_SB ω                                       (4)
//
// Legend   here       meaning                                             expressed in
//          V_B, A_B   velocity, spatial acceleration minus gravity        B
//          v, ω, α    linear and angular part of V_B, angular of A_B      B
//          p          X_BS.p                                              B
#include "erfd/dynamics/felt.hpp"

#include "dynamics/tree.hpp"

namespace erfd {
namespace {

using Vector = Vector3<double>;

void move_free_base(const Model& model, Workspace& ws, In<double> qd, In<double> qdd) {
  ws.V[0] = {qd.head<3>(), qd.segment<3>(3)};
  ws.A[0] = {qdd.head<3>(), qdd.segment<3>(3) - ws.X_PB[0].R.transpose() * model.gravity()};
}

void move_bodies(const Model& model, Workspace& ws, In<double> q, In<double> qd, In<double> qdd) {
  const Motion<double> V_W{}, A_W{Vector::Zero(), -model.gravity()};
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    const auto k = static_cast<std::size_t>(i), p = static_cast<std::size_t>(body.parent.value);
    ws.X_PB[k] = joint_pose<double>(body, q);
    if (body.is_free()) {
      move_free_base(model, ws, qd, qdd);
      continue;
    }
    const bool grounded = body.parent.is_world();
    const Motion<double> rate = joint_motion<double>(body.screw(), qd[body.v_index]);
    ws.V[k] = ws.X_PB[k].inv_act(grounded ? V_W : ws.V[p]) + rate;  // (1)
    ws.A[k] = ws.X_PB[k].inv_act(grounded ? A_W : ws.A[p]) +
              joint_motion<double>(body.screw(), qdd[body.v_index]) + cross(ws.V[k], rate);  // (2)
  }
}

Vector6<double> felt_at(const Pose<double>& X_BS, const Motion<double>& V,
                        const Motion<double>& A) {
  const Vector &w = V.angular, &p = X_BS.p;
  const Vector a = A.linear + cross(w, V.linear) + cross(A.angular, p) + cross(w, cross(w, p));
  Vector6<double> numbers;
  numbers << X_BS.R.transpose() * a, X_BS.R.transpose() * w;  // (3), (4)
  return numbers;
}

}  // namespace

void felt(const Model& model, Workspace& ws, In<double> q, In<double> qd, In<double> qdd,
          Out<double> felt) {
  constexpr auto count = static_cast<Eigen::Index>(sensor_channel_count);
  check_size("felt", "q", q.size(), model.nq(), model);
  check_size("felt", "qd", qd.size(), model.nv(), model);
  check_size("felt", "qdd", qdd.size(), model.nv(), model);
  check_size("felt", "felt", felt.size(), count * std::ssize(model.sensors()), model);
  move_bodies(model, ws, q, qd, qdd);
  const Motion<double> still{}, held{Vector::Zero(), -model.gravity()};
  for (std::size_t s = 0; s < model.sensors().size(); ++s) {
    const Sensor& sensor = model.sensors()[s];
    const bool fixed = sensor.body.is_world();
    const auto b = static_cast<std::size_t>(sensor.body.value);
    const SensorChannels& channels = channels_of(sensor.kind);
    auto numbers = felt.segment(count * static_cast<Eigen::Index>(s), count);
    numbers = felt_at(sensor.X_BS, fixed ? still : ws.V[b], fixed ? held : ws.A[b]);
    for (Eigen::Index c = 0; c < count; ++c)
      numbers[c] *= channels[static_cast<std::size_t>(c)].sense;
  }
}

void append_felt(const Model& model, In<double> q, In<double> qd, In<double> qdd,
                 std::vector<double>& row) {
  if (model.sensors().empty()) return;
  Workspace ws(model);
  VectorX<double> numbers(static_cast<Eigen::Index>(sensor_channel_count * model.sensors().size()));
  felt(model, ws, q, qd, qdd, numbers);
  Eigen::Index i = 0;
  for (const Sensor& sensor : model.sensors())
    for (const SensorChannel& channel : channels_of(sensor.kind))
      row.push_back(numbers[i++] / channel.si);
}

MatrixX<double> felt_in_cycles(const Model& model, const MatrixX<double>& q,
                               const MatrixX<double>& qd, const MatrixX<double>& qdd,
                               double period) {
  MatrixX<double> all(static_cast<Eigen::Index>(sensor_channel_count * model.sensors().size()),
                      q.cols());
  Workspace ws(model);
  if (all.rows() == 0) return all;
  for (Eigen::Index k = 0; k < q.cols(); ++k)
    felt(model, ws, q.col(k), qd.col(k) + period / 2 * qdd.col(k), qdd.col(k), all.col(k));
  return all;
}

}  // namespace erfd
