// What Eigen wants to know of a scalar that is no built-in type.
#pragma once

#include <limits>

#include <Eigen/Core>

namespace erfd {

/// Base of Eigen::NumTraits for our own scalars.
template <class T>
struct ScalarTraits : Eigen::GenericNumTraits<T> {
  using Real = T;
  using NonInteger = T;
  using Nested = T;
  using Literal = double;
  // NOLINTBEGIN(readability-identifier-naming): Eigen's names
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 4,
    MulCost = 4
  };
  // NOLINTEND(readability-identifier-naming)
  static T epsilon() { return std::numeric_limits<T>::epsilon(); }
  static T dummy_precision() { return T(1e-12); }
  static T highest() { return T(std::numeric_limits<double>::max()); }
  static T lowest() { return T(std::numeric_limits<double>::lowest()); }
  static int digits10() { return std::numeric_limits<double>::digits10; }
};

}  // namespace erfd
