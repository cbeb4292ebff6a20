// Signals of the run document: channel by channel, little-endian, base64.
#include "report/document/base64.hpp"
#include "report/document/parts.hpp"
#include "report/verdict/moves.hpp"

#include <bit>

namespace erfd {
namespace {

static_assert(std::endian::native == std::endian::little, "base64 of signals is little-endian");

using Units = SignalUnits;

template <class Number>
std::string encoded(const MatrixX<double>& channels) {
  const Eigen::Array<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows =
      channels.array().cast<Number>();
  return base64(std::as_bytes(std::span(rows.data(), static_cast<std::size_t>(rows.size()))));
}

MatrixX<double> positions(const std::vector<Pose<double>>& poses) {
  MatrixX<double> p(3, static_cast<Eigen::Index>(poses.size()));
  for (std::size_t k = 0; k < poses.size(); ++k) p.col(static_cast<Eigen::Index>(k)) = poses[k].p;
  return p;
}

void tell(const JudgedCase& s, double share) {
  if (s.progress) s.progress(share);
}

/// There is a motion to show.
bool is_complete(const JudgedCase& s) {
  return s.verification.fault.empty() && s.verification.motion.q.cols() > 0;
}

void add_joints(const JudgedCase& s, const ThinRun& thin, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units q = joint_units(s.model, ""), qd = joint_units(s.model, "/s"),
              qdd = joint_units(s.model, "/s²"), tau = joint_torque_units(s.model);
  tell(s, 0.1);
  signals.set("q_asked", signal_json({"joint", true, true}, q, thin.together(r.q_asked)));
  signals.set("q", signal_json({"joint", false, true}, q, thin.together(r.q)));
  signals.set("qd_asked", signal_json({"joint", true}, qd, thin.apart(starting_speeds(r))));
  signals.set("qd", signal_json({"joint"}, qd, thin.apart(r.qd)));
  tell(s, 0.3);
  signals.set("qdd_asked", signal_json({"joint", true}, qdd, thin.apart(r.qdd_asked)));
  signals.set("qdd", signal_json({"joint"}, qdd, thin.apart(r.qdd)));
  tell(s, 0.4);
  signals.set("tau_asked", signal_json({"joint", true}, tau, thin.apart(r.tau_asked)));
  signals.set("tau", signal_json({"joint"}, tau, thin.apart(r.tau)));
}

void add_motors(const JudgedCase& s, const MatrixX<double>& causes, const ThinRun& thin,
                Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units torque = motor_torque_units(s.model, s.drives);
  const std::vector<Cycles> cycles = thin.of_motors(r.ua_asked, r.ua_low, r.ua_high);
  tell(s, 0.6);
  signals.set("ua_asked", signal_json({"motor", true}, torque, in_cycles(r.ua_asked, cycles)));
  signals.set("ua", signal_json({"motor"}, torque, thin.apart(r.ua)));
  tell(s, 0.7);
  signals.set("ua_low", signal_json({"motor", true}, torque, in_cycles(r.ua_low, cycles)));
  signals.set("ua_high", signal_json({"motor", true}, torque, in_cycles(r.ua_high, cycles)));
  if (causes.size() == 0) return;
  tell(s, 0.8);
  Units split;
  for (const std::string& unit : torque)
    split.insert(split.end(), static_cast<std::size_t>(causes.rows()) / torque.size(), unit);
  signals.set("ua_split", signal_json({"cause", true}, split, in_cycles(causes, cycles)));
}

void add_tool(const JudgedCase& s, const ThinRun& thin, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units metres(3, "m");
  tell(s, 1);
  signals.set("tcp_asked",
              signal_json({"tool", true}, metres, thin.together(positions(r.X_WT_asked))));
  tell(s, 1);
  signals.set("tcp", signal_json({"tool"}, metres, thin.together(positions(r.X_WT))));
  signals.set("path_error", signal_json({"scalar"}, {"m"}, thin.apart(r.path_error.transpose())));
  signals.set("turn_error", signal_json({"scalar"}, {"rad"}, thin.apart(r.turn_error.transpose())));
}

void add_sensors(const JudgedCase& s, const ThinRun& thin, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  if (s.model.sensors().empty()) return;
  const Units units = felt_units(s.model);
  signals.set("felt_asked", signal_json({"sensor", true}, units,
                                        thin.apart(in_felt_units(s.model, r.felt_asked))));
  signals.set("felt", signal_json({"sensor"}, units, thin.apart(in_felt_units(s.model, r.felt))));
}

}  // namespace

OccurringCauses occurring_causes(const JudgedCase& s) {
  tell(s, 0);
  return is_complete(s) ? occurring_causes(s.verification.motion.causes_asked) : OccurringCauses{};
}

OccurringCauses occurring_causes(const MatrixX<double>& all) {
  OccurringCauses result;
  if (all.size() == 0) return result;
  std::vector<int> kept;
  for (int c = 0; c < torque_cause_count; ++c) {
    if (all(Eigen::seq(c, Eigen::last, torque_cause_count), Eigen::all).isZero(0)) continue;
    kept.push_back(c);
    result.names.emplace_back(std::string(name_of(static_cast<TorqueCause>(c))));
  }
  std::vector<int> rows;
  for (int first = 0; first < static_cast<int>(all.rows()); first += torque_cause_count)
    for (const int c : kept) rows.push_back(first + c);
  result.torques = all(rows, Eigen::all);
  return result;
}

ThinRun thin_run_of(const JudgedCase& s, const MatrixX<double>& cause_torques) {
  const MotionRecord& r = s.verification.motion;
  Cycles worst;
  for (const MoveVerdict& m : s.verification.moves) {
    if (m.achievable || !std::isfinite(m.worst.time) || m.move >= std::ssize(s.plan.moves))
      continue;
    const PlannedMove& planned = s.plan.moves[static_cast<std::size_t>(m.move)];
    worst.push_back(std::min<Eigen::Index>(std::lround(m.worst.time / s.plan.period),
                                           std::max(planned.first_sample, planned.end_sample - 1)));
  }
  const Eigen::Index doubles = 2 * r.q.rows(),
                     floats = 6 * r.qd.rows() + 4 * r.ua.rows() + cause_torques.rows() + 8 +
                              (r.signals.empty() ? 0 : motion_signal_rows(s.model, s.drives));
  return {r.q.cols(), static_cast<std::size_t>(8 * doubles + 4 * floats), std::move(worst)};
}

void add_thinning(const ThinRun& thin, Eigen::Index cycles, double period, Json& document) {
  if (thin.every() == 1) return;
  document.set("thinned", Json::Object{{"every", thin.every()},
                                       {"cycles", static_cast<int>(cycles)},
                                       {"period_s", period}});
}

Json signal_json(const SignalKind& kind, const SignalUnits& units,
                 const MatrixX<double>& channels) {
  Json::List unit_list(units.begin(), units.end());
  return Json::Object{
      {"of", kind.of},
      {"asked", kind.asked},
      {"units", std::move(unit_list)},
      {"shape", Json::List{static_cast<int>(channels.rows()), static_cast<int>(channels.cols())}},
      {"encoding", kind.exact ? "float64-base64-le" : "float32-base64-le"},
      {"data", kind.exact ? encoded<double>(channels) : encoded<float>(channels)}};
}

SignalUnits joint_units(const Model& model, const char* suffix) {
  SignalUnits units;
  for (const Body& body : model.bodies())
    units.push_back(measure_of(body.kind).position + std::string(suffix));
  return units;
}

SignalUnits joint_torque_units(const Model& model) {
  SignalUnits units;
  for (const Body& body : model.bodies()) units.emplace_back(measure_of(body.kind).effort);
  return units;
}

Json planned_way(const Plan& plan) {
  constexpr std::size_t most = 20000;
  const std::size_t every = 1 + plan.X_WT.size() / most;
  std::vector<Pose<double>> some;
  for (std::size_t k = 0; k < plan.X_WT.size(); k += every) some.push_back(plan.X_WT[k]);
  return signal_json({"tool", true}, Units(3, "m"), positions(some));
}

SignalUnits felt_units(const Model& model) {
  SignalUnits units;
  for (const Sensor& sensor : model.sensors())
    for (const SensorChannel& channel : channels_of(sensor.kind)) units.emplace_back(channel.unit);
  return units;
}

MatrixX<double> in_felt_units(const Model& model, MatrixX<double> felt) {
  Eigen::Index row = 0;
  for (const Sensor& sensor : model.sensors())
    for (const SensorChannel& channel : channels_of(sensor.kind)) felt.row(row++) /= channel.si;
  return felt;
}

SignalUnits motor_torque_units(const Model& model, const Drives& drives) {
  SignalUnits units;
  for (const Motor& motor : drives.motors()) units.emplace_back(pushes(motor, model) ? "N" : "N m");
  return units;
}

Json signals_json(const JudgedCase& s, const MatrixX<double>& cause_torques, const ThinRun& thin) {
  Json signals = Json::Object{};
  if (!is_complete(s)) return signals;
  add_joints(s, thin, signals);
  add_motors(s, cause_torques, thin, signals);
  add_tool(s, thin, signals);
  add_sensors(s, thin, signals);
  add_motion_signals(s, thin, signals);
  return signals;
}

}  // namespace erfd
