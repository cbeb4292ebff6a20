#include "report/verdict/cycle_columns.hpp"

#include "erfd/io/column_writer.hpp"
#include "erfd/io/states.hpp"
#include "erfd/math/rotation.hpp"

namespace erfd {
LoadColumns::LoadColumns(const Program& program, const Plan& plan) {
  for (const PlannedMove& move : plan.moves)
    loads_.push_back(numbers_of(
        carried(program.instructions[static_cast<std::size_t>(move.instruction)].conditions)));
  if (loads_.empty()) loads_.emplace_back();  // a plan that ends where it starts
  size_ = payload_columns(loads_);
}

void LoadColumns::add_heads(std::vector<std::string>& heads) const {
  heads.insert(heads.end(), payload_heads().begin(), payload_heads().begin() + size_);
}

void LoadColumns::append(int move, std::vector<double>& row) const {
  const auto& load = loads_[static_cast<std::size_t>(move)];
  row.insert(row.end(), load.begin(), load.begin() + size_);
}

void add_joint_heads(const Model& model, const char* symbol, const char* turning,
                     const char* sliding, std::vector<std::string>& heads) {
  for (const Body& body : model.bodies())
    heads.push_back(std::string(symbol) + "_" + body.joint + "_" +
                    (is_length(body.kind) ? sliding : turning));
}

void add_felt_heads(const Model& model, std::vector<std::string>& heads) {
  for (const Column& column : felt_columns(model)) heads.push_back(column.head());
}

void append_felt(const Model& model, const Eigen::Ref<const VectorX<double>>& felt,
                 std::vector<double>& row) {
  Eigen::Index i = 0;
  for (const Sensor& sensor : model.sensors())
    for (const SensorChannel& channel : channels_of(sensor.kind))
      row.push_back(felt[i++] / channel.si);
}

void add_pose_heads(std::vector<std::string>& heads) {
  for (const char* head : {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"}) heads.emplace_back(head);
}

void append(const Pose<double>& X, std::vector<double>& row) {
  append(X.p, row);
  for (const double part : quaternion_of(X.R)) row.push_back(part);
}

}  // namespace erfd
