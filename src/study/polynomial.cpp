#include "erfd/study/polynomial.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace erfd {
namespace {

constexpr std::size_t spare_values = 3;

long factorial(int k) { return k < 2 ? 1 : k * factorial(k - 1); }

/// p · (n − root)
std::vector<long> times_root(const std::vector<long>& p, long root) {
  std::vector<long> product(p.size() + 1, 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    product[i + 1] += p[i];
    product[i] -= root * p[i];
  }
  return product;
}

Polynomial in_lowest_terms(std::vector<long> coefficients, long denominator) {
  while (coefficients.size() > 1 && coefficients.back() == 0) coefficients.pop_back();
  const long common =
      std::accumulate(coefficients.begin(), coefficients.end(), denominator, std::gcd<long, long>);
  for (long& c : coefficients) c /= common;
  return {std::move(coefficients), denominator / common};
}

/// Newton's forward formula Σ Δᵏf(first) (n − first)(n − first − 1)…(n − first − k + 1) / k!
Polynomial newton(int first, const std::vector<long>& leading) {
  const int degree = static_cast<int>(leading.size()) - 1;
  const long denominator = factorial(degree);
  std::vector<long> sum(leading.size(), 0), product{1};
  for (int k = 0; k <= degree; ++k) {
    const long factor = leading[static_cast<std::size_t>(k)] * (denominator / factorial(k));
    for (std::size_t i = 0; i < product.size(); ++i) sum[i] += factor * product[i];
    product = times_root(product, first + k);
  }
  return in_lowest_terms(std::move(sum), denominator);
}

std::string power_text(std::size_t power) {
  return power == 0 ? "" : power == 1 ? "n" : "n^" + std::to_string(power);
}

/// |c| n^power / denominator in lowest terms: "23n^2/2"
std::string term_text(long c, long denominator, std::size_t power) {
  const long common = std::gcd(c, denominator);
  const long top = std::abs(c) / common, bottom = denominator / common;
  const std::string number = top == 1 && power > 0 ? "" : std::to_string(top);
  return number + power_text(power) + (bottom == 1 ? "" : "/" + std::to_string(bottom));
}

}  // namespace

long Polynomial::numerator_at(long n) const {
  long sum = 0;
  for (const long c : coefficients | std::views::reverse) sum = sum * n + c;
  return sum;
}

long Polynomial::at(long n) const {
  const long sum = numerator_at(n);
  if (sum % denominator != 0)
    throw Error("polynomial " + text() + ": is no whole number at n = " + std::to_string(n));
  return sum / denominator;
}

std::string Polynomial::text() const {
  std::string text;
  for (std::size_t i = coefficients.size(); i-- > 0;) {
    const long c = coefficients[i];
    if (c == 0) continue;
    text += text.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    text += term_text(c, denominator, i);
  }
  return text.empty() ? "0" : text;
}

std::vector<long> differences(std::span<const long> values) {
  std::vector<long> result;
  for (std::size_t i = 1; i < values.size(); ++i) result.push_back(values[i] - values[i - 1]);
  return result;
}

std::optional<Polynomial> exact_polynomial(int first, std::span<const long> values) {
  std::vector<long> row(values.begin(), values.end()), leading;
  while (row.size() > spare_values) {
    leading.push_back(row.front());
    if (std::all_of(row.begin(), row.end(), [&](long x) { return x == row.front(); }))
      return newton(first, leading);
    row = differences(row);
  }
  return std::nullopt;
}

}  // namespace erfd
