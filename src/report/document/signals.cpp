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

void tell(const VerdictSubject& s, double share) {
  if (s.progress) s.progress(share);
}

/// There is a motion to show.
bool is_complete(const VerdictSubject& s) {
  return s.verification.fault.empty() && s.verification.motion.q.cols() > 0;
}

void add_joints(const VerdictSubject& s, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units q = joint_units(s.model, ""), qd = joint_units(s.model, "/s"),
              qdd = joint_units(s.model, "/s²"), tau = joint_torque_units(s.model);
  tell(s, 0.1);
  signals.set("q_asked", signal_json({"joint", true, true}, q, r.q_asked));
  signals.set("q", signal_json({"joint", false, true}, q, r.q));
  signals.set("qd_asked", signal_json({"joint", true}, qd, starting_speeds(r)));
  signals.set("qd", signal_json({"joint"}, qd, r.qd));
  tell(s, 0.3);
  signals.set("qdd_asked", signal_json({"joint", true}, qdd, r.qdd_asked));
  signals.set("qdd", signal_json({"joint"}, qdd, r.qdd));
  tell(s, 0.4);
  signals.set("tau_asked", signal_json({"joint", true}, tau, r.tau_asked));
  signals.set("tau", signal_json({"joint"}, tau, r.tau));
}

void add_motors(const VerdictSubject& s, const MatrixX<double>& causes, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units torque = motor_torque_units(s.model, s.drives);
  tell(s, 0.6);
  signals.set("ua_asked", signal_json({"motor", true}, torque, r.ua_asked));
  signals.set("ua", signal_json({"motor"}, torque, r.ua));
  tell(s, 0.7);
  signals.set("ua_low", signal_json({"motor", true}, torque, r.ua_low));
  signals.set("ua_high", signal_json({"motor", true}, torque, r.ua_high));
  if (causes.size() == 0) return;
  tell(s, 0.8);
  Units split;
  for (const std::string& unit : torque)
    split.insert(split.end(), static_cast<std::size_t>(causes.rows()) / torque.size(), unit);
  signals.set("ua_split", signal_json({"cause", true}, split, causes));
}

void add_tool(const VerdictSubject& s, Json& signals) {
  const MotionRecord& r = s.verification.motion;
  const Units metres(3, "m");
  tell(s, 1);
  signals.set("tcp_asked", signal_json({"tool", true}, metres, positions(r.X_WT_asked)));
  tell(s, 1);
  signals.set("tcp", signal_json({"tool"}, metres, positions(r.X_WT)));
  signals.set("path_error", signal_json({"scalar"}, {"m"}, r.path_error.transpose()));
  signals.set("turn_error", signal_json({"scalar"}, {"rad"}, r.turn_error.transpose()));
}

}  // namespace

OccurringCauses occurring_causes(const VerdictSubject& s) {
  OccurringCauses result;
  const MatrixX<double>& all = s.verification.motion.causes_asked;
  if (!is_complete(s) || all.size() == 0) return result;
  std::vector<int> kept;
  for (int c = 0; c < torque_cause_count; ++c) {
    tell(s, 0);
    if (all(Eigen::seq(c, Eigen::last, torque_cause_count), Eigen::all).isZero(0)) continue;
    kept.push_back(c);
    result.names.emplace_back(std::string(name_of(static_cast<TorqueCause>(c))));
  }
  std::vector<int> rows;
  for (int i = 0; i < s.drives.count(); ++i)
    for (const int c : kept) rows.push_back(i * torque_cause_count + c);
  tell(s, 0.1);
  result.torques = all(rows, Eigen::all);
  return result;
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

SignalUnits motor_torque_units(const Model& model, const Drives& drives) {
  SignalUnits units;
  for (const Motor& motor : drives.motors()) units.emplace_back(pushes(motor, model) ? "N" : "N m");
  return units;
}

Json signals_json(const VerdictSubject& s, const MatrixX<double>& cause_torques) {
  Json signals = Json::Object{};
  if (!is_complete(s)) return signals;
  add_joints(s, signals);
  add_motors(s, cause_torques, signals);
  add_tool(s, signals);
  return signals;
}

}  // namespace erfd
