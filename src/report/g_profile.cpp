#include "erfd/report/g_profile.hpp"

#include "erfd/report/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Largest amounts of what is felt in a part of the profile.
struct Figures {
  int part = 0;                                     ///< from 1
  double begin = 0, end = 0;                        ///< [s]
  double level = 0;                                 ///< at its end [g]; NaN: none
  double off = 0;                                   ///< Gz from the level [g]
  double rate = 0;                                  ///< of Gz [g/s]
  double arm = 0;                                   ///< [rad/s]
  std::array<double, sensor_channel_count> most{};  ///< Gx Gy Gz [g], p q r [rad/s], signless
};

/// The speed at which Gz changes, over a tenth of a second: differences of cycles show rounding.
double rate_at(const GMotion& motion, Eigen::Index k) {
  const auto& states = motion.motion.states;
  const double period = states[1].time - states[0].time;
  const auto steps = std::max<Eigen::Index>(1, std::lround(0.1 / period));
  const Eigen::Index other = std::max<Eigen::Index>(0, k - steps);
  if (other == k) return 0;
  return (motion.felt(2, k) - motion.felt(2, other)) / standard_gravity /
         (static_cast<double>(k - other) * period);
}

void add_sample(const GMotion& motion, Eigen::Index k, const SensorChannels& channels,
                Figures& part) {
  for (std::size_t c = 0; c < channels.size(); ++c)
    part.most[c] = std::max(
        part.most[c], std::abs(motion.felt(static_cast<Eigen::Index>(c), k)) / channels[c].si);
  part.end = motion.motion.states[static_cast<std::size_t>(k)].time;
  part.arm = std::max(part.arm, motion.speed[k]);
  part.rate = std::max(part.rate, std::abs(rate_at(motion, k)));
  if (!std::isnan(motion.wanted[k])) {
    part.level = motion.wanted[k];
    part.off =
        std::max(part.off, std::abs(motion.felt(2, k) / standard_gravity - motion.wanted[k]));
  }
}

std::vector<Figures> parts_of(const GMotion& motion) {
  std::vector<Figures> parts;
  const SensorChannels& channels = channels_of(SensorKind::pilot);
  for (Eigen::Index k = 0; k < motion.felt.cols(); ++k) {
    const State& state = motion.motion.states[static_cast<std::size_t>(k)];
    if (parts.empty() || parts.back().part != state.move) {
      parts.emplace_back();
      parts.back().part = state.move;
      parts.back().begin = state.time;
    }
    add_sample(motion, k, channels, parts.back());
  }
  return parts;
}

std::string name_of(const Figures& part, std::size_t count) {
  if (part.part == 1) return "run-up";
  if (static_cast<std::size_t>(part.part) == count) return "back";
  return fmt::format("stage {}", part.part - 1);
}

}  // namespace

std::string g_profile_text(const GMotion& motion, const Model& model, const TextStyle& style) {
  const std::vector<Figures> parts = parts_of(motion);
  const Sensor& sensor = model.sensors()[static_cast<std::size_t>(motion.sensor)];
  std::vector<std::string> names;
  const auto column = [&](auto get) {
    std::vector<double> values;
    for (const Figures& part : parts) values.push_back(get(part));
    return values;
  };
  for (const Figures& part : parts) names.push_back(name_of(part, parts.size()));
  Table table;
  table.text("part", names);
  table.results("from", "s", column([](const auto& p) { return p.begin; }), 4);
  table.results("to", "s", column([](const auto& p) { return p.end; }), 4);
  table.results("level", "g", column([](const auto& p) { return p.level; }), 3);
  table.results("Gz", "g", column([](const auto& p) { return p.most[2]; }), 4);
  table.results("off", "g", column([](const auto& p) { return p.off; }), 3);
  table.results("rate", "g/s", column([](const auto& p) { return p.rate; }), 3);
  table.results("Gx", "g", column([](const auto& p) { return p.most[0]; }), 3);
  table.results("Gy", "g", column([](const auto& p) { return p.most[1]; }), 3);
  table.results("p", "rad/s", column([](const auto& p) { return p.most[3]; }), 3);
  table.results("q", "rad/s", column([](const auto& p) { return p.most[4]; }), 3);
  table.results("r", "rad/s", column([](const auto& p) { return p.most[5]; }), 3);
  table.results("arm", "rad/s", column([](const auto& p) { return p.arm; }), 3);
  return bold(fmt::format("What {} feels on {}", sensor.name, model.name()), style) +
         fmt::format("  {:.1f} s, gimbals {:.3g} m from the arm's axis\n\n",
                     motion.motion.states.back().time, motion.radius) +
         table.layout(style) + '\n' +
         wrapped(
             "level: at the end of the part; Gz, Gx, Gy, p, q, r: largest amounts; off: Gz from "
             "the level, while it changes: the tangential acceleration of the arm adds to it, and "
             "the "
             "gimbals turn; rate: of Gz, over 0.1 s.",
             style.width) +
         '\n';
}

Json g_profile_json(const GMotion& motion, const Model& model) {
  const std::vector<Figures> figures = parts_of(motion);
  Json::List parts;
  for (const Figures& part : figures)
    parts.push_back(Json::Object{{"part", name_of(part, figures.size())},
                                 {"start_time_s", part.begin},
                                 {"end_time_s", part.end},
                                 {"level_g", part.level},
                                 {"off_level_g", part.off},
                                 {"rate_g_s", part.rate},
                                 {"Gx_g", part.most[0]},
                                 {"Gy_g", part.most[1]},
                                 {"Gz_g", part.most[2]},
                                 {"p_rad_s", part.most[3]},
                                 {"q_rad_s", part.most[4]},
                                 {"r_rad_s", part.most[5]},
                                 {"arm_speed_rad_s", part.arm}});
  return Json::Object{{"robot", model.name()},
                      {"sensor", model.sensors()[static_cast<std::size_t>(motion.sensor)].name},
                      {"time_s", motion.motion.states.back().time},
                      {"radius_m", motion.radius},
                      {"parts", std::move(parts)}};
}

}  // namespace erfd
