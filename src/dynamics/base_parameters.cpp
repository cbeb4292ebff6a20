// Base parameters by rank, and regrouping by rule.
// Source  [GK90] M. Gautier, W. Khalil, Direct calculation of minimum set of inertial parameters of serial robots,
//         IEEE Trans. Robotics and Automation 6 (1990); [G91] M. Gautier, Numerical calculation of the base inertial
//         parameters of robots, J. Robotic Systems 8 (1991).
//
// Rank.  W = the regressors of many states, one below the other; τ = W a.
//   W = (W1 W2) with independent columns W1 and W2 = W1 β:   τ = W1 (a1 + β a2)                         (1) [G91]
//   columns in order of preference, each kept if it is no combination of those kept before               (2)
//
// Rule.  A rod on the axis of a revolute joint (M, MZ, and YY as inertia about x and y) does not feel the joint:
//   XX' = XX − YY,  YY' = MZ' = M' = 0,  and the rod is added to the parent                              (3) [GK90]
//   prismatic: the link never turns against its parent, all six inertias go there                        (4)
#include "erfd/dynamics/base_parameters.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include "dynamics/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace erfd {
namespace {

/// In the order of inertial_parameters().
constexpr std::array<const char*, parameters_of_a_body> names = {"M",  "MX", "MY", "MZ", "XX",
                                                                 "YY", "ZZ", "XY", "XZ", "YZ"};
enum Parameter { M, MX, MY, MZ, XX, YY, ZZ, XY, XZ, YZ };

/// What is left of a column after the kept ones are taken out, relative to the column, if it depends on them. The
/// regressors are exact to about 1e-14; independent columns leave more than 1e-4 on the robots we know.
constexpr double dependent = 1e-9;

bool is_regrouped(const Body& body, int parameter) {
  const Screw screw = body.screw();
  if (screw.turns && screw.slides()) return false;
  if (!screw.turns) return parameter >= XX;
  return parameter == M || parameter == MZ || parameter == YY;
}

/// (2): all parameters, those that the rules regroup last and from the tips to the base.
std::vector<int> order_of_preference(const Model& model) {
  std::vector<int> order;
  const int n = model.body_count();
  constexpr int inertias_first[] = {XX, XY, XZ, YZ, ZZ, MX, MY, MZ, M, YY};
  for (int i = 0; i < n; ++i)
    for (const int k : inertias_first)
      if (!is_regrouped(model.body({i}), k)) order.push_back(parameters_of_a_body * i + k);
  for (int i = 0; i < n; ++i)
    for (const int k : inertias_first)
      if (is_regrouped(model.body({i}), k)) order.push_back(parameters_of_a_body * i + k);
  return order;
}

/// W of (1). Lengths and speeds of the order of one, so that no parameter drowns.
MatrixX<double> stacked_regressors(const Model& model) {
  const int n = model.nv(), columns = parameters_of_a_body * model.body_count();
  const int states = 3 * columns / std::max(n, 1) + 10;
  std::mt19937 rng(1);
  const auto random = [&](double scale) {
    VectorX<double> v(n);
    for (double& x : v) x = scale * (2.0 * static_cast<double>(rng()) / 4294967295.0 - 1);
    return v;
  };
  Workspace ws(model);
  MatrixX<double> W(states * n, columns), Y(n, columns);
  for (int s = 0; s < states; ++s) {
    const VectorX<double> q = random(3), qd = random(3), qdd = random(10);
    regressor(model, ws, q, qd, qd, qdd, Y);
    W.middleRows(s * n, n) = Y;
  }
  return W;
}

/// Independent columns in the order given, and how the others depend on them.
struct Independent {
  std::vector<int> kept, rest, without_effect;
  MatrixX<double> beta;  ///< rest = kept · beta, but for `remainder`
  double remainder = 0;
};

/// Gram-Schmidt, twice, column after column: W1 = Q R.
Independent independent_columns(const MatrixX<double>& W, const std::vector<int>& order) {
  Independent result;
  const double largest = W.colwise().norm().maxCoeff();
  MatrixX<double> Q(W.rows(), W.cols()), R = MatrixX<double>::Zero(W.cols(), W.cols());
  Eigen::Index rank = 0;
  std::vector<VectorX<double>> projections;
  for (const int column : order) {
    VectorX<double> w = W.col(column);
    const double size = w.norm();
    if (size <= 1e-12 * largest) {
      result.without_effect.push_back(column);
      continue;
    }
    VectorX<double> r = VectorX<double>::Zero(rank);
    for (int pass = 0; pass < 2; ++pass) {
      const VectorX<double> along = Q.leftCols(rank).transpose() * w;
      w -= Q.leftCols(rank) * along;
      r += along;
    }
    if (w.norm() <= dependent * size) {
      result.rest.push_back(column);
      result.remainder = std::max(result.remainder, w.norm() / size);
      projections.push_back(r);
      continue;
    }
    R.col(rank).head(rank) = r;
    R(rank, rank) = w.norm();
    Q.col(rank++) = w.normalized();
    result.kept.push_back(column);
  }
  result.beta = MatrixX<double>::Zero(rank, static_cast<Eigen::Index>(projections.size()));
  for (std::size_t k = 0; k < projections.size(); ++k) {  // R β = Qᵀ w, from below
    VectorX<double> b = VectorX<double>::Zero(rank);
    b.head(projections[k].size()) = projections[k];
    for (Eigen::Index i = rank - 1; i >= 0; --i) {
      b[i] /= R(i, i);
      b.head(i) -= R.col(i).head(i) * b[i];
    }
    result.beta.col(static_cast<Eigen::Index>(k)) = b;
  }
  return result;
}

/// Coefficients of lengths and directions that are 0 or ±1 but for rounding.
double cleaned(double x) {
  constexpr double rounding = 1e-12;
  const double nearest = std::round(x);
  return std::abs(x - nearest) <= rounding ? nearest + 0.0 : x;
}

BaseParameter described(int parameter, const Eigen::Ref<const VectorX<double>>& row, double value) {
  BaseParameter p{parameter, parameter_name(parameter), "", value};
  std::string sum = p.name;
  bool grouped = false;
  for (int k = 0; k < row.size(); ++k) {
    if (k == parameter || row[k] == 0) continue;
    grouped = true;
    const double size = std::abs(row[k]);
    sum += (row[k] > 0 ? " + " : " - ") + (size == 1 ? "" : with_digits(size) + " ") +
           parameter_name(k);
  }
  if (grouped) p.name += 'R';
  p.formula = grouped ? p.name + " = " + sum : p.name;
  return p;
}

/// What a joint cannot tell from inertia of the parent, (3) and (4).
Inertia regrouped_part(const Body& body) {
  const Inertia& I = body.I_B;
  const Screw screw = body.screw();
  if (screw.turns && screw.slides()) return {};
  if (!screw.turns) return {0, Vector3<double>::Zero(), I.about_origin};
  Inertia rod{I.mass, {0, 0, I.moment.z()}, Matrix3<double>::Zero()};
  rod.about_origin(0, 0) = rod.about_origin(1, 1) = I.about_origin(1, 1);
  return rod;
}

}  // namespace

VectorX<double> BaseParameters::values() const {
  VectorX<double> v(static_cast<Eigen::Index>(base.size()));
  for (std::size_t k = 0; k < base.size(); ++k) v[static_cast<Eigen::Index>(k)] = base[k].value;
  return v;
}

std::string parameter_name(int parameter) {
  return names[static_cast<std::size_t>(parameter % parameters_of_a_body)] +
         std::to_string(parameter / parameters_of_a_body + 1);
}

BaseParameters base_parameters(const Model& model) {
  check_fixed_base("base_parameters", model);
  if (model.is_constrained())
    throw Error("base_parameters: the model '" + model.name() +
                "' has closed loops, expected a tree");
  BaseParameters result;
  const int columns = parameters_of_a_body * model.body_count();
  if (columns == 0) return result;
  const Independent found =
      independent_columns(stacked_regressors(model), order_of_preference(model));
  const auto rank = static_cast<Eigen::Index>(found.kept.size());
  result.without_effect = found.without_effect;
  result.remainder = found.remainder;
  result.grouping = MatrixX<double>::Zero(rank, columns);
  for (Eigen::Index i = 0; i < rank; ++i) {
    result.grouping(i, found.kept[i]) = 1;
    for (std::size_t k = 0; k < found.rest.size(); ++k)
      result.grouping(i, found.rest[k]) = cleaned(found.beta(i, static_cast<Eigen::Index>(k)));
  }
  const VectorX<double> values = result.grouping * inertial_parameters(model);
  for (Eigen::Index i = 0; i < rank; ++i)
    result.base.push_back(described(found.kept[i], result.grouping.row(i).transpose(), values[i]));
  return result;
}

Model regrouped_by_rules(const Model& model) {
  Model::Parts parts = model.parts();
  for (int i = model.body_count() - 1; i >= 0; --i) {
    Body& body = parts.bodies[i];
    if (body.is_free()) continue;
    const Inertia part = regrouped_part(body);
    body.I_B.mass -= part.mass;
    body.I_B.moment -= part.moment;
    body.I_B.about_origin -= part.about_origin;
    if (!body.parent.is_world()) parts.bodies[body.parent.value].I_B += part.moved(body.X_PB0);
  }
  return Model(std::move(parts));
}

void reduce_regressor(const BaseParameters& base, const Eigen::Ref<const MatrixX<double>>& Y,
                      OutMatrix<double> Y_base) {
  for (std::size_t k = 0; k < base.base.size(); ++k)
    Y_base.col(static_cast<Eigen::Index>(k)) = Y.col(base.base[k].parameter);
}

}  // namespace erfd
