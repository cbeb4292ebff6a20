// erfd fk: forward kinematics, where the frames are.
#include "erfd/base/units.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/io/csv.hpp"
#include "erfd/math/rotation.hpp"

#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"
#include "output/state_output.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

struct FramePose {
  std::string name;
  FrameIndex index;
  Pose<double> X_WF;
};

std::vector<FramePose> poses(const Model& model, Workspace& ws, const VectorX<double>& q,
                             const FkOptions& options) {
  if (options.all && options.frame) throw Error("--all shows every frame; leave out --frame");
  std::vector<FrameIndex> frames;
  if (options.all)
    for (int i = 0; i < static_cast<int>(model.frames().size()); ++i) frames.push_back({i});
  else
    frames.push_back(options.frame ? model.frame_index(*options.frame) : model.tool());
  std::vector<FramePose> found;
  for (const FrameIndex frame : frames) {
    found.push_back({model.frame(frame).name, frame, frame_pose(model, ws, q, frame)});
    if (!found.back().X_WF.p.allFinite() || !found.back().X_WF.R.allFinite())
      throw Error(fmt::format("frame '{}': its pose is not finite; the positions are too large",
                              found.back().name));
  }
  return found;
}

/// Adds position and roll, pitch, yaw, and to the other table the quaternion, one row a pose.
void add_poses(Table& pose, Table& turn, const std::vector<Pose<double>>& rows) {
  std::vector<double> p[3], rpy[3], quaternion[4];
  for (const Pose<double>& X : rows) {
    const auto angles = rpy_of(X.R);
    const auto q = quaternion_of(X.R);
    for (std::size_t k = 0; k < 3; ++k) {
      p[k].push_back(X.p[static_cast<Eigen::Index>(k)]);
      rpy[k].push_back(angles[k] / degree);
    }
    for (std::size_t k = 0; k < 4; ++k) quaternion[k].push_back(q[k]);
  }
  const char* axes[] = {"x", "y", "z"};
  const char* angles[] = {"roll", "pitch", "yaw"};
  const char* parts[] = {"qw", "qx", "qy", "qz"};
  for (int k = 0; k < 3; ++k) pose.results(axes[k], "m", without_rounding(p[k], 1), 7);
  for (int k = 0; k < 3; ++k) pose.results(angles[k], "deg", without_rounding(rpy[k], 360), 7);
  for (int k = 0; k < 4; ++k) turn.results(parts[k], "-", without_rounding(quaternion[k], 10), 7);
}

std::string pose_tables(const std::vector<FramePose>& frames, const TextStyle& style) {
  std::vector<std::string> names;
  std::vector<Pose<double>> rows;
  for (const FramePose& frame : frames) {
    names.push_back(frame.name);
    rows.push_back(frame.X_WF);
  }
  Table pose, turn;
  pose.text("frame", names);
  turn.text("frame", names);
  add_poses(pose, turn, rows);
  return pose.layout(style) + '\n' + turn.layout(style);
}

/// All frames in all states: the outer list goes over the states.
std::vector<std::vector<FramePose>> path(const Model& model, Workspace& ws, const ReadStates& read,
                                         const FkOptions& options) {
  std::vector<std::vector<FramePose>> found;
  found.reserve(read.states.size());
  for (const State& state : read.states) found.push_back(poses(model, ws, state.q, options));
  return found;
}

/// One table a frame, one row a state.
std::string path_page(const Model& model, Workspace& ws, const ReadStates& read,
                      const FkOptions& options) {
  if (options.jacobian) throw Error("--jacobian with --states needs --json");
  const TextStyle style = stdout_style();
  const auto found = path(model, ws, read, options);
  std::string page;
  for (std::size_t f = 0; !found.empty() && f < found.front().size(); ++f) {
    std::vector<Pose<double>> rows;
    rows.reserve(found.size());
    for (const auto& frames : found) rows.push_back(frames[f].X_WF);
    Table pose = table_over_states(read), turn = table_over_states(read);
    add_poses(pose, turn, rows);
    page += (f > 0 ? "\n" : "") + bold("Frame " + found.front()[f].name + " in the world", style) +
            "  " + model.name() + "; roll, pitch, yaw about fixed x, y, z\n\n" +
            pose.layout(style) + '\n' + turn.layout(style);
  }
  return page;
}

std::string path_csv(const Model& model, Workspace& ws, const ReadStates& read,
                     const FkOptions& options) {
  std::vector<std::string> heads;
  if (read.has_time) heads.emplace_back("time_s");
  for (const std::string& head : standard_heads(model, Quantity::position)) heads.push_back(head);
  std::vector<std::vector<double>> rows;
  const auto found = path(model, ws, read, options);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const State& state = read.states[i];
    std::vector<double> row;
    if (read.has_time) row.push_back(state.time);
    row.insert(row.end(), state.q.begin(), state.q.end());
    for (const FramePose& frame : found[i]) {
      if (i == 0)
        for (const char* entry : {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"})
          heads.push_back(frame.name + '_' + entry);
      row.insert(row.end(), frame.X_WF.p.begin(), frame.X_WF.p.end());
      const auto q = quaternion_of(frame.X_WF.R);
      row.insert(row.end(), q.begin(), q.end());
    }
    rows.push_back(std::move(row));
  }
  return write_csv(heads, rows);
}

MatrixX<double> jacobian_of(const Model& model, Workspace& ws, const VectorX<double>& q,
                            FrameIndex frame) {
  MatrixX<double> J(6, model.nv());
  jacobian(model, ws, q, frame, J);
  return J;
}

std::string jacobian_table(const Model& model, const MatrixX<double>& J, const TextStyle& style) {
  Table table;
  table.text("", {"wx", "wy", "wz", "vx", "vy", "vz"});
  const auto entries = coordinates(model, Quantity::velocity);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const VectorX<double> column = J.col(static_cast<Eigen::Index>(i));
    table.results(entries[i].name, entries[i].rotates ? "1|m" : "1/m|1",
                  without_rounding(span_of(column), 10));
  }
  return table.layout(style);
}

std::string text_page(const Model& model, Workspace& ws, const VectorX<double>& q,
                      const FkOptions& options) {
  const TextStyle style = stdout_style();
  const auto frames = poses(model, ws, q, options);
  std::string page = bold("Frames in the world", style) + "  " + model.name() +
                     "; roll, pitch, yaw about fixed x, y, z\n\n" + pose_tables(frames, style);
  if (options.jacobian)
    for (const FramePose& frame : frames)
      page += '\n' + bold("Jacobian of " + frame.name, style) +
              "  (angular; linear) velocity in world axes = J qd\n\n" +
              jacobian_table(model, jacobian_of(model, ws, q, frame.index), style);
  return page;
}

Json json_frames(const Model& model, Workspace& ws, const VectorX<double>& q,
                 const FkOptions& options) {
  Json::List list;
  for (const FramePose& frame : poses(model, ws, q, options)) {
    const auto rpy = rpy_of(frame.X_WF.R);
    const auto quaternion = quaternion_of(frame.X_WF.R);
    Json json = Json::Object{{"frame", frame.name},
                             {"position_m", Json::numbers({frame.X_WF.p.data(), 3})},
                             {"rpy_rad", Json::numbers(rpy)},
                             {"quaternion_wxyz", Json::numbers(quaternion)},
                             {"rotation", Json::matrix(frame.X_WF.R)}};
    if (options.jacobian)
      json.set("jacobian", Json::matrix(jacobian_of(model, ws, q, frame.index)));
    list.push_back(std::move(json));
  }
  return list;
}

std::string json_page(const ModelledRobot& robot, Workspace& ws, const ReadStates& read,
                      const FkOptions& options) {
  const Model& model = robot.model;
  Json json = Json::Object{{"robot", model.name()}};
  set_left_out(robot.chosen.left_out, json);
  if (!options.state.states) {
    const VectorX<double>& q = read.states.front().q;
    json.set("q", Json::numbers(span_of(q)));
    json.set("frames", json_frames(model, ws, q, options));
    return json.text() + '\n';
  }
  Json::List list;
  for (const State& state : read.states) {
    Json entry;
    if (read.has_time) entry.set("time_s", state.time);
    entry.set("q", Json::numbers(span_of(state.q)));
    entry.set("frames", json_frames(model, ws, state.q, options));
    list.push_back(std::move(entry));
  }
  json.set("states", std::move(list));
  return json.text() + '\n';
}

}  // namespace

int run_fk(const FkOptions& options) {
  if (options.csv) check_output(*options.csv, options.force);
  const ModelledRobot robot =
      build_model(options.robot, {Loops::closed, Purpose::kinematics, true});
  const Model& model = robot.model;
  if (options.jacobian && model.is_constrained())
    throw Error("--jacobian of a robot with closed loops is not computed yet; leave it out");
  Workspace ws(model);
  const ReadStates read = read_states(model, options.state);
  const Later csv([&] {
    if (!options.csv) return;
    write_file(*options.csv, path_csv(model, ws, read, options), options.force);
    talk_about_file(*options.csv, counted(read.states.size(), "state"));
    for (const std::string& sentence : robot.chosen.left_out) talk(sentence);
  });
  const std::string end = left_out_text(robot.chosen.left_out, stdout_style());
  if (options.json)
    print(json_page(robot, ws, read, options));
  else if (options.state.states && !options.csv)
    print(path_page(model, ws, read, options) + end);
  else if (!options.csv)
    print(text_page(model, ws, read.states.front().q, options) + end);
  csv.complain();
  return exit_fine;
}

}  // namespace erfd
