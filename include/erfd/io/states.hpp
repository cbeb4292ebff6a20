// Many states of a robot from a file.
#pragma once

#include "erfd/base/diagnostics.hpp"
#include "erfd/io/joint_units.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// One state, and what acts in it. What the file does not give is zero.
struct State {
  double time = 0;                  ///< [s]
  VectorX<double> q, qd, qdd, tau;  ///< sizes nq, nv, nv, nv
  int move = 0;                     ///< of a program, counted from 1
  /// All that the robot carries then, its tool included, in the flange frame. It replaces what the
  /// robot file gives to the tool.
  Payload payload = {};
  int line = 0;  ///< of the file; 0: not known
};

/// q, qd, qdd or tau.
VectorX<double>& part(State& state, Quantity quantity);
const VectorX<double>& part(const State& state, Quantity quantity);

/// States read from a file. Meaningful only if !findings.has_errors().
struct ReadStates {
  std::vector<State> states;
  /// The file gives it.
  bool has_time = false, has_qd = false, has_qdd = false, has_tau = false;
  bool has_move = false, has_payload = false;
  /// Of a motion: speeds and accelerations are those of a controller's cycles (motion_file.hpp).
  bool in_cycles = false;
  Diagnostics findings;
};

/// The state in which nothing moves and all joints stand at zero; of a robot with loops, as it is put together.
State rest_state(const Model& model);

/// Reads states by the extension of the file (.csv, .json). A file that cannot be read is a
/// finding, too.
ReadStates read_states_file(const std::string& path, const Model& model);

/// The same of a text: JSON where it begins with '{', else CSV.
ReadStates read_states_text(std::string_view text, const std::string& file_name,
                            const Model& model);

/// Columns are named by quantity, joint and unit: joint by number `q1_rad`, `qd1_rad_s`,
/// `qdd1_rad_s2`, `tau1_N_m` or by name `q_elbow_deg`. Revolute joints take rad, deg (and rpm),
/// prismatic ones m, mm (`tau2_N`). `time_s` or `time_ms` is optional. A free base adds base_qw …
/// base_qz, base_x_m …, base_wx_rad_s …, base_vx_m_s …, base_dwx_rad_s2 …, base_dvx_m_s2 …,
/// base_nx_N_m …, base_fx_N …. A quantity is given for every joint or for none; positions must be
/// given. `move` and the columns of payload_heads() are read as well. Every other column is left out,
/// and one note names them; a head that looks like a slip of the pen is an error instead.
ReadStates read_states_csv(std::string_view text, const std::string& file_name, const Model& model);

/// {"states": [{"time_s": 0, "q": [..], "qd": [..], "qdd": [..], "tau": [..], "move": 1, "payload":
/// [..]}]} in SI units, a payload as in payload_heads(); `q` must be given. What `erfd id --json`,
/// `erfd fd --json` and `erfd fk --states … --json` write can be read.
ReadStates read_states_json(std::string_view text, const std::string& file_name,
                            const Model& model);

/// A column head and what it stands for: SI value = factor · number.
struct StateHead {
  std::string text;
  Quantity quantity = Quantity::position;
  int index = 0;  ///< in q, qd, qdd or tau
  double factor = 1;
};

/// Every head that read_states_csv() accepts for this robot, but time. SI units and joint numbers
/// come first for each entry.
std::vector<StateHead> accepted_heads(const Model& model);

/// The heads in SI units with joint numbers, one for each entry of the quantity, in state order.
std::vector<std::string> standard_heads(const Model& model, Quantity quantity);

/// payload_kg, payload_x_m … (centre of mass), payload_ixx_kg_m2 … (about it: xx yy zz xy xz yz).
const std::vector<std::string>& payload_heads();

/// The numbers of a payload in that order, and back.
std::array<double, 10> numbers_of(const Payload& payload);
Payload payload_of(const std::array<double, 10>& numbers);

/// How many of payload_heads() tell these payloads: the mass alone where nothing is carried, the place
/// of its centre where something is, the inertia where one is given.
std::ptrdiff_t payload_columns(std::span<const std::array<double, 10>> payloads);

}  // namespace erfd
