// Pinocchio, with the joints about z that it treats specially.
#include "library.hpp"

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

namespace erfd::bench {
namespace {

pinocchio::Model pinocchio_model(const Model& model) {
  pinocchio::Model m;
  m.gravity.linear(model.gravity());
  for (const Body& body : model.bodies()) {
    const auto parent = static_cast<pinocchio::JointIndex>(body.parent.value + 1);  // 0: the world
    const pinocchio::SE3 placement(body.X_PB0.R, body.X_PB0.p);
    const pinocchio::JointIndex joint =
        body.kind == JointKind::prismatic
            ? m.addJoint(parent, pinocchio::JointModelPZ(), placement, body.joint)
            : m.addJoint(parent, pinocchio::JointModelRZ(), placement, body.joint);
    const pinocchio::Inertia inertia(body.I_B.mass, body.I_B.com(), body.I_B.inertia_about_com());
    m.appendBodyToJoint(joint, inertia, pinocchio::SE3::Identity());
  }
  return m;
}

class PinocchioLibrary final : public Library {
 public:
  explicit PinocchioLibrary(const Robot& robot)
      : states_(robot.states), model_(pinocchio_model(robot.model)), data_(model_) {}

  void inverse_dynamics(int k) override {
    pinocchio::rnea(model_, data_, state(k).q, state(k).qd, state(k).qdd);
  }
  void inertia_matrix(int k) override { pinocchio::crba(model_, data_, state(k).q); }
  void forward_dynamics(int k) override {
    pinocchio::aba(model_, data_, state(k).q, state(k).qd, state(k).tau);
  }

  VectorX<double> tau() const override { return data_.tau; }
  MatrixX<double> H() const override {  // Pinocchio writes the upper triangle
    return data_.M.template selfadjointView<Eigen::Upper>();
  }
  VectorX<double> qdd() const override { return data_.ddq; }

 private:
  const test::State& state(int k) const { return states_[static_cast<std::size_t>(k)]; }

  std::vector<test::State> states_;
  pinocchio::Model model_;
  pinocchio::Data data_;
};

}  // namespace

std::unique_ptr<Library> make_pinocchio(const Robot& robot) {
  return std::make_unique<PinocchioLibrary>(robot);
}

}  // namespace erfd::bench
