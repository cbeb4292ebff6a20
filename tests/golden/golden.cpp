#include "golden/golden.hpp"

#include "erfd/base/error.hpp"

#include <Eigen/Cholesky>

namespace erfd::golden {

void Outcome::compare(const std::string& algorithm, const MatrixX<double>& x,
                      const MatrixX<double>& reference, double allowed) {
  if (x.rows() != reference.rows() || x.cols() != reference.cols()) {
    throw Error("golden: " + algorithm + ": sizes of result and reference differ");
  }
  Worst& worst = algorithms[algorithm];
  worst.allowed = allowed;
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const double error =
          std::abs(x(i, j) - reference(i, j)) / std::max(1.0, std::abs(reference(i, j)));
      if (!(error <= worst.error)) worst.error = error;  // keeps a NaN
    }
  }
}

bool Outcome::passed() const {
  for (const auto& [name, worst] : algorithms) {
    if (!(worst.error <= worst.allowed)) return false;
  }
  return samples > 0 && !algorithms.empty();
}

Reader reader_of(const std::string& set) {
  static const std::map<std::string, Reader> readers{
      {"lola15", check_serial},
      {"irb140", check_serial},
      {"puma", check_serial},
      {"tree12", check_tree},
      {"lola15_actuator", check_actuator},
      {"lola15_algorithm1", check_algorithm1},
      {"algorithm1_consistent", check_algorithm1_consistent},
      {"rotors3", check_rotors},
      {"time_optimal", check_time_optimal},
      {"moving_base", check_moving_base},
      {"elastic", check_elastic},
      {"fourbar", check_fourbar},
      {"gough_stewart", check_gough_stewart}};
  if (const auto found = readers.find(set); found != readers.end()) return found->second;
  throw Error("golden: unknown set '" + set + "'");
}

VectorX<double> vector_of(const Json& list) {
  VectorX<double> v(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    v[static_cast<Eigen::Index>(i)] = list[i].get<double>();
  return v;
}

MatrixX<double> matrix_of(const Json& rows) {
  MatrixX<double> m(static_cast<Eigen::Index>(rows.size()),
                    static_cast<Eigen::Index>(rows.at(0).size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    m.row(static_cast<Eigen::Index>(i)) = vector_of(rows[i]).transpose();
  return m;
}

namespace {

/// Rotation that carries z to the axis of the link; the model's joints act about z.
Matrix3<double> z_to(const Vector3<double>& axis) {
  const Vector3<double> a = axis.normalized();
  if (a.z() > 1 - 1e-15) return Matrix3<double>::Identity();
  const Vector3<double> helper =
      std::abs(a.x()) < 0.9 ? Vector3<double>::UnitX() : Vector3<double>::UnitY();
  const Vector3<double> x = cross(helper, a).normalized();
  Matrix3<double> R;
  R << x, cross(a, x), a;
  return R;
}

Inertia inertia_of(const Json& body) {
  return Inertia::about_com(body.at("mass"), vector_of(body.at("com")),
                            matrix_of(body.at("inertia_com")));
}

}  // namespace

Model model_of(const Json& file) { return model_of(file, file.at("model"), file.at("set")); }

Model model_of(const Json& file, const Json& model, const std::string& name) {
  Model::Parts parts;
  parts.name = name;
  parts.gravity = vector_of(model.at("gravity"));
  const bool free_base = file.contains("base");
  if (free_base) {
    Body base;
    base.name = "base";
    base.kind = JointKind::free;
    base.I_B = inertia_of(file.at("base"));
    parts.bodies.push_back(base);
  }
  const int first = free_base ? 1 : 0;
  std::vector<Pose<double>>
      X_BL;  // the file's link frame in the model's, whose z axis is the joint axis
  for (const Json& link : model.at("links")) {
    Body body;
    body.name = "link" + link.at("index").dump();
    const int parent = link.at("parent");
    body.parent = {parent + first};
    const std::string joint = link.at("joint");
    if (joint != "revolute" && joint != "prismatic")
      throw Error("golden: unknown joint '" + joint + "'");
    body.kind = joint == "revolute" ? JointKind::revolute : JointKind::prismatic;
    const Matrix3<double> turn = z_to(vector_of(link.at("axis")));
    const Pose<double> in_parent{matrix_of(link.at("R_tree")) * turn, vector_of(link.at("p_tree"))};
    body.X_PB0 = parent < 0 ? in_parent : X_BL[static_cast<std::size_t>(parent)] * in_parent;
    X_BL.push_back({turn.transpose(), Vector3<double>::Zero()});
    body.I_B = inertia_of(link).moved(X_BL.back());
    parts.frames.push_back({body.name, {static_cast<int>(parts.bodies.size())}, X_BL.back()});
    parts.bodies.push_back(body);
  }
  if (model.contains("tool")) {
    const Json& tool = model.at("tool");
    const int link = tool.at("link");
    parts.default_tool = static_cast<int>(parts.frames.size());
    parts.frames.push_back(
        {"tool",
         {link + first},
         X_BL[static_cast<std::size_t>(link)] *
             Pose<double>{matrix_of(tool.at("R_in_link")), vector_of(tool.at("p_in_link"))}});
  }
  return Model(std::move(parts));
}

VectorX<double> solve_dense(const MatrixX<double>& H, const VectorX<double>& right) {
  return H.ldlt().solve(right);
}

}  // namespace erfd::golden
