#include "erfd/base/choices.hpp"
#include "erfd/io/states.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd {
namespace {

using nlohmann::ordered_json;

constexpr std::array state_keys{"time_s", "q", "qd", "qdd", "tau", "move", "payload"};
// What the commands write beside the states: read over, so that a result can be an input.
constexpr std::array result_keys{"terms",     "inertia_matrix", "coriolis_matrix",
                                 "reactions", "energy",         "frames"};
constexpr std::array file_keys{"states", "robot", "tool",    "gravity_m_s2",
                               "joints", "units", "left_out"};

template <class Keys>
bool contains(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Location place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(lines) + 1, static_cast<int>(before.size() - line_start) + 1};
}

class Reader {
 public:
  Reader(const Model& model, const std::string& file_name) : model_(model) {
    result_.findings = Diagnostics(file_name);
  }

  ReadStates read(std::string_view text) {
    ordered_json root;
    try {
      root = ordered_json::parse(text);
    } catch (const ordered_json::parse_error& failure) {
      error(place_of(text, failure.byte),
            "this is no JSON from here on; numbers are finite, keys stand in \"quotes\"");
      return std::move(result_);
    } catch (const ordered_json::exception&) {
      error({}, "a number is too large for a double");
      return std::move(result_);
    }
    if (!root.is_object() || !root.contains("states") || !root["states"].is_array()) {
      error({}, "expected {\"states\": [{\"q\": [..], \"qd\": [..], \"qdd\": [..]}]}");
      return std::move(result_);
    }
    for (const auto& [key, value] : root.items())
      if (!contains(file_keys, key)) unknown_key("", key, {file_keys.begin(), file_keys.end()});
    std::size_t number = 0;
    for (const ordered_json& item : root["states"])
      read_state(item, fmt::format("states[{}]", number++));
    if (number == 0) error({}, "states: the list is empty");
    if (result_.findings.has_errors()) result_.states.clear();
    return std::move(result_);
  }

 private:
  void error(Location at, std::string message) {
    result_.findings.error("state-json", at, std::move(message));
  }

  void unknown_key(const std::string& path, const std::string& key,
                   const std::vector<std::string>& known) {
    const std::string all = fmt::format("; known: {}", fmt::join(known, ", "));
    error({}, fmt::format("{}{}unknown key '{}'{}", path, path.empty() ? "" : ": ", key,
                          did_you_mean(key, known, all)));
  }

  void read_state(const ordered_json& item, const std::string& path) {
    if (!item.is_object()) return error({}, path + ": expected an object with q, qd, qdd or tau");
    for (const auto& [key, value] : item.items())
      if (!contains(state_keys, key) && !contains(result_keys, key))
        unknown_key(path, key, {state_keys.begin(), state_keys.end()});
    if (!item.contains("q")) error({}, path + ": q is missing");
    State state = rest_state(model_);
    bool has_q = false;
    read_numbers(item, path, "q", state.q, has_q);
    read_numbers(item, path, "qd", state.qd, result_.has_qd);
    read_numbers(item, path, "qdd", state.qdd, result_.has_qdd);
    read_numbers(item, path, "tau", state.tau, result_.has_tau);
    if (item.contains("time_s")) {
      result_.has_time = true;
      if (item["time_s"].is_number())
        state.time = item["time_s"].get<double>();
      else
        error({}, path + ".time_s: expected a number");
    }
    read_move(item, path, state);
    read_payload(item, path, state);
    result_.states.push_back(std::move(state));
  }

  void read_move(const ordered_json& item, const std::string& path, State& state) {
    if (!item.contains("move")) return;
    result_.has_move = true;
    const ordered_json& move = item["move"];
    if (!move.is_number_integer() || move.get<double>() < 1 || move.get<double>() > 1e9)
      return error({}, path + ".move: expected a whole number from 1 on");
    state.move = move.get<int>();
  }

  void read_payload(const ordered_json& item, const std::string& path, State& state) {
    VectorX<double> numbers = VectorX<double>::Zero(10);
    const std::size_t before = result_.findings.all().size();
    read_numbers(item, path, "payload", numbers, result_.has_payload,
                 "a payload has 10: kg, centre in m, inertia about it in kg m^2 "
                 "(xx yy zz xy xz yz)");
    if (result_.findings.all().size() != before) return;
    if (numbers[0] < 0) return error({}, path + ".payload: the mass is negative");
    std::array<double, 10> entries{};
    std::copy(numbers.begin(), numbers.end(), entries.begin());
    state.payload = payload_of(entries);
  }

  void read_numbers(const ordered_json& item, const std::string& path, const char* key,
                    VectorX<double>& values, bool& given) {
    read_numbers(
        item, path, key, values, given,
        fmt::format("{} needs {} (joints {})", model_.name(), values.size(), joint_names(model_)));
  }

  void read_numbers(const ordered_json& item, const std::string& path, const char* key,
                    VectorX<double>& values, bool& given, const std::string& expected) {
    if (!item.contains(key)) return;
    given = true;
    const ordered_json& list = item[key];
    if (!list.is_array() ||
        !std::all_of(list.begin(), list.end(), [](const auto& v) { return v.is_number(); }))
      return error({}, fmt::format("{}.{}: expected a list of numbers", path, key));
    if (list.size() != static_cast<std::size_t>(values.size()))
      return error({}, fmt::format("{}.{}: has {} numbers, {}", path, key, list.size(), expected));
    for (std::size_t i = 0; i < list.size(); ++i)
      values[static_cast<Eigen::Index>(i)] = list[i].get<double>();
  }

  const Model& model_;
  ReadStates result_;
};

}  // namespace

ReadStates read_states_json(std::string_view text, const std::string& file_name,
                            const Model& model) {
  return Reader(model, file_name).read(text);
}

}  // namespace erfd
