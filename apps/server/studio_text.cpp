#include "studio_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd::server {
namespace {

using Value = nlohmann::json;

/// No request is nested deeper; a body of brackets alone would cost fifty times its size.
constexpr int deepest_level = 8;

Value object_of(std::string_view text) {
  const auto check_depth = [](int depth, Value::parse_event_t, const Value&) {
    if (depth > deepest_level)
      throw Error(fmt::format("the body: found more than {} levels of brackets, expected fewer",
                              deepest_level));
    return true;
  };
  Value value = Value::parse(text, check_depth, false);
  if (!value.is_object()) throw Error("the body: found no JSON object, expected one");
  return value;
}

std::string text_at(const Value& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string())
    throw Error(fmt::format("{}: expected a text", key));
  return found->get<std::string>();
}

/// A number in (or at) bounds; none where the key is absent or null.
std::optional<double> number_at(const Value& object, const char* key, double least, double most) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  const double x = found->is_number() ? found->get<double>() : std::nan("");
  if (!(x >= least && x <= most))
    throw Error(fmt::format("{}: found {}, expected a number from {} to {}", key,
                            found->is_number() ? fmt::format("{}", x) : "no number", least, most));
  return x;
}

const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

}  // namespace

Response refused(int status, std::string_view sentence) {
  Response response;
  response.status = status;
  response.body = fmt::format("{{\"error\": {}}}\n", json_quoted(sentence));
  return response;
}

Response fine(const Json& body, int status) {
  Response response;
  response.status = status;
  response.body = body.text() + '\n';
  return response;
}

void check_utf8(std::string_view name, std::string_view text) {
  try {
    Value(text).dump();
  } catch (const Value::type_error&) {
    throw Error(fmt::format("{}: is not UTF-8; save it as UTF-8 first", name));
  }
}

std::string token_of_hello(std::string_view text) {
  const Value value = Value::parse(text, nullptr, false);
  if (!value.is_object() || value.value("type", Value()) != "hello") return {};
  const auto token = value.find("token");
  return token != value.end() && token->is_string() ? token->get<std::string>() : "";
}

ProgramToSave program_to_save(const std::string& body) {
  const Value value = object_of(body);
  return {text_at(value, "text"), value.contains("seen") ? text_at(value, "seen") : ""};
}

VerifyRequest verify_request_of(const std::string& body, const std::vector<RobotEntry>& robots) {
  const Value value = object_of(body);
  VerifyRequest request;
  request.robot = text_at(value, "robot");
  // Only names of the list: a path would let the page read files.
  if (std::none_of(robots.begin(), robots.end(),
                   [&](const RobotEntry& r) { return r.name == request.robot; }))
    throw Error("robot: expected a name that /api/robots lists");
  request.program_text = text_at(value, "program_text");
  if (value.contains("program_name")) request.program_name = text_at(value, "program_name");
  const auto options = value.find("options");
  if (options == value.end()) return request;
  if (!options->is_object()) throw Error("options: expected an object");
  request.payload_kg = number_at(*options, "payload_kg", 0, 1e5);
  request.speed_scale = number_at(*options, "speed_scale", 0.01, 10).value_or(1);
  if (options->contains("tool") && !(*options)["tool"].is_null())
    request.tool = text_at(*options, "tool");
  return request;
}

Json findings_json(const Diagnostics& findings) {
  Json::List list;
  for (const Diagnostic& finding : findings.all())
    list.push_back(Json::Object{{"code", finding.check},
                                {"severity", name_of(finding.severity)},
                                {"line", finding.at.line},
                                {"column", finding.at.column},
                                {"message", finding.message}});
  return list;
}

Json robots_json(const std::vector<RobotEntry>& robots) {
  Json::List list;
  for (const RobotEntry& robot : robots)
    list.push_back(Json::Object{{"name", robot.name},
                                {"title", robot.title},
                                {"axes", robot.axes},
                                {"tools", Json::List(robot.tools.begin(), robot.tools.end())}});
  return list;
}

Json request_json(const VerifyRequest& request, int job) {
  Json options = Json::Object{};
  if (request.payload_kg) options.set("payload_kg", *request.payload_kg);
  if (request.tool) options.set("tool", *request.tool);
  if (request.speed_scale != 1) options.set("speed_scale", request.speed_scale);
  return Json::Object{{"robot", request.robot},
                      {"program_name", request.program_name},
                      {"program_text", request.program_text},
                      {"options", std::move(options)},
                      {"job", job}};
}

}  // namespace erfd::server
