#include "erfd/io/motion_file.hpp"

#include "erfd/base/text.hpp"
#include "erfd/math/cubic_spline.hpp"

#include "io/read_by_extension.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// JSON has no lines to name: the states are counted.
void check_times(ReadStates& read) {
  if (read.findings.has_errors()) return;
  if (!read.has_time) return read.findings.error("motion-time", {}, "no times are given as time_s");
  for (std::size_t i = 1; i < read.states.size(); ++i)
    if (!(read.states[i].time > read.states[i - 1].time))
      read.findings.error(
          "motion-time", {},
          fmt::format("states[{}].time_s is {} after {}, expected a larger one", i,
                      shortest(read.states[i].time), shortest(read.states[i - 1].time)));
}

bool can_differentiate(const Model& model, ReadStates& read) {
  if (model.has_free_base())
    read.findings.error(
        "motion-derivative", {},
        "the base is free: its velocities and accelerations must be given, base_wx_rad_s … "
        "and base_dwx_rad_s2 …");
  else if (read.states.size() < 2)
    read.findings.error(
        "motion-derivative", {},
        "one sample alone tells neither velocities nor accelerations; give them, or "
        "more samples");
  return !read.findings.has_errors();
}

/// Derivatives of one entry of a state over all samples.
class Differentiator {
 public:
  explicit Differentiator(const std::vector<State>& states)
      : y_(states.size()), first_(states.size()), second_(states.size()) {
    for (const State& state : states) t_.push_back(state.time);
  }

  void run(const std::vector<State>& states, VectorX<double> State::* part, Eigen::Index i) {
    for (std::size_t k = 0; k < states.size(); ++k) y_[k] = (states[k].*part)[i];
    spline_derivatives(t_, y_, first_, second_);
  }

  std::span<const double> first() const { return first_; }
  std::span<const double> second() const { return second_; }

 private:
  std::vector<double> t_, y_, first_, second_;
};

void set(std::vector<State>& states, VectorX<double> State::* part, Eigen::Index i,
         std::span<const double> values) {
  for (std::size_t k = 0; k < states.size(); ++k) (states[k].*part)[i] = values[k];
}

/// Less than a thousandth of the largest velocity is rest: rounding of the positions would decide
/// the direction of friction where a joint stands still.
std::vector<double> with_rests(std::span<const double> velocities) {
  double largest = 0;
  for (const double v : velocities) largest = std::max(largest, std::abs(v));
  std::vector<double> clean(velocities.begin(), velocities.end());
  for (double& v : clean)
    if (std::abs(v) < 1e-3 * largest) v = 0;
  return clean;
}

void differentiate(const Model& model, ReadStates& read) {
  Differentiator spline(read.states);
  for (Eigen::Index i = 0; i < model.nv(); ++i) {
    spline.run(read.states, read.has_qd ? &State::qd : &State::q, i);
    if (!read.has_qd) set(read.states, &State::qd, i, with_rests(spline.first()));
    if (!read.has_qdd)
      set(read.states, &State::qdd, i, read.has_qd ? spline.first() : spline.second());
  }
}

/// Differences of the samples up to rounding of what is written.
bool runs_in_cycles(const Model& model, const std::vector<State>& states) {
  if (model.has_free_base() || states.size() < 2) return false;
  VectorX<double> positions = VectorX<double>::Zero(model.nv()), speeds = positions;
  for (const State& s : states) {
    positions = positions.cwiseMax(s.q.cwiseAbs());
    speeds = speeds.cwiseMax(s.qd.cwiseAbs());
  }
  constexpr double rounding = 1e-9;
  for (std::size_t k = 1; k < states.size(); ++k) {
    const State &before = states[k - 1], &now = states[k];
    const double step = now.time - before.time;
    const VectorX<double> off_q = now.q - before.q - step * now.qd;
    const VectorX<double> off_qd = now.qd - before.qd - step * before.qdd;
    if (((off_q.cwiseAbs() - rounding * positions).array() > 0).any() ||
        ((off_qd.cwiseAbs() - rounding * speeds).array() > 0).any())
      return false;
  }
  return true;
}

}  // namespace

VectorX<double> friction_velocities(const ReadStates& motion, std::size_t k) {
  const std::vector<State>& states = motion.states;
  if (!motion.in_cycles) return states[k].qd;
  if (k + 1 < states.size()) return states[k + 1].qd;
  return states[k].qd + cycle_time(motion, k) * states[k].qdd;
}

double cycle_time(const ReadStates& motion, std::size_t k) {
  const std::vector<State>& states = motion.states;
  const std::size_t end = std::min(k + 1, states.size() - 1);
  return states[end].time - states[end - 1].time;
}

namespace {

ReadStates read_motion(std::string_view text, bool is_csv, const std::string& file_name,
                       const Model& model) {
  ReadStates read =
      is_csv ? read_motion_csv(text, file_name, model) : read_states_json(text, file_name, model);
  if (!is_csv) check_times(read);
  if (read.findings.has_errors()) return read;
  if (read.has_qd && read.has_qdd) {
    read.in_cycles = runs_in_cycles(model, read.states);
    return read;
  }
  if (can_differentiate(model, read)) differentiate(model, read);
  return read;
}

}  // namespace

ReadStates read_motion_file(const std::string& path, const Model& model) {
  return read_by_extension(path, [&](const std::string& text, bool is_csv) {
    return read_motion(text, is_csv, path, model);
  });
}

ReadStates read_motion_text(std::string_view text, const std::string& file_name,
                            const Model& model) {
  return read_motion(text, !is_json_text(text), file_name, model);
}

}  // namespace erfd
