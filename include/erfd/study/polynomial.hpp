// Operation counts as polynomials in the number of joints.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace erfd {

/// (c0 + c1 n + c2 n² + …) / denominator, whole numbers in lowest terms.
struct Polynomial {
  std::vector<long> coefficients;  ///< c0, c1, …; the last one is not zero
  long denominator = 1;

  static Polynomial constant(long value) { return {{value}, 1}; }
  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
  /// c0 + c1 n + c2 n² + …
  long numerator_at(long n) const;
  /// Value at a whole n, where it is whole. @throws Error otherwise.
  long at(long n) const;
  /// "n^3/6 + 23n^2/2 + 115n/3 - 47"
  std::string text() const;
  friend bool operator==(const Polynomial&, const Polynomial&) = default;
};

/// f(n+1) − f(n) of values at consecutive n.
std::vector<long> differences(std::span<const long> values);

/// The polynomial that values at first, first + 1, … lie on exactly: their differences of some
/// order are constant over at least three more values than the polynomial has coefficients.
/// Nothing if there is none.
std::optional<Polynomial> exact_polynomial(int first, std::span<const long> values);

}  // namespace erfd
