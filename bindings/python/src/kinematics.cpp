// Where frames are, how fast joints move them, which postures bring a tool to a pose.
#include "erfd/dynamics/kinematics.hpp"

#include "erfd/dynamics/jacobian.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

#include "arrays.hpp"
#include "parts.hpp"
#include "robot.hpp"

#include <pybind11/stl.h>

namespace erfd::python {
namespace {

using Matrix4Rows = Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;

FrameIndex frame_of(const Model& model, const std::optional<std::string>& name) {
  return name ? model.frame_index(*name) : model.tool();
}

void write_pose(const Pose<double>& X, double* out) {
  Matrix4Rows m(out);
  m.setIdentity();
  m.topLeftCorner<3, 3>() = X.R;
  m.topRightCorner<3, 1>() = X.p;
}

py::array_t<double> forward_kinematics(const Robot& robot, const Array& q,
                                       const std::optional<std::string>& frame) {
  const int nq = robot.model.nq();
  const StateShape shape = shape_of("forward_kinematics", {{"q", q, nq}});
  const FrameIndex of = frame_of(robot.model, frame);
  py::array_t<double> poses = results(shape, {4, 4});
  double* const out = poses.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    Workspace ws(robot.model);
    for (py::ssize_t k = begin; k < end; ++k)
      write_pose(frame_pose(robot.model, ws, row(q, k, nq), of), out + 16 * k);
  });
  return poses;
}

py::array_t<double> frame_jacobian(const Robot& robot, const Array& q,
                                   const std::optional<std::string>& frame) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of("jacobian", {{"q", q, nq}});
  const FrameIndex of = frame_of(robot.model, frame);
  py::array_t<double> J = results(shape, {6, n});
  double* const out = J.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    Workspace ws(robot.model);
    MatrixX<double> one(6, n);
    for (py::ssize_t k = begin; k < end; ++k) {
      jacobian(robot.model, ws, row(q, k, nq), of, one);
      Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          out + 6 * n * k, 6, n) = one;
    }
  });
  return J;
}

Pose<double> pose_of(const Array& pose) {
  if (pose.ndim() != 2 || pose.shape(0) != 4 || pose.shape(1) != 4)
    throw Error("inverse_kinematics: argument 'pose': expected a homogeneous 4 × 4 matrix");
  const Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> m(pose.data());
  if (m.row(3) != Eigen::RowVector4d(0, 0, 0, 1))
    throw Error("inverse_kinematics: argument 'pose': its last row is not 0, 0, 0, 1");
  return {m.topLeftCorner<3, 3>(), m.topRightCorner<3, 1>()};
}

/// The posture nearest to q_near that brings the tool to a pose of the world.
py::dict inverse_kinematics(const Robot& robot, const Array& pose,
                            const std::optional<Array>& q_near) {
  const InverseKinematics kinematics(robot.model);
  VectorX<double> near = robot.model.neutral();
  if (q_near) {
    const StateShape shape =
        shape_of("inverse_kinematics", {{"q_near", *q_near, robot.model.nq()}});
    if (shape.many)
      throw Error("inverse_kinematics: argument 'q_near': found many states, expected one");
    near = row(*q_near, 0, robot.model.nq());
  }
  const Pose<double> X_WF = pose_of(pose) * in_flange(robot.model, robot.model.tool()).inverse();
  const IkResult found = kinematics.nearest(X_WF, near);
  py::dict result;
  const std::string_view status = name_of(found.status);
  result["ok"] = found.ok();
  result["status"] = py::str(status.data(), status.size());
  result["q"] = found.q.size() == 0
                    ? py::object(py::none())
                    : py::object(py::array_t<double>(found.q.size(), found.q.data()));
  result["distance"] = found.distance;
  result["angle_rad"] = found.angle;
  result["joint"] =
      found.joint < 0
          ? py::object(py::none())
          : py::object(py::str(robot.model.joints()[static_cast<std::size_t>(found.joint)].joint));
  return result;
}

}  // namespace

void add_kinematics(py::module_& module) {
  using py::arg, py::kw_only;
  module.def("forward_kinematics", &forward_kinematics, arg("robot"), kw_only(), arg("q"),
             arg("frame") = py::none());
  module.def("jacobian", &frame_jacobian, arg("robot"), kw_only(), arg("q"),
             arg("frame") = py::none());
  module.def("inverse_kinematics", &inverse_kinematics, arg("robot"), kw_only(), arg("pose"),
             arg("q_near") = py::none());
}

}  // namespace erfd::python
