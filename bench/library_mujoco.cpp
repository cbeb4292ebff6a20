// MuJoCo, from an MJCF text made of the model.
//
//   inverse dynamics   mj_kinematics, mj_comPos, mj_comVel, mj_rne with accelerations
//   inertia matrix     mj_kinematics, mj_comPos, mj_crb; H stays in MuJoCo's sparse form
//   forward dynamics   mj_forward as a whole: kinematics, mj_crb, sparse LᵀDL factors, bias torques by
//                      mj_rne, solution; and the stages that find nothing to do (no contacts,
//                      constraints, passive forces, actuators, sensors)
//
// A call includes the copy of the state into mjData, from which MuJoCo reads it.
#include "erfd/base/error.hpp"

#include "library.hpp"

#include <cstring>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <fmt/format.h>
#include <mujoco/mujoco.h>

namespace erfd::bench {
namespace {

std::string text_of(const Vector3<double>& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

std::string quaternion_text(const Matrix3<double>& R) {
  const Eigen::Quaterniond q(R);
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

/// Inertia about the centre of mass as moments about its principal axes.
struct Principal {
  Matrix3<double> axes;  ///< right-handed, in columns
  Vector3<double> moments;
};

Principal principal_of(const Inertia& I) {
  const Eigen::SelfAdjointEigenSolver<Matrix3<double>> solver(I.inertia_about_com());
  Principal p{solver.eigenvectors(), solver.eigenvalues()};
  if (p.axes.determinant() < 0) p.axes.col(0) *= -1;
  return p;
}

/// The tree with true placements; masses and moments are 1 and set later, because the reader refuses
/// inertias that no body can have, and link 1 of the Lola 15 is published with one moment only.
std::string mjcf_of(const Model& model) {
  std::string text =
      fmt::format(R"(<mujoco><compiler angle="radian"/><option gravity="{}"/><worldbody>)",
                  text_of(model.gravity()));
  for (const Body& body : model.bodies()) {
    text += fmt::format(
        R"(<body pos="{}" quat="{}"><inertial pos="{}" quat="{}" mass="1" diaginertia="1 1 1"/>)"
        R"(<joint type="{}" axis="0 0 1"/>)",
        text_of(body.X_PB0.p), quaternion_text(body.X_PB0.R), text_of(body.I_B.com()),
        quaternion_text(principal_of(body.I_B).axes),
        body.kind == JointKind::prismatic ? "slide" : "hinge");
  }
  for (int i = 0; i < model.body_count(); ++i) text += "</body>";
  return text + "</worldbody></mujoco>";
}

mjModel* read_mjcf(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "robot.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char message[1000] = "";
  mjModel* const model = mj_loadXML("robot.xml", files.get(), message, sizeof message);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw Error(fmt::format("MuJoCo: {}", message));
  return model;
}

struct Delete {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

std::unique_ptr<mjModel, Delete> mujoco_model(const Model& model) {
  std::unique_ptr<mjModel, Delete> m(read_mjcf(mjcf_of(model)));
  for (int i = 0; i < model.body_count(); ++i) {
    const Inertia& I = model.body({i}).I_B;
    const Principal principal = principal_of(I);
    const int body = i + 1;  // 0 is the world
    m->body_mass[body] = I.mass;
    mju_copy3(m->body_inertia + 3 * static_cast<std::ptrdiff_t>(body), principal.moments.data());
  }
  // All but gravity and the sum of the torques.
  m->opt.disableflags = mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT |
                        mjDSBL_CONTACT | mjDSBL_PASSIVE | mjDSBL_WARMSTART | mjDSBL_ACTUATION |
                        mjDSBL_SENSOR;
  return m;
}

class MujocoLibrary final : public Library {
 public:
  explicit MujocoLibrary(const Robot& robot)
      : states_(robot.states),
        model_(mujoco_model(robot.model)),
        data_(mj_makeData(model_.get())),
        tau_(robot.model.nv()) {
    mj_setConst(model_.get(), data_.get());
    mj_resetData(model_.get(), data_.get());
  }

  void inverse_dynamics(int k) override {
    const test::State& s = state(k);
    set(data_->qpos, s.q);
    set(data_->qvel, s.qd);
    set(data_->qacc, s.qdd);
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
    mj_comVel(model_.get(), data_.get());
    mj_rne(model_.get(), data_.get(), 1, tau_.data());
  }
  void inertia_matrix(int k) override {
    set(data_->qpos, state(k).q);
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
    mj_crb(model_.get(), data_.get());
  }
  void forward_dynamics(int k) override {
    const test::State& s = state(k);
    set(data_->qpos, s.q);
    set(data_->qvel, s.qd);
    set(data_->qfrc_applied, s.tau);
    mj_forward(model_.get(), data_.get());
  }

  VectorX<double> tau() const override { return tau_; }
  MatrixX<double> H() const override {
    MatrixX<double> H(model_->nv, model_->nv);
    mj_fullM(model_.get(), H.data(), data_->qM);
    return H;
  }
  VectorX<double> qdd() const override {
    return Eigen::Map<const VectorX<double>>(data_->qacc, model_->nv);
  }

 private:
  const test::State& state(int k) const { return states_[static_cast<std::size_t>(k)]; }
  static void set(mjtNum* target, const VectorX<double>& values) {
    mju_copy(target, values.data(), static_cast<int>(values.size()));
  }

  std::vector<test::State> states_;
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  VectorX<double> tau_;
};

}  // namespace

std::unique_ptr<Library> make_mujoco(const Robot& robot) {
  return std::make_unique<MujocoLibrary>(robot);
}

}  // namespace erfd::bench
