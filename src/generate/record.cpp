// Which recording a function has, pass by pass.
#include "erfd/generate/record.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/regressor.hpp"

#include "dynamics/engine/compile.hpp"
#include "generate/factor.hpp"
#include "generate/search.hpp"

#include <functional>

namespace erfd {
namespace {

using Numbers = std::vector<Traced>;
using Vector = VectorX<Traced>;
using Task = std::function<Numbers(const std::vector<Vector>& inputs)>;

RecordedArgument joint_vector(const Model& model, const char* name, const char* meaning,
                              const char* turning, const char* sliding) {
  bool turns = false, slides = model.has_free_base();
  for (const Body& body : model.joints()) (body.screw().turns ? turns : slides) = true;
  std::string unit = turns || model.has_free_base() ? turning : sliding;
  if (turns && slides) unit += std::string(" or ") + sliding;
  return {name, std::string_view(name) == "q" ? model.nq() : model.nv(), 1, unit, meaning};
}

std::vector<RecordedArgument> inputs_of(const Model& model, RobotFunction function) {
  const RecordedArgument q = joint_vector(model, "q", "joint positions", "rad", "m");
  const RecordedArgument qd = joint_vector(model, "qd", "joint velocities", "rad/s", "m/s");
  const RecordedArgument qdd =
      joint_vector(model, "qdd", "joint accelerations", "rad/s^2", "m/s^2");
  const RecordedArgument tau = joint_vector(model, "tau", "joint torques", "N m", "N");
  switch (function) {
    case RobotFunction::inverse_dynamics:
    case RobotFunction::regressor:
      return {q, qd, qdd};
    case RobotFunction::forward_dynamics:
      return {q, qd, tau};
    case RobotFunction::bias:
      return {q, qd};
    case RobotFunction::inertia_matrix:
    case RobotFunction::gravity:
    case RobotFunction::forward_kinematics:
    case RobotFunction::jacobian:
      break;
  }
  return {q};
}

std::vector<RecordedArgument> outputs_of(const Model& model, RobotFunction function) {
  const int n = model.nv();
  const auto torques = [&](const char* meaning) {
    return joint_vector(model, "tau", meaning, "N m", "N");
  };
  switch (function) {
    case RobotFunction::inverse_dynamics:
      return {torques("joint torques, tau = H qdd + C qd + g")};
    case RobotFunction::forward_dynamics:
      return {joint_vector(model, "qdd", "joint accelerations", "rad/s^2", "m/s^2")};
    case RobotFunction::inertia_matrix:
      return {{"H", n, n, "kg m^2, kg m, kg", "joint-space inertia matrix"}};
    case RobotFunction::bias:
      return {torques("C qd + g: torques of qdd = 0")};
    case RobotFunction::gravity:
      return {torques("torques that hold the robot at rest")};
    case RobotFunction::forward_kinematics:
      return {{"R", 3, 3, "1", "axes of the tool in the world, as columns"},
              {"p", 3, 1, "m", "origin of the tool in the world"}};
    case RobotFunction::jacobian:
      return {{"J", 6, n, "1, m", "(angular, linear) velocity of the tool in the world = J qd"}};
    case RobotFunction::regressor:
      break;
  }
  return {
      {"Y", n, 10 * model.body_count(), "1, m, m^2 / s^2",
       "tau = Y a, a of each body: m, m c (3), Ixx Iyy Izz Ixy Ixz Iyz about its frame's origin"}};
}

RecordedFunction recorded(const Model& model, RobotFunction function, const Task& task) {
  RecordedFunction r;
  r.function = function;
  r.robot = model.name();
  r.inputs = inputs_of(model, function);
  r.outputs = outputs_of(model, function);
  const Recording recording(r.trace);
  std::vector<Vector> inputs;
  int index = 0;
  for (const RecordedArgument& argument : r.inputs) {
    Vector& v = inputs.emplace_back(argument.size());
    for (Traced& x : v) x = Traced::input(index++);
  }
  r.results = task(inputs);
  return r;
}

Numbers numbers(const Vector& v) { return {v.begin(), v.end()}; }
Numbers numbers(const MatrixX<Traced>& m) {
  Numbers result;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) result.push_back(m(i, j));
  return result;
}

/// The function by an algorithm of the registry.
Numbers by_algorithm(const char* name, const Model& model, RobotFunction function,
                     const std::vector<Vector>& in) {
  const auto algorithm = make_algorithm<Traced>(name, model);
  Vector result(model.nv());
  const Vector rest = Vector::Zero(model.nv());
  if (function == RobotFunction::forward_dynamics) {
    algorithm->forward_dynamics(in[0], in[1], in[2], result, {});
    return numbers(result);
  }
  if (function == RobotFunction::inertia_matrix) {
    MatrixX<Traced> H = MatrixX<Traced>::Zero(model.nv(), model.nv());
    algorithm->inertia_matrix(in[0], H);
    return numbers(H);
  }
  algorithm->inverse_dynamics(in[0], in.size() > 1 ? in[1] : rest, in.size() > 2 ? in[2] : rest,
                              result, {});
  return numbers(result);
}

Numbers kinematics(const Model& model, const Vector& q) {
  BasicWorkspace<Traced> ws(model);
  const Pose<Traced> X = frame_pose<Traced>(model, ws, q, model.tool());
  Numbers result = numbers(MatrixX<Traced>(X.R));
  for (int k = 0; k < 3; ++k) result.push_back(X.p[k]);
  return result;
}

Numbers jacobian_of_tool(const Model& model, const Vector& q) {
  BasicWorkspace<Traced> ws(model);
  MatrixX<Traced> J(6, model.nv());
  jacobian<Traced>(model, ws, q, model.tool(), J);
  return numbers(J);
}

Numbers regressor_of(const Model& model, const std::vector<Vector>& in) {
  BasicWorkspace<Traced> ws(model);
  MatrixX<Traced> Y(model.nv(), 10 * model.body_count());
  regressor<Traced>(model, ws, in[0], in[1], in[1], in[2], Y);
  return numbers(Y);
}

bool is_dynamics(RobotFunction function) {
  return function != RobotFunction::forward_kinematics && function != RobotFunction::jacobian &&
         function != RobotFunction::regressor;
}

const char* reference_algorithm(RobotFunction function) {
  if (function == RobotFunction::inertia_matrix) return "crba";
  return function == RobotFunction::forward_dynamics ? "aba" : "rnea";
}

/// ABA of a free base looks for a pivot, which a recording cannot: there H and its solution serve.
const char* plain_algorithm(const Model& model, RobotFunction function) {
  const bool pivots = function == RobotFunction::forward_dynamics && model.has_free_base();
  return pivots ? "crba" : reference_algorithm(function);
}

/// The function of a robot in groups, with these choices.
Numbers grouped(std::vector<generate::RobotLink> links, RobotFunction function,
                const generate::Choices& choices, const std::vector<Vector>& in) {
  for (std::size_t i = 0; i < links.size(); ++i)
    if (choices.links[i].own_group) links[i].joins_group = false;
  const Numbers q = numbers(in[0]), rest(links.size());
  const auto newton_euler = [&](const Numbers& qd, const Numbers& qdd) {
    return generate::newton_euler(links, choices.links, q, qd, qdd, generate::Accelerations::given)
        .tau;
  };
  switch (function) {
    case RobotFunction::inertia_matrix:
      return generate::inertia_matrix(links, choices, q, generate::Speeds::joint);
    case RobotFunction::forward_dynamics:
      return generate::forward_dynamics(links, choices, q, numbers(in[1]), numbers(in[2]));
    case RobotFunction::bias:
      return newton_euler(numbers(in[1]), rest);
    case RobotFunction::gravity:
      return newton_euler(rest, rest);
    default:
      return newton_euler(numbers(in[1]), numbers(in[2]));
  }
}

void append_group_passes(const Model& model, RobotFunction function,
                         std::vector<RecordingPass>& passes) {
  const std::vector<generate::RobotLink> links = generate::robot_links(model);
  const auto record = [&](const generate::Choices& choices) {
    return recorded(model, function, [&](const std::vector<Vector>& in) {
      return grouped(links, function, choices, in);
    });
  };
  for (generate::FoundChoices& found : generate::search_choices(
           links, function, [&](const generate::Choices& c) { return count_steps(record(c)); }))
    passes.push_back({found.name, record(found.choices)});
  passes.push_back({"common factors", generate::factored(passes.back().recorded)});
}

}  // namespace

std::vector<RecordingPass> record_passes(const Model& model, RobotFunction function) {
  const auto by = [&](const char* name) {
    return recorded(model, function, [&](const std::vector<Vector>& in) {
      return by_algorithm(name, model, function, in);
    });
  };
  if (function == RobotFunction::forward_kinematics)
    return {{"as written", recorded(model, function, [&](const std::vector<Vector>& in) {
               return kinematics(model, in[0]);
             })}};
  if (function == RobotFunction::jacobian)
    return {{"as written", recorded(model, function, [&](const std::vector<Vector>& in) {
               return jacobian_of_tool(model, in[0]);
             })}};
  if (!is_dynamics(function))
    return {{"as written", recorded(model, function, [&](const std::vector<Vector>& in) {
               return regressor_of(model, in);
             })}};
  const std::string plain = plain_algorithm(model, function);
  std::vector<RecordingPass> passes;
  passes.push_back({plain + " as written", by(plain.c_str())});
  if (model.has_free_base() || !engine::is_compilable(model)) return passes;
  passes.push_back({"frames and regrouped inertias", by("engine")});
  append_group_passes(model, function, passes);
  return passes;
}

RecordedFunction record_function(const Model& model, RobotFunction function) {
  std::vector<RecordingPass> passes = record_passes(model, function);
  std::size_t best = 0;
  for (std::size_t k = 1; k < passes.size(); ++k)
    if (count_steps(passes[k].recorded).total() <= count_steps(passes[best].recorded).total())
      best = k;
  return std::move(passes[best].recorded);
}

namespace {
constexpr RobotFunction functions[] = {
    RobotFunction::inverse_dynamics, RobotFunction::forward_dynamics,
    RobotFunction::inertia_matrix,   RobotFunction::bias,
    RobotFunction::gravity,          RobotFunction::forward_kinematics,
    RobotFunction::jacobian,         RobotFunction::regressor};
}  // namespace

std::span<const RobotFunction> robot_functions() { return functions; }

std::string_view word_of(RobotFunction function) {
  switch (function) {
    case RobotFunction::inverse_dynamics:
      return "id";
    case RobotFunction::forward_dynamics:
      return "fd";
    case RobotFunction::inertia_matrix:
      return "H";
    case RobotFunction::bias:
      return "bias";
    case RobotFunction::gravity:
      return "gravity";
    case RobotFunction::forward_kinematics:
      return "fk";
    case RobotFunction::jacobian:
      return "jacobian";
    case RobotFunction::regressor:
      break;
  }
  return "regressor";
}

}  // namespace erfd
