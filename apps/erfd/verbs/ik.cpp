// erfd ik: inverse kinematics, the postures that bring a frame to a pose.
#include "erfd/base/numbers.hpp"
#include "erfd/base/units.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/io/joint_units.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/frames.hpp"
#include "erfd/motion/inverse_kinematics.hpp"
#include "erfd/motion/missing_freedom.hpp"
#include "erfd/motion/plan.hpp"

#include "input/pose_input.hpp"
#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "output/state_output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace erfd {
namespace {

struct Posture {
  std::optional<Branch> branch;  ///< none: found by iteration
  IkResult result;
  bool is_nearest = false;
};

/// All that the page and the JSON show.
struct Answer {
  std::string frame;
  Pose<double> X_WT;
  VectorX<double> near;
  std::string obstacle;           ///< to a closed form
  bool leg_by_leg = false;        ///< in closed form, each leg on its branch
  std::vector<Posture> postures;  ///< one a branch
  IkResult nearest;
  std::vector<ProgramDescription::Configuration> codes = {};  ///< that programs of the robot write
  std::optional<MissingFreedom> missing = {};  ///< why a robot with few axes does not get there
};

bool is_allowed(const IkResult& result) {
  return result.status == IkStatus::ok || result.status == IkStatus::singular;
}

double unit_of(const Body& body) { return measure_of(body.kind).shown_in_si; }
const char* unit_name(const Body& body) { return measure_of(body.kind).shown; }

/// All joints for the active ones of q, from where the robot is put together.
VectorX<double> closed(const Model& model, const VectorX<double>& q) {
  LoopWorkspace ws(model);
  VectorX<double> all = model.start();
  if (!move_active<double>(model, ws, q, all).closed)
    throw Error(
        fmt::format("--near: the loops of {} do not close there; choose active joints that they "
                    "can follow from where the robot is put together",
                    model.name()));
  return all;
}

VectorX<double> near_of(const Model& model, const RobotDescription& robot,
                        const NumbersText& text) {
  if (!text) {
    const VectorX<double> home = planner_settings(robot, model).home;
    return home.size() > 0    ? home
           : is_closed(model) ? closed(model, model.start())
                              : model.neutral();
  }
  const std::vector<int> joints = active_indices(model);
  const auto numbers =
      parse_numbers("--near", *text, joints.size(),
                    is_closed(model) ? "positions of the active joints in deg or mm"
                                     : "joint positions in deg or mm");
  VectorX<double> q = is_closed(model) ? model.start() : model.neutral();
  for (std::size_t i = 0; i < joints.size(); ++i)
    q[joints[i]] = numbers[i] * unit_of(model.bodies()[static_cast<std::size_t>(joints[i])]);
  return is_closed(model) ? closed(model, q) : q;
}

Answer solve(const Model& model, const RobotDescription& robot, const IkOptions& options) {
  const InverseKinematics ik(model);
  const FrameIndex frame = options.frame ? model.frame_index(*options.frame) : model.tool();
  Answer answer{model.frame(frame).name,
                parse_pose(options.position_mm, options.orientation),
                near_of(model, robot, options.near),
                ik.obstacle(),
                ik.is_leg_by_leg(),
                {},
                {}};
  answer.codes = planner_settings(robot, model).configurations;
  const Pose<double> X_WF = answer.X_WT * in_flange(model, frame).inverse();
  answer.nearest = ik.nearest(X_WF, answer.near);
  if (answer.nearest.status == IkStatus::not_converged)
    answer.missing = missing_freedom(model, in_flange(model, frame), answer.X_WT, answer.near);
  if (!ik.is_closed_form()) {
    answer.postures.push_back({std::nullopt, answer.nearest, true});
    return answer;
  }
  for (const int shoulder : {1, -1})
    for (const int elbow : {1, -1})
      for (const int wrist : {1, -1}) {
        const Branch branch{shoulder, elbow, wrist};
        Posture posture{branch, ik.in_branch(X_WF, branch, answer.near), false};
        posture.is_nearest =  // two branches that meet in it, too
            (posture.result.q - answer.nearest.q).cwiseAbs().maxCoeff() < 1e-9;
        answer.postures.push_back(std::move(posture));
      }
  return answer;
}

/// The code that programs of the robot write for a branch; "–" if the robot has none for it.
std::string code_of(const Answer& answer, Branch branch) {
  for (const auto& c : answer.codes)
    if (c.branch == Triple{double(branch.shoulder), double(branch.elbow), double(branch.wrist)})
      return c.code;
  return "–";
}

/// "12.5 mm", "12.5 mm and 3 deg"; what is rounding is not said.
std::string what_is_left(const IkResult& result) {
  constexpr double rounding = 1e-10;
  std::string text;
  if (result.distance > rounding) text = with_digits(result.distance / millimetre, 4) + " mm";
  if (result.angle > rounding)
    text += (text.empty() ? "" : " and ") + with_digits(result.angle / degree, 4) + " deg";
  return text;
}

/// What is not fine about a posture, in a few words.
std::string remark_on(const Model& model, const IkResult& result) {
  switch (result.status) {
    case IkStatus::ok:
      return "";
    case IkStatus::singular:
      return fmt::format("singular: {}", name_of(result.part));
    case IkStatus::joint_limit: {
      const Body& body = model.body({result.joint});
      return fmt::format("{} is {} {} beyond", body.joint,
                         with_digits(result.distance / unit_of(body), 4), unit_name(body));
    }
    case IkStatus::out_of_reach:
      if (!result.leg.empty())
        return fmt::format("out of reach: the leg of {} ends {} before", result.leg,
                           what_is_left(result));
      return fmt::format("out of reach: the {} misses by {}", name_of(result.part),
                         what_is_left(result));
    case IkStatus::not_converged:
      break;
  }
  return fmt::format("not reached: {} left", what_is_left(result));
}

void add_joints(Table& table, const Model& model, const std::vector<Posture>& postures) {
  for (const Body& body : model.bodies()) {
    std::vector<double> column;
    column.reserve(postures.size());
    for (const Posture& p : postures) column.push_back(p.result.q[body.q_index] / unit_of(body));
    table.results(body.joint, unit_name(body), without_rounding(column, 360), 7);
  }
}

std::string branch_table(const Model& model, const Answer& answer,
                         const std::vector<Posture>& postures) {
  std::vector<std::string> branches, codes, remarks;
  for (const Posture& p : postures) {
    branches.push_back(
        fmt::format("{:+} {:+} {:+}", p.branch->shoulder, p.branch->elbow, p.branch->wrist));
    codes.push_back(code_of(answer, *p.branch));
    const std::string remark = remark_on(model, p.result);
    remarks.push_back(!p.is_nearest ? remark : remark.empty() ? "nearest" : "nearest; " + remark);
  }
  Table table;
  table.text("branch", branches).text("code", codes);
  add_joints(table, model, postures);
  table.text("remark", remarks);
  return table.layout(stdout_style());
}

/// The one posture of an iteration, or the one that comes nearest where all branches fail.
std::string single_table(const Model& model, const Answer& answer) {
  const IkResult& result = answer.nearest;
  std::string remark = remark_on(model, result);
  if (answer.missing) remark = "not reached: " + text_of(*answer.missing, answer.X_WT);
  Table table;
  table.text("posture", {is_allowed(result) ? "found" : "nearest"});
  add_joints(table, model, {{std::nullopt, result, true}});
  if (!remark.empty()) remark = wrapped("Result: " + remark + ".", stdout_style().width) + "\n\n";
  return remark + table.layout(stdout_style());
}

std::string text_page(const Model& model, const Answer& answer) {
  const Vector3<double> p = answer.X_WT.p / millimetre;
  const auto rpy = rpy_of(answer.X_WT.R);
  std::string page = fmt::format(
      "{}  {}, frame {}\nposition ({}, {}, {}) mm, orientation zyx ({}, {}, {}) deg\n\n",
      bold("Inverse kinematics", stdout_style()), model.name(), answer.frame, with_digits(p.x(), 7),
      with_digits(p.y(), 7), with_digits(p.z(), 7), with_digits(rpy[2] / degree, 7),
      with_digits(rpy[1] / degree, 7), with_digits(rpy[0] / degree, 7));
  if (answer.leg_by_leg)
    return page + "In closed form, leg by leg.\n\n" + single_table(model, answer);
  if (!answer.obstacle.empty())
    return page + "By iteration: " + answer.obstacle + ".\n\n" + single_table(model, answer);
  std::vector<Posture> reached;
  std::copy_if(
      answer.postures.begin(), answer.postures.end(), std::back_inserter(reached),
      [](const Posture& posture) { return posture.result.status != IkStatus::out_of_reach; });
  return page +
         (reached.empty() ? single_table(model, answer) : branch_table(model, answer, reached));
}

Json json_of(const Model& model, const IkResult& result) {
  Json json = Json::Object{{"status", std::string(name_of(result.status))},
                           {"q", Json::numbers(span_of(result.q))}};
  if (result.part != ArmPart::none) json.set("part", std::string(name_of(result.part)));
  if (!result.leg.empty()) json.set("leg", result.leg);
  if (result.status == IkStatus::joint_limit) {
    const Body& body = model.body({result.joint});
    json.set("joint", body.joint);
    json.set(std::string("beyond_") + measure_of(body.kind).position, result.distance);
  } else if (!is_allowed(result)) {
    json.set("distance_m", result.distance);
    json.set("angle_rad", result.angle);
  }
  return json;
}

std::string json_page(const ModelledRobot& built, const Answer& answer) {
  const Model& model = built.model;
  Json::List postures;
  for (const Posture& p : answer.postures) {
    Json json = json_of(model, p.result);
    if (p.branch) {
      json.set("branch", Json::Object{{"shoulder", p.branch->shoulder},
                                      {"elbow", p.branch->elbow},
                                      {"wrist", p.branch->wrist}});
      const std::string code = code_of(answer, *p.branch);
      json.set("code", code == "–" ? Json() : Json(code));
    }
    postures.push_back(std::move(json));
  }
  const auto quaternion = quaternion_of(answer.X_WT.R);
  Json json = Json::Object{
      {"robot", model.name()},
      {"frame", answer.frame},
      {"position_m", Json::numbers({answer.X_WT.p.data(), 3})},
      {"quaternion_wxyz", Json::numbers(quaternion)},
      {"near", Json::numbers(span_of(answer.near))},
      {"closed_form", answer.obstacle.empty()},
      {"nearest", json_of(model, answer.nearest)},
      {"missing_freedom", answer.missing ? text_of(*answer.missing, answer.X_WT) : Json()},
      {"postures", std::move(postures)}};
  set_left_out(built.chosen.left_out, json);
  return json.text() + '\n';
}

}  // namespace

int run_ik(const IkOptions& options) {
  const ModelledRobot built = build_model(options.robot, {Loops::closed, Purpose::kinematics});
  const Model& model = built.model;
  const RobotDescription& robot = built.chosen.description;
  const Answer answer = solve(model, robot, options);
  if (options.json)
    print(json_page(built, answer));
  else
    print(text_page(model, answer) + left_out_text(built.chosen.left_out, stdout_style()));
  if (is_allowed(answer.nearest)) return exit_fine;
  talk(fmt::format("{}: no posture within the joints' ranges brings {} there", model.name(),
                   answer.frame));
  return exit_check_failed;
}

}  // namespace erfd
