// Values of files, with their places and their origins.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <array>
#include <optional>
#include <string>

namespace erfd {

using Triple = std::array<double, 3>;

/// Where a number comes from.
struct Provenance {
  std::string source;      ///< "Kvrgić 2020, App. B"; empty when the file does not say
  bool estimated = false;  ///< not published: derived or guessed, the note says how
  std::string note;        ///< reasoning, doubt, contradiction
  bool measured = false;   ///< on a machine, not taken from a drawing or a data sheet
  double spread = 0;       ///< of an estimate: by what share it may be off; 0: not said
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// A value that the file gives, with its place and its origin.
template <class T>
struct Entry {
  T value{};
  Location at{};
  Provenance from{};
};

/// A value that the file may give.
template <class T>
using Field = std::optional<Entry<T>>;

/// The number that a file gives, or another where it gives none.
inline double value_or(const Field<double>& field, double otherwise) {
  return field ? field->value : otherwise;
}

}  // namespace erfd
