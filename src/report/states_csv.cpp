#include "erfd/report/csv.hpp"
#include "erfd/report/motion_file.hpp"
#include "erfd/report/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr int most_findings = 50;  // a file in the wrong order would fill the screen

/// What a column goes to; time has no vector.
struct Target {
  bool is_time = false;
  StateHead head;
};

VectorX<double>& part(State& state, Quantity quantity) {
  switch (quantity) {
    case Quantity::position:
      return state.q;
    case Quantity::velocity:
      return state.qd;
    case Quantity::acceleration:
      return state.qdd;
    case Quantity::effort:
      break;
  }
  return state.tau;
}

/// Knows the heads of one robot and notes which entries the file has given.
class Heads {
 public:
  explicit Heads(const Model& model) : model_(model), accepted_(accepted_heads(model)) {}

  Target target(const CsvHead& head, Diagnostics& findings) {
    if (head.text == "time_s" || head.text == "time_ms") return time(head, findings);
    const auto found = std::find_if(accepted_.begin(), accepted_.end(),
                                    [&](const StateHead& h) { return h.text == head.text; });
    if (found == accepted_.end()) {
      findings.error("state-head", head.at, unknown(head.text));
      return {};
    }
    const auto [first, is_new] = given_.try_emplace({found->quantity, found->index}, head.text);
    if (!is_new)
      findings.error(
          "state-head", head.at,
          fmt::format("column '{}' gives the same number as '{}'", head.text, first->second));
    return {false, *found};
  }

  /// A quantity is given for all joints or for none.
  void check_complete(Quantity quantity, Diagnostics& findings) const {
    if (!gives(quantity)) return;
    std::string missing;
    const auto heads = standard_heads(model_, quantity);
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (!given_.contains({quantity, static_cast<int>(i)}))
        missing += (missing.empty() ? "" : ", ") + heads[i];
    if (!missing.empty())
      findings.error("state-head", {1, 1},
                     fmt::format("columns are missing: {}; give all of them or none", missing));
  }

  bool gives(Quantity quantity) const {
    return std::any_of(given_.begin(), given_.end(),
                       [&](const auto& entry) { return entry.first.first == quantity; });
  }
  bool gives_time() const { return !time_.empty(); }

 private:
  Target time(const CsvHead& head, Diagnostics& findings) {
    if (gives_time())
      findings.error("state-head", head.at,
                     fmt::format("column '{}' gives the same number as '{}'", head.text, time_));
    time_ = head.text;
    return {true, {head.text, {}, 0, head.text == "time_s" ? 1 : 1e-3}};
  }

  std::string unknown(const std::string& text) const {
    std::vector<std::string> known{"time_s", "time_ms"};
    for (const StateHead& head : accepted_) known.push_back(head.text);
    const std::string near = nearest_word(text, known);
    const std::string cure = near.empty() ? "heads look like time_s, " +
                                                standard_heads(model_, Quantity::position).back()
                                          : fmt::format("did you mean '{}'?", near);
    return fmt::format("column '{}' is not known for {} with joints {}; {}", text, model_.name(),
                       joint_names(model_), cure);
  }

  const Model& model_;
  std::vector<StateHead> accepted_;
  std::map<std::pair<Quantity, int>, std::string> given_;
  std::string time_;
};

/// Times that are numbers rise from row to row.
void check_times(const CsvNumbers& csv, const std::vector<Target>& targets, Diagnostics& findings) {
  const auto time =
      std::find_if(targets.begin(), targets.end(), [](const Target& t) { return t.is_time; });
  if (time == targets.end())
    return findings.error("motion-time", {1, 1},
                          "no times are given; a column time_s was expected");
  const auto column = static_cast<std::size_t>(time - targets.begin());
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double now = csv.rows[i][column];
    if (now <= last)
      findings.error("motion-time", {csv.lines[i], 1},
                     fmt::format("{} is {} after {}, expected a larger one", time->head.text,
                                 shortest(now), shortest(last)));
    if (std::isfinite(now)) last = now;
    if (findings.count(Severity::error) >= most_findings) return;
  }
}

ReadStates read(std::string_view text, const std::string& file_name, const Model& model,
                bool is_motion) {
  CsvNumbers csv = read_csv(text, file_name);
  ReadStates result;
  Heads heads(model);
  std::vector<Target> targets;
  if (!csv.heads.empty()) {
    for (const CsvHead& head : csv.heads) targets.push_back(heads.target(head, csv.findings));
    for (const Quantity quantity :
         {Quantity::position, Quantity::velocity, Quantity::acceleration, Quantity::effort})
      heads.check_complete(quantity, csv.findings);
    if (!heads.gives(Quantity::position))
      csv.findings.error("state-head", {1, 1},
                         fmt::format("no positions are given; columns {} … were expected",
                                     standard_heads(model, Quantity::position).front()));
    if (is_motion) check_times(csv, targets, csv.findings);
    if (csv.rows.empty() && !csv.findings.has_errors())
      csv.findings.error("state-row", {2, 0}, "there are heads but no states");
  }
  csv.findings.sort();
  result.findings = std::move(csv.findings);
  if (result.findings.has_errors()) return result;

  for (const auto& row : csv.rows) {
    State state = rest_state(model);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double value = targets[i].head.factor * row[i];
      if (targets[i].is_time)
        state.time = value;
      else
        part(state, targets[i].head.quantity)[targets[i].head.index] = value;
    }
    result.states.push_back(std::move(state));
  }
  result.has_time = heads.gives_time();
  result.has_qd = heads.gives(Quantity::velocity);
  result.has_qdd = heads.gives(Quantity::acceleration);
  result.has_tau = heads.gives(Quantity::effort);
  return result;
}

}  // namespace

ReadStates read_states_csv(std::string_view text, const std::string& file_name,
                           const Model& model) {
  return read(text, file_name, model, false);
}

ReadStates read_motion_csv(std::string_view text, const std::string& file_name,
                           const Model& model) {
  return read(text, file_name, model, true);
}

}  // namespace erfd
