// Torques of a URDF by another reader and another recursion: urdfdom, and Newton's and Euler's laws of
// every link in world axes, with what joints follow put in by hand. Shares no line with the library.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <urdf_model/model.h>

namespace erfd::test {

using Vec = Eigen::Vector3d;
using Mat = Eigen::Matrix3d;
using JointValues = std::map<std::string, double>;

inline Mat matrix_of(const urdf::Rotation& r) {
  return Eigen::Quaterniond(r.w, r.x, r.y, r.z).normalized().toRotationMatrix();
}
inline Vec vector_of(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

/// A joint of a URDF that moves, with what leads it.
struct PeerJoint {
  const urdf::Joint* joint = nullptr;
  std::string leader;  ///< that moves of its own
  double multiplier = 1, offset = 0;
};

inline bool peer_moves(const urdf::Joint& joint) {
  return joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS ||
         joint.type == urdf::Joint::PRISMATIC;
}

class UrdfNewtonEuler {
 public:
  explicit UrdfNewtonEuler(const urdf::ModelInterface& robot) : robot_(robot) {
    for (const auto& [name, joint] : robot.joints_)
      if (peer_moves(*joint)) joints_[name] = resolved(*joint);
  }

  const std::map<std::string, PeerJoint>& joints() const { return joints_; }

  /// Of the joints that lead, for positions, velocities and accelerations of these, by name.
  JointValues torques(const JointValues& q, const JointValues& qd, const JointValues& qdd) {
    q_ = q, qd_ = qd, qdd_ = qdd;
    tau_.clear();
    Frame root;
    root.a = {0, 0, 9.81};  // the ground accelerates upwards in place of gravity
    visit(*robot_.getRoot(), root);
    return tau_;
  }

 private:
  struct Frame {
    Mat R = Mat::Identity();
    Vec p = Vec::Zero(), w = Vec::Zero(), v = Vec::Zero(), alpha = Vec::Zero(), a = Vec::Zero();
  };
  struct Wrench {
    Vec force = Vec::Zero(), moment = Vec::Zero();  // about the origin of the world
  };

  PeerJoint resolved(const urdf::Joint& joint) const {
    PeerJoint peer{&joint, joint.name, 1, 0};
    for (const urdf::Joint* at = &joint; at->mimic;) {
      peer.offset += peer.multiplier * at->mimic->offset;
      peer.multiplier *= at->mimic->multiplier;
      peer.leader = at->mimic->joint_name;
      at = robot_.getJoint(peer.leader).get();
    }
    return peer;
  }

  Wrench visit(const urdf::Link& link, const Frame& f) {
    Wrench sum;
    if (link.inertial) {
      const urdf::Inertial& i = *link.inertial;
      const Mat R = f.R * matrix_of(i.origin.rotation);
      Mat I;
      I << i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz;
      const Mat I_W = R * I * R.transpose();
      const Vec arm = f.R * vector_of(i.origin.position), c = f.p + arm;
      const Vec a_c = f.a + f.alpha.cross(arm) + f.w.cross(f.w.cross(arm));
      sum.force = i.mass * a_c;
      sum.moment = I_W * f.alpha + f.w.cross(I_W * f.w) + c.cross(sum.force);
    }
    for (const auto& joint : link.child_joints) {
      const Wrench below = cross(*joint, f);
      sum.force += below.force;
      sum.moment += below.moment;
    }
    return sum;
  }

  Wrench cross(const urdf::Joint& joint, const Frame& parent) {
    const urdf::Pose& origin = joint.parent_to_joint_origin_transform;
    Frame f = parent;
    move_to(f, parent.R * vector_of(origin.position));
    f.R = parent.R * matrix_of(origin.rotation);
    if (!peer_moves(joint)) return visit(*robot_.getLink(joint.child_link_name), f);
    const PeerJoint& peer = joints_.at(joint.name);
    const double q = peer.multiplier * q_.at(peer.leader) + peer.offset,
                 qd = peer.multiplier * qd_.at(peer.leader),
                 qdd = peer.multiplier * qdd_.at(peer.leader);
    const Vec axis = vector_of(joint.axis).normalized(), z = f.R * axis;
    const bool slides = joint.type == urdf::Joint::PRISMATIC;
    if (slides) {
      move_to(f, q * z);
      f.v += qd * z;
      f.a += qdd * z + 2 * qd * f.w.cross(z);
    } else {
      f.R *= Eigen::AngleAxisd(q, axis).toRotationMatrix();
      f.alpha += qdd * z + f.w.cross(qd * z);
      f.w += qd * z;
    }
    const Wrench below = visit(*robot_.getLink(joint.child_link_name), f);
    const double tau = slides ? z.dot(below.force) : z.dot(below.moment - f.p.cross(below.force));
    tau_[peer.leader] += peer.multiplier * tau;
    return below;
  }

  /// To another point of the same body.
  static void move_to(Frame& f, const Vec& arm) {
    f.p += arm;
    f.v += f.w.cross(arm);
    f.a += f.alpha.cross(arm) + f.w.cross(f.w.cross(arm));
  }

  const urdf::ModelInterface& robot_;
  std::map<std::string, PeerJoint> joints_;
  JointValues q_, qd_, qdd_, tau_;
};

}  // namespace erfd::test
