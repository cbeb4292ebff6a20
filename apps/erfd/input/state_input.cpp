#include "input/state_input.hpp"

#include "erfd/base/numbers.hpp"
#include "erfd/base/units.hpp"
#include "erfd/io/motion_file.hpp"

#include "input/loop_states.hpp"
#include "input/standard_input.hpp"
#include "output/output.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// "lola15 has 6 joints (j1, …)", and for a free base what stands in front of them.
std::string expected_size(const Model& model, Quantity quantity) {
  const int joints = model.body_count() - (model.has_free_base() ? 1 : 0);
  const std::string plain =
      fmt::format("{} has {} ({})", model.name(),
                  counted(static_cast<std::size_t>(joints), "joint"), joint_names(model));
  if (!model.has_free_base()) return plain;
  return quantity == Quantity::position
             ? fmt::format(
                   "{} and a free base: 7 + {} numbers, quaternion w,x,y,z and position x,y,z "
                   "first",
                   plain, joints)
             : fmt::format("{} and a free base: 6 + {} numbers, angular part first", plain, joints);
}

void read_part(const Model& model, const char* option, const NumbersText& text, Quantity quantity,
               bool degrees, VectorX<double>& part, bool& given) {
  if (!text) return;
  given = true;
  const std::vector<double> numbers = parse_numbers(option, *text);
  const std::vector<int> active = active_entries(model);
  if (!active.empty() && numbers.size() == active.size()) {
    const std::vector<Coordinate> all = coordinates(model, quantity);
    for (std::size_t k = 0; k < active.size(); ++k)
      part[active[k]] =
          numbers[k] * (degrees && all[static_cast<std::size_t>(active[k])].rotates ? degree : 1);
    return;
  }
  if (numbers.size() != static_cast<std::size_t>(part.size()))
    throw Error(fmt::format("{} has {}, {}", option, counted(numbers.size(), "number"),
                            expected_size(model, quantity)));
  const std::vector<Coordinate> entries = coordinates(model, quantity);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    part[static_cast<Eigen::Index>(i)] = numbers[i] * (degrees && entries[i].rotates ? degree : 1);
}

ReadStates read_one(const Model& model, const StateOptions& options) {
  ReadStates read;
  State state = rest_state(model);
  state.q = model.start();
  bool has_q = false;
  read_part(model, "--q", options.q, Quantity::position, options.degrees, state.q, has_q);
  read_part(model, "--qd", options.qd, Quantity::velocity, options.degrees, state.qd, read.has_qd);
  read_part(model, "--qdd", options.qdd, Quantity::acceleration, options.degrees, state.qdd,
            read.has_qdd);
  read_part(model, "--tau", options.tau, Quantity::effort, false, state.tau, read.has_tau);
  read.states.push_back(std::move(state));
  return read;
}

/// Notes are told, errors end the verb.
void take_findings(ReadStates& read) {
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  if (!read.findings.all().empty()) talk(read.findings.text());
}

ReadStates read_many(const Model& model, const StateOptions& options) {
  if (options.q || options.qd || options.qdd || options.tau)
    throw Error("--states gives whole states; leave out --q, --qd, --qdd and --tau");
  ReadStates read = *options.states == standard_stream
                        ? read_states_text(standard_input(), standard_input_name, model)
                        : read_states_file(*options.states, model);
  take_findings(read);
  return read;
}

void check_quaternion(const Model& model, const State& state, std::size_t number) {
  if (!model.has_free_base()) return;
  const double length = state.q.head<4>().norm();
  if (std::abs(length - 1) > 1e-3)
    throw Error(fmt::format("state {}: the quaternion of the base has length {:.6g}, expected 1",
                            number, length));
}

/// A position outside the range is computed all the same: the robot file may be wrong.
void talk_about_ranges(const Model& model, const std::vector<State>& states) {
  for (const Body& body : model.joints()) {
    std::size_t outside = 0;
    double example = 0;
    for (const State& state : states) {
      const double q = state.q[body.q_index];
      if (q >= body.limits.lower && q <= body.limits.upper) continue;
      if (outside++ == 0) example = q;
    }
    if (outside == 0) continue;
    const char* unit = measure_of(body.kind).position;
    talk(fmt::format(
        "{}: joint {} at {:.6g} {} is outside its range [{:.6g}, {:.6g}] {}{}", model.name(),
        body.joint, example, unit, body.limits.lower, body.limits.upper, unit,
        outside > 1 ? fmt::format(", and in {} more", counted(outside - 1, "state")) : ""));
  }
}

/// What must hold of states wherever they come from.
void check_states(const Model& model, const std::vector<State>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) check_quaternion(model, states[i], i + 1);
  talk_about_ranges(model, states);
}

}  // namespace

ReadStates read_states(const Model& model, const StateOptions& options) {
  ReadStates read = options.states ? read_many(model, options) : read_one(model, options);
  close_loops(model, read.states);
  check_states(model, read.states);
  return read;
}

ReadStates read_motion(const Model& model, const std::string& name) {
  const bool from_stdin = name == standard_stream;
  const std::string& path = from_stdin ? standard_input_name : name;
  ReadStates read =
      from_stdin ? read_motion_text(standard_input(), path, model) : read_motion_file(path, model);
  take_findings(read);
  const char* missing = read.has_qd    ? "accelerations"
                        : read.has_qdd ? "velocities"
                                       : "velocities and accelerations";
  if (!read.has_qd || !read.has_qdd)
    talk(fmt::format("{}: {} by a cubic spline through the {}", path, missing,
                     read.has_qd ? "velocities" : "positions"));
  if (read.has_tau) talk(fmt::format("{}: its tau is not used: the torques are computed", path));
  if (read.in_cycles)
    talk(
        fmt::format("{}: a motion in cycles: friction follows the speed at the end of each", path));
  close_motion(model, read.states);
  check_states(model, read.states);
  return read;
}

ReadStates read_positions(const Model& model, const std::string& path) {
  ReadStates read = read_motion_file(path, model);
  take_findings(read);
  check_states(model, read.states);
  return read;
}

std::vector<ExternalWrench<double>> read_wrenches(const Model& model,
                                                  const std::vector<std::string>& texts) {
  std::vector<ExternalWrench<double>> wrenches;
  for (const std::string& text : texts) {
    const std::size_t at = text.find('@');
    const auto w = parse_numbers("--wrench", text.substr(0, at), 6,
                                 "fx,fy,fz in N, nx,ny,nz in N m, then @frame if wanted");
    const FrameIndex frame =
        at == text.npos ? model.tool() : model.frame_index(text.substr(at + 1));
    wrenches.push_back({frame, {{w[3], w[4], w[5]}, {w[0], w[1], w[2]}}});
  }
  return wrenches;
}

}  // namespace erfd
