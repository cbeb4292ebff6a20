// Orocos KDL. Its joints turn about an axis at the tip of the segment before them, so that a segment
// is our joint followed by the placement of the next body; the first placement goes into gravity.
// Plain z joints, which KDL serves faster than the joints about any axis that a URDF would give.
#include "library.hpp"

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

namespace erfd::bench {
namespace {

KDL::Vector vector_of(const Vector3<double>& v) { return {v.x(), v.y(), v.z()}; }

KDL::Frame frame_of(const Pose<double>& X) {
  const Matrix3<double>& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          vector_of(X.p)};
}

KDL::RigidBodyInertia inertia_of(const Inertia& I) {
  const Matrix3<double> c = I.inertia_about_com();
  return KDL::RigidBodyInertia(
      I.mass, vector_of(I.com()),
      KDL::RotationalInertia(c(0, 0), c(1, 1), c(2, 2), c(0, 1), c(0, 2), c(1, 2)));
}

KDL::Chain chain_of(const Model& model) {
  KDL::Chain chain;
  for (int i = 0; i < model.body_count(); ++i) {
    const Body& body = model.body({i});
    const bool last = i + 1 == model.body_count();
    const Pose<double> tip = last ? Pose<double>{} : model.body({i + 1}).X_PB0;
    const auto joint = body.kind == JointKind::prismatic ? KDL::Joint::TransZ : KDL::Joint::RotZ;
    chain.addSegment(
        KDL::Segment(KDL::Joint(joint), frame_of(tip), inertia_of(body.I_B.moved(tip.inverse()))));
  }
  return chain;
}

KDL::JntArray array_of(const VectorX<double>& v) {
  KDL::JntArray array(static_cast<unsigned>(v.size()));
  array.data = v;
  return array;
}

class KdlLibrary final : public Library {
 public:
  explicit KdlLibrary(const Robot& robot)
      : chain_(chain_of(robot.model)),
        no_wrenches_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
        gravity_(vector_of(robot.model.body({0}).X_PB0.R.transpose() * robot.model.gravity())),
        inverse_(chain_, gravity_),
        parameters_(chain_, gravity_),
        forward_(chain_, gravity_),
        tau_(chain_.getNrOfJoints()),
        qdd_(chain_.getNrOfJoints()),
        H_(chain_.getNrOfJoints()) {
    for (const test::State& s : robot.states) {
      states_.push_back({array_of(s.q), array_of(s.qd), array_of(s.qdd), array_of(s.tau)});
    }
  }

  void inverse_dynamics(int k) override {
    const Arrays& s = state(k);
    inverse_.CartToJnt(s.q, s.qd, s.qdd, no_wrenches_, tau_);
  }
  void inertia_matrix(int k) override { parameters_.JntToMass(state(k).q, H_); }
  void forward_dynamics(int k) override {
    const Arrays& s = state(k);
    forward_.CartToJnt(s.q, s.qd, s.tau, no_wrenches_, qdd_);
  }

  VectorX<double> tau() const override { return tau_.data; }
  MatrixX<double> H() const override { return H_.data; }
  VectorX<double> qdd() const override { return qdd_.data; }

 private:
  struct Arrays {
    KDL::JntArray q, qd, qdd, tau;
  };
  const Arrays& state(int k) const { return states_[static_cast<std::size_t>(k)]; }

  KDL::Chain chain_;  // the solvers refer to it
  KDL::Wrenches no_wrenches_;
  KDL::Vector gravity_;
  KDL::ChainIdSolver_RNE inverse_;
  KDL::ChainDynParam parameters_;
  KDL::ChainFdSolver_RNE forward_;
  KDL::JntArray tau_, qdd_;
  KDL::JntSpaceInertiaMatrix H_;
  std::vector<Arrays> states_;
};

}  // namespace

std::unique_ptr<Library> make_kdl(const Robot& robot) {
  return std::make_unique<KdlLibrary>(robot);
}

}  // namespace erfd::bench
