// What a sensor feels, from the motion of its point.
//
//   f = R_WSᵀ (a − g)         specific force at the point of the sensor       (1)
//   ω_S = R_WSᵀ ω                                                              (2)
//
// Legend  a, ω   acceleration of the point, angular velocity of its body, in the world: frame_motion.hpp
#include "erfd/dynamics/felt.hpp"

#include "erfd/dynamics/frame_motion.hpp"

#include "dynamics/tree.hpp"

namespace erfd {
namespace {

Vector6<double> felt_at(const Model& model, Workspace& ws, In<double> q, In<double> qd,
                        In<double> qdd, const Sensor& sensor) {
  const FrameMotion<double> m =
      point_motion<double>(model, ws, q, qd, qdd, sensor.body, sensor.X_BS.p);
  const bool fixed = sensor.body.is_world();
  const Matrix3<double> R_WS =
      fixed
          ? sensor.X_BS.R
          : Matrix3<double>(ws.X_WB[static_cast<std::size_t>(sensor.body.value)].R * sensor.X_BS.R);
  Vector6<double> numbers;
  numbers << R_WS.transpose() * (m.A.linear - model.gravity()),  // (1)
      R_WS.transpose() * m.V.angular;                            // (2)
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
  for (std::size_t s = 0; s < model.sensors().size(); ++s) {
    const Sensor& sensor = model.sensors()[s];
    const SensorChannels& channels = channels_of(sensor.kind);
    auto numbers = felt.segment(count * static_cast<Eigen::Index>(s), count);
    numbers = felt_at(model, ws, q, qd, qdd, sensor);
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
