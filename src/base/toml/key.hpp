// A key of a file, with all that its readers and writers must know of it.
#pragma once

#include "base/toml/quantity.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace erfd {

enum class Need { optional, required };

/// Whether a URDF has a place for what stands behind the key.
enum class InUrdf { no, yes };

/// Written as stem and unit: "mass" in units::mass is mass_kg or mass_g.
struct Key {
  std::string_view stem;
  UnitFamily family = units::none;
  std::string_view quantity =
      "";  ///< for people: "rotor inertia"; empty: nobody asks for its source
  Need need = Need::optional;
  InUrdf in_urdf = InUrdf::no;

  /// As files are written.
  std::string in_si() const { return std::string(stem) + std::string(family.front().ending); }
};

/// A key of a joint: its unit depends on how the joint moves, and so may its name.
struct JointKey {
  std::string_view stem;
  JointUnits units;
  std::string_view quantity = "";
  Need need = Need::optional;
  InUrdf in_urdf = InUrdf::no;
  std::string_view turning_stem = stem;
  std::string_view sliding_stem = stem;

  /// The key for a joint that moves like this.
  Key as(JointMotion motion) const {
    const bool slides = motion == JointMotion::sliding;
    return {slides ? sliding_stem : turning_stem, slides ? units.sliding : units.turning, quantity,
            need, in_urdf};
  }
};

/// A word of a file and what it means.
template <class Meaning>
using Word = std::pair<std::string_view, Meaning>;

/// The word for a meaning.
template <class Words, class Meaning>
std::string_view word_that_means(const Words& words, const Meaning& meaning) {
  for (const auto& [word, meant] : words)
    if (meant == meaning) return word;
  return "";
}

}  // namespace erfd
