// The words that a robot file may say where it says no number.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include "base/toml/key.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace erfd::words {

/// A free base has a table of its own.
inline constexpr auto joint_types = [] {
  std::array<Word<JointKind>, joint_kinds.size() - 1> words{};
  std::size_t count = 0;
  for (const JointKindInfo& info : joint_kinds)
    if (info.kind != JointKind::free) words[count++] = {info.name, info.kind};
  return words;
}();
inline constexpr std::array shapes = {
    Word<ShapeKind>{"rod", ShapeKind::rod}, Word<ShapeKind>{"cylinder", ShapeKind::cylinder},
    Word<ShapeKind>{"box", ShapeKind::box}, Word<ShapeKind>{"bent_rod", ShapeKind::bent_rod}};
inline constexpr auto sensors = [] {
  std::array<Word<SensorKind>, sensor_kinds.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = {sensor_kinds[i].name, sensor_kinds[i].kind};
  return words;
}();
inline constexpr std::array inertia_abouts = {Word<bool>{"com", false}, Word<bool>{"origin", true}};
inline constexpr std::array bases = {Word<BaseType>{"fixed", BaseType::fixed},
                                     Word<BaseType>{"free", BaseType::free}};
inline constexpr std::array sides = {Word<FrictionSide>{"motor", FrictionSide::motor},
                                     Word<FrictionSide>{"joint", FrictionSide::joint}};
inline constexpr std::array mechanisms = {
    Word<MechanismKind>{"crank", MechanismKind::crank},
    Word<MechanismKind>{"ball_screw", MechanismKind::ball_screw},
    Word<MechanismKind>{"parallelogram", MechanismKind::parallelogram}};
inline constexpr auto loop_joints = [] {
  std::array<Word<CutKind>, cut_kinds.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = {cut_kinds[i].name, cut_kinds[i].kind};
  return words;
}();
inline constexpr std::array actuations = {Word<bool>{"active", false}, Word<bool>{"passive", true}};
inline constexpr std::array scene_kinds = {Word<bool>{"fixture", false}, Word<bool>{"part", true}};
inline constexpr std::array orientations = {Word<std::string_view>{"zyx", "zyx"},
                                            Word<std::string_view>{"yzx", "yzx"}};

}  // namespace erfd::words
