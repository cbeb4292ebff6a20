#include "erfd/simulation/checkpoint_file.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/io/json.hpp"

#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd {
namespace {

constexpr const char* format_name = "erfd-checkpoint/4";
using Read = nlohmann::json;

Json list(const VectorX<double>& values) {
  return Json::numbers({values.data(), static_cast<std::size_t>(values.size())});
}

template <class T>
Json whole_numbers(const std::vector<T>& values) {
  Json::List items;
  for (const auto value : values) items.emplace_back(static_cast<double>(value));
  return items;
}

VectorX<double> vector_of(const Read& json) {
  const auto values = json.get<std::vector<double>>();
  return VectorX<double>::Map(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<bool> truths_of(const Read& json) {
  std::vector<bool> truths;
  for (const double value : json.get<std::vector<double>>()) truths.push_back(value != 0);
  return truths;
}

Json limits_json(const std::vector<LimitRecord>& records) {
  Json::List items;
  for (const LimitRecord& record : records)
    items.emplace_back(Json::numbers(
        std::vector{static_cast<double>(record.limits.bits()), record.first, record.duration}));
  return items;
}

std::vector<LimitRecord> limits_of(const Read& json) {
  std::vector<LimitRecord> records;
  for (const Read& item : json)
    records.push_back({LimitSet::of_bits(item.at(0).get<unsigned>()), item.at(1).get<double>(),
                       item.at(2).get<double>()});
  return records;
}

constexpr double TrackingRecord::* tracking_parts[] = {&TrackingRecord::largest,
                                                       &TrackingRecord::time, &TrackingRecord::end,
                                                       &TrackingRecord::squares};
constexpr double SettlingRecord::* settling_parts[] = {
    &SettlingRecord::way, &SettlingRecord::band, &SettlingRecord::time, &SettlingRecord::outside,
    &SettlingRecord::overshoot};
constexpr double ExcessRecord::* excess_parts[] = {&ExcessRecord::excess, &ExcessRecord::worst,
                                                   &ExcessRecord::bound, &ExcessRecord::time,
                                                   &ExcessRecord::first};

template <class Record, std::size_t N>
Json records_json(const std::vector<Record>& records, double Record::* const (&parts)[N]) {
  Json::List items;
  for (const Record& record : records) {
    std::vector<double> numbers;
    for (const auto part : parts) numbers.push_back(record.*part);
    items.emplace_back(Json::numbers(numbers));
  }
  return items;
}

template <class Record, std::size_t N>
std::vector<Record> records_of(const Read& json, double Record::* const (&parts)[N]) {
  std::vector<Record> records;
  for (const Read& item : json) {
    Record& record = records.emplace_back();
    for (std::size_t i = 0; i < N; ++i) record.*parts[i] = item.at(i).template get<double>();
  }
  return records;
}

/// What Audit has added up so far; flows and final energies are made at the end.
constexpr std::pair<const char*, double Audit::*> audit_parts[] = {
    {"kinetic_start_J", &Audit::kinetic_start},
    {"potential_start_J", &Audit::potential_start},
    {"payload_J", &Audit::payload},
    {"kinetic_peak_J", &Audit::kinetic_peak},
    {"power_residual_W", &Audit::power_residual},
    {"power_peak_W", &Audit::power_peak},
    {"loop_gap", &Audit::loop_gap}};

Checkpoint state_of(const Read& json) {
  Checkpoint c;
  const Read& i = json.at("integrator");
  c.integrator = {i.at("time_s").get<double>(), i.at("step_s").get<double>(),
                  vector_of(i.at("x")),         vector_of(i.at("rate")),
                  vector_of(i.at("carry")),     i.at("steps").get<long>(),
                  i.at("rejected").get<long>(), i.at("evaluations").get<long>()};
  c.anchor = vector_of(json.at("anchor"));
  c.command = vector_of(json.at("command"));
  c.load_sign = vector_of(json.at("load_sign"));
  c.model = json.at("model").get<int>();
  c.modes = json.at("modes").get<std::vector<int>>();
  c.resting = truths_of(json.at("resting"));
  c.was_limited = truths_of(json.at("was_limited"));
  c.samples = json.at("samples").get<long>();
  c.cycles = json.at("cycles").get<long>();
  c.switches = json.at("switches").get<long>();
  c.calls = json.at("calls").get<long>();
  c.cluster_start = json.at("cluster_start_s").get<double>();
  c.cluster = json.at("cluster").get<int>();
  for (const auto& [name, part] : audit_parts)
    c.audit.*part = json.at("audit").at(name).get<double>();
  for (const Read& e : json.at("events"))
    c.events.push_back({e.at(0).get<double>(), e.at(1).get<int>(), e.at(2).get<int>()});
  c.limits = limits_of(json.at("limits"));
  const Read& motion = json.at("motion");
  c.motion = {records_of(motion.at("tracking"), tracking_parts),
              records_of(motion.at("settling"), settling_parts),
              records_of(motion.at("ranges"), excess_parts),
              records_of(motion.at("joint_speeds"), excess_parts),
              records_of(motion.at("motor_speeds"), excess_parts),
              records_of(motion.at("mechanisms"), excess_parts)};
  c.input_memory = json.at("input_memory").get<std::vector<double>>();
  return c;
}

Json json_of(const Checkpoint& c) {
  const IntegratorState& i = c.integrator;
  Json audit;
  for (const auto& [name, part] : audit_parts) audit.set(name, c.audit.*part);
  Json::List events;
  for (const FrictionEvent& e : c.events)
    events.emplace_back(Json::numbers(
        std::vector{e.t, static_cast<double>(e.element), static_cast<double>(e.mode)}));
  const auto whole = [](long value) { return Json(static_cast<double>(value)); };
  return Json::Object{
      {"integrator", Json::Object{{"time_s", i.t},
                                  {"step_s", i.h},
                                  {"x", list(i.x)},
                                  {"rate", list(i.f)},
                                  {"carry", list(i.carry)},
                                  {"steps", whole(i.steps)},
                                  {"rejected", whole(i.rejected)},
                                  {"evaluations", whole(i.evaluations)}}},
      {"anchor", list(c.anchor)},
      {"command", list(c.command)},
      {"load_sign", list(c.load_sign)},
      {"model", c.model},
      {"modes", whole_numbers(c.modes)},
      {"resting", whole_numbers(c.resting)},
      {"was_limited", whole_numbers(c.was_limited)},
      {"samples", whole(c.samples)},
      {"cycles", whole(c.cycles)},
      {"switches", whole(c.switches)},
      {"calls", whole(c.calls)},
      {"cluster_start_s", c.cluster_start},
      {"cluster", c.cluster},
      {"audit", std::move(audit)},
      {"events", std::move(events)},
      {"limits", limits_json(c.limits)},
      {"motion", Json::Object{{"tracking", records_json(c.motion.tracking, tracking_parts)},
                              {"settling", records_json(c.motion.settling, settling_parts)},
                              {"ranges", records_json(c.motion.ranges, excess_parts)},
                              {"joint_speeds", records_json(c.motion.joint_speeds, excess_parts)},
                              {"motor_speeds", records_json(c.motion.motor_speeds, excess_parts)},
                              {"mechanisms", records_json(c.motion.mechanisms, excess_parts)}}},
      {"input_memory", Json::numbers(c.input_memory)}};
}

}  // namespace

std::string fingerprint(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

std::string checkpoint_text(const CheckpointFile& file) {
  Json inputs = Json::Object{};
  for (const auto& [name, print] : file.inputs) inputs.set(name, print);
  return Json(Json::Object{{"format", format_name},
                           {"inputs", std::move(inputs)},
                           {"rows", static_cast<double>(file.position.rows)},
                           {"bytes", static_cast<double>(file.position.bytes)},
                           {"state", json_of(file.state)}})
             .text() +
         '\n';
}

CheckpointFile read_checkpoint(const std::string& path) {
  const TextFile written = read_text_file(path, "a checkpoint");
  if (!written.ok())
    throw Error(fmt::format("{}: there is nothing to resume: {}", path, written.problem));
  try {
    const auto json = nlohmann::ordered_json::parse(written.text);
    if (json.at("format") != format_name)
      throw Error(fmt::format("{}: its format is not {}", path, format_name));
    CheckpointFile file;
    for (const auto& [name, print] : json.at("inputs").items())
      file.inputs.emplace_back(name, print.get<std::string>());
    file.position = {json.at("rows").get<std::size_t>(), json.at("bytes").get<std::uint64_t>()};
    file.state = state_of(Read(json.at("state")));
    return file;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(fmt::format("{}: is no checkpoint of erfd: {}", path, problem.what()));
  }
}

}  // namespace erfd
