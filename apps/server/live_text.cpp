#include "live_text.hpp"

#include "erfd/io/json.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd::server {
namespace {

using Value = nlohmann::json;

/// Beyond any robot; squares of it are still finite.
constexpr double largest = 1e9;

Value parsed(std::string_view text) {
  Value value = Value::parse(text, nullptr, false);
  if (!value.is_object()) throw Error("found no JSON object, expected one a line");
  return value;
}

double number(const Value& value, std::string_view key) {
  if (!value.is_number()) throw Error(fmt::format("{}: expected a number", key));
  const double x = value.get<double>();
  if (!(std::abs(x) <= largest))
    throw Error(fmt::format("{}: found {}, expected at most 1e9", key, x));
  return x;
}

VectorX<double> numbers(const Value& object, const char* key, int count, bool needed) {
  const auto found = object.find(key);
  if (found == object.end() && !needed) return {};
  const std::size_t size = found == object.end() || !found->is_array() ? 0 : found->size();
  if (size != static_cast<std::size_t>(count))
    throw Error(fmt::format("{}: found {} numbers, expected {}", key, size, count));
  VectorX<double> values(count);
  for (int i = 0; i < count; ++i) values[i] = number((*found)[static_cast<std::size_t>(i)], key);
  return values;
}

/// Nine digits: more than any sensor has, and half the bytes of a double in full.
std::string list(const VectorX<double>& values) {
  return fmt::format("[{:.9g}]", fmt::join(values.data(), values.data() + values.size(), ","));
}

/// Every digit: a deviation is what is left of two numbers.
std::string plan_members(const LiveView& view) {
  const PlanDeviation& off = *view.plan;
  return fmt::format(
      ",\"program_t_s\":{:.17g},\"program_offset_s\":{:.17g},\"move\":{},\"line\":{},"
      "\"q_deviation\":[{:.17g}],\"tool_deviation\":[{:.17g},{:.17g}]",
      off.time, view.sample.time - off.time, off.move + 1, view.line,
      fmt::join(off.q.data(), off.q.data() + off.q.size(), ","), off.tool, off.turn);
}

std::string members(const LiveView& view) {
  const LiveSample& s = view.sample;
  std::string text =
      fmt::format("\"t_s\":{:.9g},\"q\":{},\"qd\":{},\"qdd\":{},\"ua_model\":{}", s.time, list(s.q),
                  list(s.qd), list(view.qdd), list(view.ua_model));
  if (view.plan) text += plan_members(view);
  if (s.ua.size() > 0)
    text += fmt::format(",\"ua\":{},\"ua_difference\":{}", list(s.ua), list(s.ua - view.ua_model));
  return text + '}';
}

}  // namespace

bool is_hello(std::string_view text) {
  if (text.find("\"erfd_live\"") == text.npos) return false;  // samples need not be parsed twice
  const Value value = Value::parse(text, nullptr, false);
  return value.is_object() && value.contains("erfd_live");
}

LiveHello read_hello(std::string_view text) {
  const Value value = parsed(text);
  if (value["erfd_live"] != 1)
    throw Error("hello: erfd_live: expected 1, the version of the protocol");
  LiveHello hello;
  const auto robot = value.find("robot");
  if (robot != value.end() && !robot->is_string()) throw Error("hello: robot: expected a name");
  if (robot != value.end()) hello.robot = robot->get<std::string>();
  if (!value.contains("period_s")) throw Error("hello: period_s: missing, expected seconds");
  hello.period = number(value["period_s"], "hello: period_s");
  if (!(hello.period >= 1e-6 && hello.period <= 10))
    throw Error(fmt::format("hello: period_s: found {} s, expected 1e-6 to 10 s", hello.period));
  return hello;
}

LiveSample read_sample(std::string_view text, int joints, int torques) {
  const Value value = parsed(text);
  LiveSample sample;
  if (!value.contains("t_s")) throw Error("t_s: missing, expected seconds");
  sample.time = number(value["t_s"], "t_s");
  if (value.contains("program_t_s"))
    sample.program_time = number(value["program_t_s"], "program_t_s");
  sample.q = numbers(value, "q", joints, true);
  sample.qd = numbers(value, "qd", joints, false);
  sample.ua = numbers(value, "ua", torques, false);
  return sample;
}

std::string welcome_line(const Model& model, int torques) {
  return fmt::format("{{\"erfd_live\":1,\"robot\":{},\"joints\":{},\"torques\":{}}}\n",
                     json_quoted(model.name()), model.nv(), torques);
}

std::string error_line(std::string_view sentence) {
  return fmt::format("{{\"error\":{}}}\n", json_quoted(sentence));
}

std::string live_message(const LiveView& view) { return "{\"type\":\"live\"," + members(view); }
std::string live_object(const LiveView& view) { return "{" + members(view); }

}  // namespace erfd::server
