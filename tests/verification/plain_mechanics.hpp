// Torques of an arm from the plain numbers of its file, by Newton and Euler in world axes: no code of
// the library has a part in it. Shapes are point masses that have the same moments.
#pragma once

#include "support/ugly_arms.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

#include <Eigen/Dense>

namespace erfd::test::plain {

using Vec = Eigen::Vector3d;
using Mat = Eigen::Matrix3d;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

/// A frame in another one.
struct Place {
  Mat R = Mat::Identity();
  Vec p = Vec::Zero();
  Place operator*(const Place& o) const { return {R * o.R, p + R * o.p}; }
};

inline double rad(double deg) { return deg * 3.14159265358979323846 / 180; }
inline Vec vec(const Numbers& n, std::size_t first = 0) {
  return {n.at(first), n.at(first + 1), n.at(first + 2)};
}

/// Rodrigues: a turn about a unit axis.
inline Mat turn(const Vec& u, double angle) {
  Mat cross;
  cross << 0, -u.z(), u.y(), u.z(), 0, -u.x(), -u.y(), u.x(), 0;
  return Mat::Identity() + std::sin(angle) * cross + (1 - std::cos(angle)) * cross * cross;
}
inline Place turned(const Vec& u, double angle) { return {turn(u, angle), Vec::Zero()}; }
inline Place shifted(const Vec& way) { return {Mat::Identity(), way}; }
inline Place place_of(const Numbers& six) {
  return {turn(Vec::UnitZ(), rad(six.at(5))) * turn(Vec::UnitY(), rad(six.at(4))) *
              turn(Vec::UnitX(), rad(six.at(3))),
          vec(six)};
}

/// A mass on a body, in its link frame.
struct Load {
  std::string body;
  double mass = 0;
  Vec com = Vec::Zero();
  Mat inertia = Mat::Zero();  ///< about the centre of mass
};

inline Mat matrix(const Numbers& e) {
  Mat I;
  I << e.at(0), e.at(3), e.at(4), e.at(3), e.at(1), e.at(5), e.at(4), e.at(5), e.at(2);
  return I;
}

/// A load given in a frame of a body.
inline Load load_at(const std::string& body, const Place& frame, double mass, const Vec& com,
                    const Mat& inertia) {
  return {body, mass, frame.R * com + frame.p, frame.R * inertia * frame.R.transpose()};
}

/// The links of an arm as loads.
inline std::vector<Load> links(const UglyArm& arm) {
  std::vector<Load> all;
  const auto point = [&](const UglyBody& b, double share, const Vec& at) {
    all.push_back({b.name, share * b.mass, at, Mat::Zero()});
  };
  for (const UglyBody& b : arm.bodies) {
    const Vec a = vec(b.from_or_com), c = vec(b.to_or_size);
    if (b.shape.empty()) {
      all.push_back({b.name, b.mass, a, matrix(b.to_or_size)});
    } else if (b.shape == "box") {  // eight corners, drawn in by √3
      for (int k = 0; k < 8; ++k)
        point(b, 1.0 / 8,
              a + Vec((k & 1) != 0 ? c.x() : -c.x(), (k & 2) != 0 ? c.y() : -c.y(),
                      (k & 4) != 0 ? c.z() : -c.z()) /
                      (2 * std::sqrt(3.0)));
    } else {  // two slices at the points of Gauss, each a ring of four points at r/√2
      const Vec way = c - a, u = way.normalized();
      const Vec x = u.unitOrthogonal(), y = u.cross(x);
      const double r = b.shape == "cylinder" ? b.radius / std::sqrt(2.0) : 0;
      for (const double s : {-1.0, 1.0})
        for (const Vec& out : {x, Vec(-x), y, Vec(-y)})
          point(b, 1.0 / 8, (a + c) / 2 + s * way / (2 * std::sqrt(3.0)) + r * out);
    }
  }
  return all;
}

/// How a body moves, in world axes.
struct Moving {
  Place X;                                        ///< link frame
  Vec w = Vec::Zero(), dw = Vec::Zero();          ///< turning speed and acceleration
  Vec v = Vec::Zero(), dv = Vec::Zero();          ///< of the origin of the link frame
  Vec axis = Vec::Zero(), on_axis = Vec::Zero();  ///< of its joint
  std::vector<int> joints;                        ///< that move it
};

/// A force on a body at a point, in world axes.
struct Push {
  std::string body;
  Vec at, force, moment;
};

class Arm {
 public:
  explicit Arm(UglyArm arm) : arm_(std::move(arm)) {}

  /// Moves the arm. @return every body by its name
  std::map<std::string, Moving> move(const VecX& q, const VecX& dq, const VecX& ddq) const {
    std::map<std::string, Moving> all;
    all["world"].X = place_of(arm_.base);
    int joint = 0;
    for (const UglyBody& b : arm_.bodies) {
      const bool fixed = b.joint == "fixed";
      const double x = fixed ? 0 : q[joint];
      Moving m = placed(b, all.at(b.parent), x);
      const Moving& parent = all.at(b.parent);
      const bool turns = b.joint == "revolute";
      const double speed = fixed ? 0 : dq[joint], acceleration = fixed ? 0 : ddq[joint];
      m.w = parent.w + (turns ? Vec(m.axis * speed) : Vec(Vec::Zero()));
      m.dw = parent.dw;
      if (turns) m.dw += m.axis * acceleration + parent.w.cross(m.axis * speed);
      const Vec to_axis = m.on_axis - parent.X.p, behind = m.X.p - m.on_axis;
      m.v = parent.v + parent.w.cross(to_axis) + m.w.cross(behind);
      m.dv = parent.dv + parent.dw.cross(to_axis) + parent.w.cross(parent.w.cross(to_axis)) +
             m.dw.cross(behind) + m.w.cross(m.w.cross(behind));
      if (!fixed && !turns) {
        m.v += m.axis * speed;
        m.dv += m.axis * acceleration + 2 * m.w.cross(m.axis * speed);
      }
      m.joints = parent.joints;
      if (!fixed) m.joints.push_back(joint++);
      all[b.name] = m;
    }
    return all;
  }

  /// What the joints transmit under loads and pushes [N m or N].
  VecX joint_torques(const VecX& q, const VecX& dq, const VecX& ddq, const std::vector<Load>& loads,
                     const std::vector<Push>& pushes) const {
    const auto all = move(q, dq, ddq);
    VecX tau = VecX::Zero(q.size());
    const auto add = [&](const std::string& body, const Vec& at, const Vec& force,
                         const Vec& moment) {
      const Moving& m = all.at(body);
      for (const int j : m.joints) {
        const UglyBody& owner = *arm_.moving()[static_cast<std::size_t>(j)];
        const Moving& o = all.at(owner.name);
        tau[j] += owner.joint == "prismatic" ? o.axis.dot(force)
                                             : o.axis.dot((at - o.on_axis).cross(force) + moment);
      }
    };
    for (const Load& load : loads) {
      const Moving& m = all.at(load.body);
      const Vec r = m.X.R * load.com;
      const Vec a = m.dv + m.dw.cross(r) + m.w.cross(m.w.cross(r));
      const Mat I = m.X.R * load.inertia * m.X.R.transpose();
      add(load.body, m.X.p + r, load.mass * (a - vec(arm_.gravity)), I * m.dw + m.w.cross(I * m.w));
    }
    for (const Push& push : pushes) add(push.body, push.at, -push.force, -push.moment);
    return tau;
  }

  /// What the motors must give [N m]: K⁻ᵀ of the joints' torques and friction, rotors, friction of
  /// the motors. Every shaft must turn.
  VecX motor_torques(const VecX& tau, const VecX& dq, const VecX& ddq) const {
    const auto n = static_cast<Eigen::Index>(arm_.drives.size());
    MatX K(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        K(i, j) = arm_.coupling[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    const VecX shaft = K * dq;
    VecX at_joints = tau, at_motors = VecX::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const UglyDrive& d = arm_.drives[static_cast<std::size_t>(i)];
      const bool joint = d.side == "joint";
      const double speed = joint ? dq[i] : shaft[i];
      (joint ? at_joints : at_motors)[i] +=
          d.viscous * speed + (speed > 0 ? d.coulomb : -d.coulomb_negative);
      at_joints[i] += d.load * std::abs(tau[i]) * (dq[i] > 0 ? 1 : -1);
      at_motors[i] += d.rotor * K.row(i).dot(ddq);
    }
    return MatX(K.transpose()).fullPivLu().solve(at_joints) + at_motors;
  }

  const UglyArm& numbers() const { return arm_; }

  /// The flange: the frame behind the last row, or the one that is called so.
  Place tool(const std::string& name, std::string& body) const {
    for (const UglyTool& t : arm_.tools)
      if (t.name == name) {
        body = t.body;
        return place_of(t.origin);
      }
    throw std::runtime_error("no tool " + name);
  }

 private:
  Moving placed(const UglyBody& b, const Moving& parent, double x) const {
    const bool turns = b.joint == "revolute", slides = b.joint == "prismatic";
    const double angle = turns ? x : 0, way = slides ? x : 0;
    const Numbers& r = b.row;
    const Vec X = Vec::UnitX(), Z = Vec::UnitZ();
    Moving m;
    if (b.placing == "dh") {
      m.axis = parent.X.R * Z;
      m.on_axis = parent.X.p;
      m.X = parent.X * turned(Z, rad(r[0]) + angle) * shifted({r[2], 0, r[1] + way}) *
            place_of({0, 0, 0, r[3], 0, 0});
      if (turns) return m;
    } else if (b.placing == "mdh") {
      m.X = parent.X * turned(Z, rad(r[0])) * shifted({0, 0, r[1]}) * turned(X, rad(r[2])) *
            shifted({r[3], 0, 0}) * turned(Z, rad(r[4]) + angle) * shifted({0, 0, r[5] + way});
      m.axis = m.X.R * Z;
    } else {
      const Vec u = b.joint == "fixed" ? Z : vec(b.axis).normalized();
      m.X = parent.X * place_of(r) * turned(u, angle) * shifted(way * u);
      m.axis = m.X.R * u;
    }
    m.on_axis = m.X.p;
    return m;
  }

  UglyArm arm_;
};

}  // namespace erfd::test::plain
