#include "io/state_columns.hpp"

#include "erfd/base/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using Kind = StateColumn::Kind;

constexpr Quantity quantities[] = {Quantity::position, Quantity::velocity, Quantity::acceleration,
                                   Quantity::effort};

/// "qd" of "qd_elbow_rad_s", "base" of "base_qw": how a head begins.
std::string_view beginning(std::string_view head) {
  const std::size_t end = head.find_first_of("_0123456789");
  return head.substr(0, end);
}

}  // namespace

StateColumns::StateColumns(const Model& model) : model_(model) {
  const auto accept = [&](const std::string& head, const StateColumn& column) {
    accepted_.emplace(head, column);
    known_.push_back(head);
  };
  accept("time_s", {Kind::time, {}, 0, 1});
  accept("time_ms", {Kind::time, {}, 0, 1e-3});
  for (const StateHead& head : accepted_heads(model))
    accept(head.text, {Kind::state, head.quantity, head.index, head.factor});
  accept("move", {Kind::move, {}, 0, 1});
  int index = 0;
  for (const std::string& head : payload_heads()) accept(head, {Kind::payload, {}, index++, 1});
}

std::vector<StateColumn> StateColumns::take(const std::vector<CsvHead>& heads,
                                            Diagnostics& findings) {
  std::vector<StateColumn> columns;
  for (const CsvHead& head : heads) {
    const auto found = accepted_.find(head.text);
    columns.push_back(found == accepted_.end() ? StateColumn{} : found->second);
    if (found == accepted_.end()) continue;
    const auto [first, is_new] = given_.try_emplace(entry_of(found->second), head.text);
    if (!is_new)
      findings.error(
          "state-head", head.at,
          fmt::format("column '{}' gives the same number as '{}'", head.text, first->second));
  }
  leave_out(heads, findings);
  for (const Quantity quantity : quantities) check_complete(quantity, findings);
  check_payload(findings);
  if (!gives(Quantity::position))
    findings.error("state-head", {1, 1},
                   fmt::format("no positions are given; columns {} … were expected",
                               standard_heads(model_, Quantity::position).front()));
  return columns;
}

bool StateColumns::gives(Quantity quantity) const {
  return std::any_of(given_.begin(), given_.end(), [&](const auto& given) {
    return given.first.first == Kind::state && given.first.second.first == quantity;
  });
}

bool StateColumns::gives(StateColumn::Kind kind) const {
  return std::any_of(given_.begin(), given_.end(),
                     [&](const auto& given) { return given.first.first == kind; });
}

/// The head that was meant: it begins alike, or names the same joint in another unit, and nothing else
/// gives its number. Results of other commands (qa_…, ua_…, tau1_inertia_…) stand beside the numbers
/// that they resemble.
std::optional<std::string> StateColumns::slip(const std::string& head) const {
  const std::size_t cut = head.find('_');
  const std::string joint = head.substr(0, cut + 1), unit = head.substr(cut + 1);  // "q2_", "deg"
  const auto known = [&](auto fits) { return std::find_if(known_.begin(), known_.end(), fits); };
  const bool is_unit =
      joint.find_first_of("0123456789") != joint.npos && known([&](const std::string& k) {
                                                           return k.substr(k.find('_') + 1) == unit;
                                                         }) != known_.end();
  const auto same = known([&](const std::string& k) { return k.starts_with(joint); });
  const std::string near = is_unit && same != known_.end() ? *same : nearest_word(head, known_);
  if (near.empty() || beginning(near) != beginning(head)) return std::nullopt;
  if (given_.contains(entry_of(accepted_.at(near)))) return std::nullopt;
  return near;
}

void StateColumns::leave_out(const std::vector<CsvHead>& heads, Diagnostics& findings) const {
  std::vector<std::string> rest;
  for (const CsvHead& head : heads) {
    if (knows(head.text)) continue;
    if (const auto meant = slip(head.text))
      findings.error("state-head", head.at,
                     fmt::format("column '{}' is not known for {} with joints {}; did you mean "
                                 "'{}'?",
                                 head.text, model_.name(), joint_names(model_), *meant));
    else
      rest.push_back(head.text);
  }
  if (!rest.empty()) findings.note("state-head", {}, columns_not_read(rest));
}

/// A quantity is given for all joints or for none; passive joints of loops follow from the others.
void StateColumns::check_complete(Quantity quantity, Diagnostics& findings) const {
  if (!gives(quantity)) return;
  std::string missing;
  const auto heads = standard_heads(model_, quantity);
  const std::size_t base = heads.size() - model_.joints().size();
  for (std::size_t i = 0; i < heads.size(); ++i)
    if (!given_.contains({Kind::state, {quantity, static_cast<int>(i)}}) &&
        !(i >= base && model_.is_constrained() && model_.joints()[i - base].passive))
      missing += (missing.empty() ? "" : ", ") + heads[i];
  if (!missing.empty())
    findings.error("state-head", {1, 1},
                   fmt::format("columns are missing: {}; give all of them or none", missing));
}

/// A mass, with its centre or at the flange, with its inertia or as a point.
void StateColumns::check_payload(Diagnostics& findings) const {
  if (!gives(Kind::payload)) return;
  const auto given = [&](int i) { return given_.contains({Kind::payload, {Quantity{}, i}}); };
  std::string missing = given(0) ? "" : payload_heads()[0];
  for (const auto& [first, end] : {std::pair(1, 4), std::pair(4, 10)}) {
    bool any = false;
    for (int i = first; i < end; ++i) any = any || given(i);
    for (int i = first; any && i < end; ++i)
      if (!given(i))
        missing += (missing.empty() ? "" : ", ") + payload_heads()[static_cast<std::size_t>(i)];
  }
  if (!missing.empty())
    findings.error("state-head", {1, 1},
                   fmt::format("columns are missing: {}; a payload is a mass, with or without the "
                               "place of its centre, with or without its inertia",
                               missing));
}

}  // namespace erfd
