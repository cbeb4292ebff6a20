// The robot as all algorithms see it: a tree of rigid bodies, immutable, shared freely between
// threads.
#pragma once

#include "erfd/math/inertia.hpp"
#include "erfd/robot/cut_kind.hpp"
#include "erfd/robot/joint_kind.hpp"
#include "erfd/robot/sensor_kind.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Index of a moving body, and of its joint, in Model::bodies(). World stands for everything that
/// does not move.
struct BodyIndex {
  int value = -1;
  constexpr bool is_world() const { return value < 0; }
  friend constexpr bool operator==(BodyIndex, BodyIndex) = default;
};

/// Index of a named frame in Model::frames().
struct FrameIndex {
  int value = 0;
  friend constexpr bool operator==(FrameIndex, FrameIndex) = default;
};

/// What a joint may do. Infinite where the robot file does not say.
struct JointLimits {
  double lower = -std::numeric_limits<double>::infinity();        ///< [rad or m]
  double upper = std::numeric_limits<double>::infinity();         ///< [rad or m]
  double speed = std::numeric_limits<double>::infinity();         ///< [rad/s or m/s]
  double acceleration = std::numeric_limits<double>::infinity();  ///< [rad/s^2 or m/s^2]
  double effort = std::numeric_limits<double>::infinity();        ///< [N m or N]
};

/// One moving body B and the joint by which it hangs on its parent P.
/// X_PB(q) = X_PB0 · Rz(q) (revolute), X_PB0 · Tz(q) (prismatic) or X_PB0 · Rz(q) Tz(h q) (helical).
struct Body {
  std::string name;
  std::string joint;
  BodyIndex parent;  ///< always stands before its children
  JointKind kind = JointKind::revolute;
  double pitch = 0;  ///< of a helical joint: travel for a turn [m], negative for a left-hand screw
  int q_index = 0;   ///< first position in q
  int v_index = 0;   ///< first velocity in qd
  Pose<double> X_PB0;  ///< placement at joint position zero
  Inertia I_B;         ///< of the body and all that is fixed to it
  JointLimits limits;
  bool passive = false;  ///< nothing drives it: of a robot with loops
  double start = 0;      ///< where it stands when the robot is put together [rad or m]

  bool is_free() const { return kind == JointKind::free; }
  /// What the joint does for a unit of q; of a body that is not free.
  Screw screw() const { return screw_of(kind, pitch); }
};

/// A spring in a joint: it gives −stiffness (q − rest) − damping qd.
struct JointSpring {
  BodyIndex body;        ///< behind the joint; not a free base
  double stiffness = 0;  ///< [N m/rad or N/m]
  double damping = 0;    ///< [N m s/rad or N s/m]
  double rest = 0;       ///< [rad or m]
};

/// A named frame fixed in a body: link frames of the robot file, and tools.
struct Frame {
  std::string name;
  BodyIndex body;     ///< world for frames that do not move
  Pose<double> X_BF;  ///< frame in its body (in the world for a frame that does not move)
};

/// A closed loop: the joint at which it is cut to make the robot a tree.
struct CutJoint {
  std::string name;
  CutKind kind = CutKind::revolute;
  BodyIndex body_a, body_b;  ///< world where it ends on the ground
  Pose<double> X_AF, X_BG;   ///< its two frames, which the closed loop brings together
};

/// A joint that another one leads: q_follower = multiplier q_leader + offset. The follower is passive.
struct FollowingJoint {
  BodyIndex follower, leader;
  double multiplier = 1, offset = 0;  ///< rad and m as the joints have them
};

/// A point with axes, of which erfd/dynamics/felt.hpp says what it feels.
struct Sensor {
  std::string name;
  SensorKind kind = SensorKind::imu;
  BodyIndex body;     ///< world for one that does not move
  Pose<double> X_BS;  ///< in its body
  /// Of its channels [m/s^2 and rad/s]; infinite where the robot file does not say.
  Vector6<double> lower = Vector6<double>::Constant(-std::numeric_limits<double>::infinity());
  Vector6<double> upper = Vector6<double>::Constant(std::numeric_limits<double>::infinity());
};

/// Mass that a tool carries, in the tool frame.
struct Payload {
  double mass = 0;                                  ///< [kg]
  Vector3<double> com = Vector3<double>::Zero();    ///< [m]
  Matrix3<double> I_com = Matrix3<double>::Zero();  ///< [kg m^2], about the centre of mass
};

/// An immutable robot. `build()` makes it from a description, so every model has passed the linter.
///
/// State of a model: positions q of size nq, velocities qd and accelerations qdd of size nv. A
/// fixed base has nq = nv = number of joints. A free base puts in front of them: q = (quaternion w
/// x y z, position of the base frame in the world), qd = (angular, linear velocity of the base
/// frame in its own axes), qdd = the time derivatives of these components.
class Model {
 public:
  struct Parts {
    std::string name;
    Vector3<double> gravity{0, 0, -9.81};
    Pose<double> X_WBase;
    std::vector<Body> bodies;
    std::vector<Frame> frames;
    std::vector<CutJoint> constraints;
    int default_tool = -1;
    std::vector<JointSpring> springs = {};
    std::vector<FollowingJoint> following = {};
    std::vector<Sensor> sensors = {};
  };
  /// Numbers the positions and velocities of the joints. @throws Error if a parent does not stand
  /// before its child.
  explicit Model(Parts parts);

  /// All that the model was made of: the start for one that differs in some of it.
  const Parts& parts() const { return parts_; }
  const std::string& name() const { return parts_.name; }
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int body_count() const { return static_cast<int>(parts_.bodies.size()); }
  bool has_free_base() const { return has_free_base_; }
  /// Gravity acceleration in world axes [m/s^2].
  const Vector3<double>& gravity() const { return parts_.gravity; }
  const std::vector<Body>& bodies() const { return parts_.bodies; }
  /// The bodies but for a free base: one joint each, with one position and one velocity.
  std::span<const Body> joints() const {
    return std::span(parts_.bodies).subspan(has_free_base_ ? 1 : 0);
  }
  const Body& body(BodyIndex i) const { return parts_.bodies[static_cast<std::size_t>(i.value)]; }
  const std::vector<Frame>& frames() const { return parts_.frames; }
  /// The cut joints of the closed loops; none for a tree. Only the algorithms of erfd/dynamics/loops
  /// know them, all others move the open tree.
  const std::vector<CutJoint>& constraints() const { return parts_.constraints; }
  /// Joints that others lead; the same algorithms know them.
  const std::vector<FollowingJoint>& following() const { return parts_.following; }
  /// True for a robot with closed loops or following joints: its open tree has more freedoms than it.
  bool is_constrained() const { return !constraints().empty() || !following().empty(); }
  /// Freedoms that the cut joints take away, redundant ones counted, and behind them one for each
  /// following joint.
  int constraint_rows() const;
  const std::vector<Sensor>& sensors() const { return parts_.sensors; }
  /// Springs in joints. rnea, crba and aba are of the links alone: elastic_joints.hpp adds what springs
  /// give.
  const std::vector<JointSpring>& springs() const { return parts_.springs; }
  const Frame& frame(FrameIndex i) const {
    return parts_.frames[static_cast<std::size_t>(i.value)];
  }

  /// @throws Error naming the nearest known name.
  FrameIndex frame_index(std::string_view name) const;
  BodyIndex body_index(std::string_view body_or_joint_name) const;
  /// The first tool of the robot file; without one, the last frame on the flange's body.
  FrameIndex tool() const;

  /// A position in which all joints stand at zero (and a free base at its initial pose).
  VectorX<double> neutral() const;
  /// The position in which the robot is put together: near it the loops close.
  VectorX<double> start() const;
  /// Sum of all moving masses [kg].
  double moving_mass() const;

  /// The same robot with a payload rigidly fixed to a frame.
  Model with_payload(FrameIndex frame, const Payload& payload) const;

 private:
  Parts parts_;
  int nq_ = 0, nv_ = 0;
  bool has_free_base_ = false;
};

}  // namespace erfd
