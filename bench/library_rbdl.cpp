// RBDL, with the joints about z that it treats specially.
#include "library.hpp"

#include <rbdl/rbdl.h>

namespace erfd::bench {
namespace {

namespace Rbdl = RigidBodyDynamics;

void fill(Rbdl::Model& m, const Model& model) {
  m.gravity = model.gravity();
  std::vector<unsigned> ids = {0};  // of the world
  for (const Body& body : model.bodies()) {
    const Inertia& I = body.I_B;
    // RBDL's rotation maps coordinates of the parent to those of the body.
    const Rbdl::Math::SpatialTransform placement(Rbdl::Math::Matrix3d(body.X_PB0.R.transpose()),
                                                 Rbdl::Math::Vector3d(body.X_PB0.p));
    const Rbdl::Joint joint =
        body.kind == JointKind::prismatic
            ? Rbdl::Joint(Rbdl::JointTypePrismatic, Rbdl::Math::Vector3d(0, 0, 1))
            : Rbdl::Joint(Rbdl::JointTypeRevoluteZ);
    ids.push_back(m.AddBody(ids[static_cast<std::size_t>(body.parent.value + 1)], placement, joint,
                            Rbdl::Body(I.mass, Rbdl::Math::Vector3d(I.com()),
                                       Rbdl::Math::Matrix3d(I.inertia_about_com())),
                            body.name));
  }
}

class RbdlLibrary final : public Library {
 public:
  explicit RbdlLibrary(const Robot& robot)
      : tau_(robot.model.nv()),
        qdd_(robot.model.nv()),
        H_(Rbdl::Math::MatrixNd::Zero(robot.model.nv(), robot.model.nv())) {
    fill(model_, robot.model);
    using Rbdl::Math::VectorNd;
    for (const test::State& s : robot.states) {
      states_.push_back({VectorNd(s.q), VectorNd(s.qd), VectorNd(s.qdd), VectorNd(s.tau)});
    }
  }

  void inverse_dynamics(int k) override {
    Rbdl::InverseDynamics(model_, state(k).q, state(k).qd, state(k).qdd, tau_);
  }
  void inertia_matrix(int k) override { Rbdl::CompositeRigidBodyAlgorithm(model_, state(k).q, H_); }
  void forward_dynamics(int k) override {
    Rbdl::ForwardDynamics(model_, state(k).q, state(k).qd, state(k).tau, qdd_);
  }

  VectorX<double> tau() const override { return tau_; }
  MatrixX<double> H() const override { return H_; }
  VectorX<double> qdd() const override { return qdd_; }

 private:
  struct Vectors {
    Rbdl::Math::VectorNd q, qd, qdd, tau;
  };
  const Vectors& state(int k) const { return states_[static_cast<std::size_t>(k)]; }

  Rbdl::Model model_;
  Rbdl::Math::VectorNd tau_, qdd_;
  Rbdl::Math::MatrixNd H_;
  std::vector<Vectors> states_;
};

}  // namespace

std::unique_ptr<Library> make_rbdl(const Robot& robot) {
  return std::make_unique<RbdlLibrary>(robot);
}

}  // namespace erfd::bench
