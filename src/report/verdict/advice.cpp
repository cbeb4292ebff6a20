#include "report/verdict/advice.hpp"

#include "erfd/base/units.hpp"

#include "report/verdict/moves.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// With three digits, rounded down: a number that is told must work.
std::string rounded_down(double value) {
  if (!(value > 0)) return "0";
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  const double rounded = std::floor(value / unit * (1 + 1e-12)) * unit;
  return rounded >= 100 ? fmt::format("{:.0f}", rounded) : with_digits(rounded, 3);
}

const MoveAdvice* advice_of(const JudgedCase& s, const MoveVerdict& m) {
  const auto k = static_cast<std::size_t>(m.move);
  if (s.advice == nullptr || k >= s.advice->moves.size()) return nullptr;
  return &s.advice->moves[k];
}

/// "312 mm/s and 700 mm/s^2 instead of 460 mm/s and 1000 mm/s^2": those that are lowered.
std::string numbers(const MoveAdvice& a) {
  std::vector<std::string> now, was;
  if (a.works->speed < a.asked_speed) {
    now.push_back(speed_words(a.measure, a.works->speed));
    was.push_back(speed_words(a.measure, a.asked_speed));
  }
  if (a.works->acceleration < a.asked_acceleration) {
    now.push_back(acceleration_words(a.measure, a.works->acceleration));
    was.push_back(acceleration_words(a.measure, a.asked_acceleration));
  }
  return fmt::format("{} instead of {}", fmt::join(now, " and "), fmt::join(was, " and "));
}

/// "; with its acceleration 300 mm/s" where that is another way than the one that was told.
std::string other_way(const MoveAdvice& a) {
  const bool by_speed = a.works->acceleration == a.asked_acceleration;
  if (!by_speed && a.speed)
    return fmt::format("; with its own acceleration at {}", speed_words(a.measure, *a.speed));
  if (by_speed && a.acceleration)
    return fmt::format("; at its own speed with {}",
                       acceleration_words(a.measure, *a.acceleration));
  return "";
}

/// Their own sentence says the cure.
bool only_jumps(const MoveVerdict& m) {
  return std::all_of(m.exceeded.begin(), m.exceeded.end(),
                     [](const Binding& b) { return b.limit == Limit::jump; });
}

std::string no_lowering(const JudgedCase& s, const MoveVerdict& m) {
  if (s.verification.kept_path)
    for (const KeptPath::Obstacle& obstacle : s.verification.kept_path->obstacles)
      if (obstacle.move == m.move) return "no lower speed helps: " + obstacle.reason;
  return "no lower speed or acceleration helps";
}

double reserve_of(const MoveVerdict& m, const MoveAdvice& a) {
  return a.least_time ? m.asked_time - *a.least_time : 0;
}

}  // namespace

std::string speed_words(WayMeasure measure, double speed) {
  switch (measure) {
    case WayMeasure::path:
      return rounded_down(speed / millimetre) + " mm/s";
    case WayMeasure::turn:
      return rounded_down(speed / degree) + " deg/s";
    case WayMeasure::share:
      break;
  }
  return rounded_down(100 * speed) + " % of the speed";
}

std::string acceleration_words(WayMeasure measure, double acceleration) {
  switch (measure) {
    case WayMeasure::path:
      return rounded_down(acceleration / millimetre) + " mm/s^2";
    case WayMeasure::turn:
      return rounded_down(acceleration / degree) + " deg/s^2";
    case WayMeasure::share:
      break;
  }
  return rounded_down(100 * acceleration) + " % of the acceleration";
}

std::string advice_sentence(const JudgedCase& s, const MoveVerdict& m) {
  const MoveAdvice* const a = advice_of(s, m);
  if (a == nullptr) return "";
  const std::string least =
      a->least_time ? fmt::format("its path takes {:.2f} s at least", *a->least_time) : "";
  if (m.achievable && !a->works)
    return a->least_time ? fmt::format("{:.2f} s of reserve: {}", reserve_of(m, *a), least) : "";
  if (!a->works) return only_jumps(m) ? "" : no_lowering(s, m);
  return fmt::format("works at {}, {} s instead of {} s{}{}{}", numbers(*a),
                     seconds(a->works->time), seconds(m.asked_time), other_way(*a),
                     least.empty() ? "" : "; ", least);
}

std::vector<std::string> advice_sentences(const JudgedCase& s) {
  constexpr std::size_t most = 8;
  if (s.advice == nullptr) return {};
  std::vector<std::string> sentences;
  std::size_t more = 0;
  double reserve = 0;
  const MoveVerdict* largest = nullptr;
  for (const MoveVerdict& m : s.verification.moves) {
    const MoveAdvice* const a = advice_of(s, m);
    if (a == nullptr) continue;
    if (m.achievable && !a->works) {
      const double its = reserve_of(m, *a);
      if (!(its > 0)) continue;
      reserve += its;
      if (largest == nullptr || its > reserve_of(*largest, *advice_of(s, *largest))) largest = &m;
      continue;
    }
    const std::string sentence = advice_sentence(s, m);
    if (sentence.empty()) continue;
    if (sentences.size() < most)
      sentences.push_back(fmt::format("line {}: {}", line_of(s, m), sentence));
    else
      ++more;
  }
  if (more > 0) sentences.push_back(fmt::format("and {} more moves; --json has all", more));
  if (s.advice->time)
    sentences.push_back(fmt::format("all of it together: {} s instead of {} s, proven",
                                    seconds(*s.advice->time), seconds(s.verification.asked_time)));
  if (largest != nullptr)
    sentences.push_back(fmt::format(
        "reserve of the moves that are achievable, from stop to stop on the same path: {:.2f} s, "
        "most of it in line {}: {:.2f} s",
        reserve, line_of(s, *largest), reserve_of(*largest, *advice_of(s, *largest))));
  return sentences;
}

Json advice_json(const JudgedCase& s, const MoveVerdict& m) {
  const MoveAdvice* const a = advice_of(s, m);
  if (a == nullptr) return {};
  const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(); };
  constexpr const char* speeds[] = {"m/s", "rad/s", "share"};
  constexpr const char* accelerations[] = {"m/s^2", "rad/s^2", "share"};
  const auto measure = static_cast<std::size_t>(a->measure);
  Json json = Json::Object{{"speed_unit", speeds[measure]},
                           {"acceleration_unit", accelerations[measure]},
                           {"asked_speed", finite(a->asked_speed)},
                           {"asked_acceleration", finite(a->asked_acceleration)},
                           {"largest_speed", number(a->speed)},
                           {"largest_acceleration", number(a->acceleration)}};
  json.set("works", a->works ? Json(Json::Object{{"speed", a->works->speed},
                                                 {"acceleration", a->works->acceleration},
                                                 {"time_s", a->works->time}})
                             : Json());
  json.set("least_time_s", number(a->least_time));
  json.set("reserve_s", m.achievable && a->least_time ? Json(reserve_of(m, *a)) : Json());
  json.set("text", advice_sentence(s, m));
  return json;
}

}  // namespace erfd
