#include "verbs/simulate_motion.hpp"

#include "erfd/base/units.hpp"
#include "erfd/report/table.hpp"

#include "output/state_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Farther off at the end, a run is not told as one that followed its reference.
constexpr double end_off_angle = degree, end_off_length = 1e-3;

/// "0.0048", "90.0", "3400".
std::string three_digits(double value) {
  if (std::abs(value) < 10) return with_digits(value, 3);
  return with_decimals(value, std::abs(value) < 1000 ? 1 : 0);
}

/// A quantity of joint j as people read it: degrees, millimetres for small lengths.
std::string shown(const Model& model, std::size_t j, double value, const char* rate) {
  if (is_angle(model.joints()[j].kind))
    return fmt::format("{} deg{}", three_digits(value / degree), rate);
  if (std::abs(value) < 1) return fmt::format("{} mm{}", three_digits(value * 1e3), rate);
  return fmt::format("{} m{}", three_digits(value), rate);
}

std::string name_of_joint(const Model& model, std::size_t j) {
  return fmt::format("joint '{}'", model.joints()[j].joint);
}

/// How often the error at the end is that which still counts as on the reference.
double end_share(const SimulationPage& page, std::size_t j) {
  const bool turns = is_angle(page.plant.model().joints()[j].kind);
  return page.result.motion.tracking[j].end / (turns ? end_off_angle : end_off_length);
}

/// Joints that have a reference.
std::vector<std::size_t> followers(const SimulationPage& page) {
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < page.result.motion.tracking.size(); ++j)
    if (is_asked(page.plant.model(), j)) joints.push_back(j);
  return joints;
}

std::vector<std::size_t> farthest_first(const SimulationPage& page) {
  std::vector<std::size_t> joints = followers(page);
  std::stable_sort(joints.begin(), joints.end(), [&](std::size_t a, std::size_t b) {
    return end_share(page, a) > end_share(page, b);
  });
  return joints;
}

/// A bound that was exceeded, with the words for it.
struct Exceeded {
  std::string who, what, worst, bound, unit;
  const ExcessRecord* record;
};

std::vector<Exceeded> exceeded(const SimulationPage& page) {
  const Model& model = page.plant.model();
  const MotionRecords& motion = page.result.motion;
  std::vector<Exceeded> all;
  const auto of_joints = [&](const std::vector<ExcessRecord>& records, const char* what,
                             Quantity quantity, const char* rate) {
    const std::vector<Coordinate> entries = coordinates(model, quantity);
    for (std::size_t j = 0; j < records.size(); ++j)
      if (records[j].excess > 0)
        all.push_back({name_of_joint(model, j), what, shown(model, j, records[j].worst, rate),
                       shown(model, j, records[j].bound, rate), entries[j].unit, &records[j]});
  };
  of_joints(motion.ranges, "range", Quantity::position, "");
  of_joints(motion.joint_speeds, "speed", Quantity::velocity, "/s");
  const auto of_motors = [&](const std::vector<ExcessRecord>& records, const char* who,
                             const char* what, double unit, const char* shown_unit,
                             const char* si_unit) {
    for (std::size_t i = 0; i < records.size(); ++i)
      if (const ExcessRecord& r = records[i]; r.excess > 0)
        all.push_back(
            {fmt::format("{} '{}'", who, page.plant.drives()->motor(static_cast<int>(i)).name),
             what, fmt::format("{} {}", three_digits(r.worst / unit), shown_unit),
             fmt::format("{} {}", three_digits(r.bound / unit), shown_unit), si_unit, &r});
  };
  of_motors(motion.motor_speeds, "motor", "speed", rpm, "rpm", "rad/s");
  of_motors(motion.mechanisms, "mechanism of motor", "range", degree, "deg", "rad");
  return all;
}

}  // namespace

std::optional<double> settled_after(const SimulationPage& page, std::size_t j) {
  const SettlingRecord& record = page.result.motion.settling[j];
  if (record.outside != 0) return std::nullopt;
  return record.time - page.result.start;
}

namespace {

std::optional<double> overshoot_percent(const SettlingRecord& record) {
  if (record.way == 0) return std::nullopt;
  return 100 * record.overshoot / std::abs(record.way);
}

Json settling_json(const SimulationPage& page, std::size_t j) {
  const SettlingRecord& record = page.result.motion.settling[j];
  return Json::Object{{"way", record.way},
                      {"band", record.band},
                      {"settled_after_s", Json::maybe(settled_after(page, j))},
                      {"overshoot", record.overshoot},
                      {"overshoot_percent", Json::maybe(overshoot_percent(record))},
                      {"steady_error", page.result.motion.tracking[j].end}};
}

}  // namespace

bool is_asked(const Model& model, std::size_t j) {
  return !model.is_constrained() || !model.joints()[j].passive;
}

std::string tracking_sentence(const SimulationPage& page) {
  const std::vector<std::size_t> joints = farthest_first(page);
  if (joints.empty()) return {};
  const Model& model = page.plant.model();
  const auto off = [&](std::size_t j) {
    return shown(model, j, page.result.motion.tracking[j].end, "");
  };
  if (end_share(page, joints[0]) <= 1)
    return fmt::format("every joint ends on its reference, {} the farthest off by {}",
                       name_of_joint(model, joints[0]), off(joints[0]));
  std::string text;
  for (const std::size_t j : joints)
    if (end_share(page, j) > 1)
      text += text.empty()
                  ? fmt::format("{} ends {} off its reference", name_of_joint(model, j), off(j))
                  : fmt::format(", {} {}", name_of_joint(model, j), off(j));
  return text;
}

std::string tracking_part(const SimulationPage& page, const TextStyle& style) {
  const SimulationResult& r = page.result;
  const auto n = static_cast<Eigen::Index>(r.motion.tracking.size());
  if (n == 0) return {};
  VectorX<double> largest(n), end(n), rms(n);
  std::vector<double> times;
  for (std::size_t j = 0; j < r.motion.tracking.size(); ++j) {
    const TrackingRecord& record = r.motion.tracking[j];
    const auto i = static_cast<Eigen::Index>(j);
    largest[i] = record.largest;
    end[i] = record.end;
    rms[i] = r.rms_error(j);
  }
  const Model& model = page.plant.model();
  const std::vector<std::size_t> joints = followers(page);
  std::vector<std::string> names;
  for (const std::size_t j : joints) {
    names.push_back(model.joints()[j].joint);
    times.push_back(r.motion.tracking[j].time);
  }
  Table table;
  table.text("joint", names);
  add_column(table, model, "largest", Quantity::position, largest, true, joints);
  table.results("at", "s", times, 4);
  add_column(table, model, "at the end", Quantity::position, end, true, joints);
  add_column(table, model, "rms", Quantity::position, rms, true, joints);
  std::string sentence = tracking_sentence(page);
  sentence[0] = static_cast<char>(std::toupper(sentence[0]));
  return bold("How far off its reference", style) + "\n\n" + table.layout(style) + '\n' +
         wrapped(sentence + '.', style.width, 2) + "\n\n";
}

std::string settling_part(const SimulationPage& page, const TextStyle& style) {
  const Model& model = page.plant.model();
  const std::vector<SettlingRecord>& records = page.result.motion.settling;
  if (records.empty()) return {};
  Table table;
  std::vector<std::string> names;
  const auto n = static_cast<Eigen::Index>(records.size());
  VectorX<double> way(n), overshoot(n), error(n);
  std::vector<std::optional<double>> settled, percent;
  for (const std::size_t j : followers(page)) {
    const SettlingRecord& r = records[j];
    const auto i = static_cast<Eigen::Index>(j);
    names.push_back(model.joints()[j].joint);
    way[i] = r.way;
    overshoot[i] = r.overshoot;
    error[i] = page.result.motion.tracking[j].end;
    settled.push_back(settled_after(page, j));
    percent.push_back(overshoot_percent(r));
  }
  const std::vector<std::size_t> joints = followers(page);
  table.text("joint", names);
  add_column(table, model, "way", Quantity::position, way, true, joints);
  table.data("settled after", "s", settled, 4);
  add_column(table, model, "overshoot", Quantity::position, overshoot, true, joints);
  table.data("of the way", "%", percent, 3);
  add_column(table, model, "steady error", Quantity::position, error, true, joints);
  return bold("How it comes to the place asked for", style) + "\n\n" + table.layout(style) + '\n' +
         wrapped(
             "Settled: within 2 % of the way for good, or within 0.01 rad or 1 mm of a shorter "
             "one. "
             "The steady error is that at the end of the run.",
             style.width, 2) +
         "\n\n";
}

std::vector<std::string> bound_sentences(const SimulationPage& page) {
  std::vector<std::string> sentences;
  for (const Exceeded& e : exceeded(page))
    sentences.push_back(fmt::format("{}: {} exceeded first at {} s; {} at {} s, the limit is {}",
                                    e.who, e.what, with_digits(e.record->first, 4), e.worst,
                                    with_digits(e.record->time, 4), e.bound));
  return sentences;
}

Json tracking_json(const SimulationPage& page) {
  const SimulationResult& r = page.result;
  if (r.motion.tracking.empty()) return {};
  const std::vector<Coordinate> entries = coordinates(page.plant.model(), Quantity::position);
  Json::List joints;
  for (const std::size_t j : followers(page)) {
    const TrackingRecord& record = r.motion.tracking[j];
    Json joint = Json::Object{{"joint", entries[j].name},
                              {"unit", entries[j].unit},
                              {"largest", record.largest},
                              {"largest_at_s", record.time},
                              {"end", record.end},
                              {"rms", r.rms_error(j)},
                              {"ends_on_reference", end_share(page, j) <= 1}};
    if (!r.motion.settling.empty()) joint.set("settling", settling_json(page, j));
    joints.push_back(std::move(joint));
  }
  return joints;
}

Json bounds_json(const SimulationPage& page) {
  Json::List bounds;
  for (const Exceeded& e : exceeded(page))
    bounds.emplace_back(Json::Object{{"of", e.who},
                                     {"what", e.what},
                                     {"unit", e.unit},
                                     {"bound", e.record->bound},
                                     {"worst", e.record->worst},
                                     {"worst_at_s", e.record->time},
                                     {"first_s", e.record->first}});
  return bounds;
}

}  // namespace erfd
