#include "motion/optimal/closed_path.hpp"

#include "erfd/base/error.hpp"

#include <fmt/format.h>

namespace erfd::optimal {

ClosedPath::ClosedPath(const JointPath& path, const Model& model)
    : JointPath(path.joints(), path.borders()), path_(path), model_(model), loops_(model) {}

void ClosedPath::at(double s, int piece, PathPoint& point) const {
  path_.at(s, piece, point);
  if (!close_position<double>(model_, loops_, point.q).closed)
    throw Error(
        fmt::format("path: at s = {:.6g}: the loops of '{}' do not close", s, model_.name()));
  if (!close_velocity<double>(model_, loops_, point.q, point.dq).regular())
    throw Error(
        fmt::format("path: at s = {:.6g}: {}", s, loop_trouble<double>(model_, loops_, point.q)));
  close_acceleration<double>(model_, loops_, point.q, point.dq, point.ddq);
}

FeltTorques::FeltTorques(const Model& model)
    : loops_(model), G_(model.nv(), static_cast<Eigen::Index>(loops_.active().size())) {}

void FeltTorques::place(const Model& model, const VectorX<double>& q) {
  loop_matrix<double>(model, loops_, q, G_);
}

void FeltTorques::project(VectorX<double>& tau) {
  felt_.noalias() = G_.transpose() * tau;
  tau.setZero();
  for (std::size_t i = 0; i < loops_.active().size(); ++i)
    tau[loops_.active()[i]] = felt_[static_cast<Eigen::Index>(i)];
}

}  // namespace erfd::optimal
