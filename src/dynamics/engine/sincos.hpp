// Sine and cosine of all joints at once, four doubles or eight floats a step. libm takes 12 ns an
// angle, more than the dynamics of a link; this takes 2 ns.
//
//   x = k π/2 + r, |r| ≤ π/4                        (1)   k by rounding x 2/π, r in two steps with FMA
//   sin r ≈ r + r³ P(r²),  cos r ≈ 1 + r² Q(r²)     (2)   polynomials of FreeBSD's msun (k_sin, k_cos)
//   k odd swaps them, k & 2 and (k + 1) & 2 change the signs                                    (3)
//
// The two steps of (1) hold while k stays small: beyond `range_limit`, and for what is no number, libm
// answers. Error below 1 ulp of double inside (tests/dynamics/engine_test.cpp).
#pragma once

#include "dynamics/engine/algebra.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

/// Any scalar, one joint after the other.
template <class S>
ERFD_INLINE void sincos_all(const Link<S>* links, int n, const S* q, LinkState<S>* states) {
  using std::cos, std::sin;
  for (int i = 0; i < n; ++i) {
    if (links[i].kind == Kind::prismatic) continue;
    const S angle = q[i] + links[i].q0;
    states[i].c = cos(angle);
    states[i].s = sin(angle);
  }
}

#if defined(__AVX2__) && defined(__FMA__)

template <class S>
struct Pack;

template <>
struct Pack<double> {
  static constexpr int size = 4;
  using Values = double __attribute__((vector_size(32)));
  using Bits = std::int64_t __attribute__((vector_size(32)));
  static constexpr int sign_shift = 62;
  static constexpr double round_by = 0x1.8p52;  // x + this − this rounds x to an integer
  static constexpr double half_pi_high = 1.57079632679489655800e+00;
  static constexpr double half_pi_low = 6.12323399573676603587e-17;
  static constexpr double range_limit = 1e5;
  static constexpr double P[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                 -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                 -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr double Q[] = {-0.5,
                                 4.16666666666666019037e-02,
                                 -1.38888888888741095749e-03,
                                 2.48015872894767294178e-05,
                                 -2.75573143513906633035e-07,
                                 2.08757232129817482790e-09,
                                 -1.13596475577881948265e-11};
};

template <>
struct Pack<float> {
  static constexpr int size = 8;
  using Values = float __attribute__((vector_size(32)));
  using Bits = std::int32_t __attribute__((vector_size(32)));
  static constexpr int sign_shift = 30;
  static constexpr float round_by = 0x1.8p23f;
  static constexpr float half_pi_high = 1.57079637e+00f;
  static constexpr float half_pi_low = -4.37113883e-08f;
  static constexpr float range_limit = 1e3f;
  static constexpr float P[] = {-1.6666654611e-1f, 8.3321608736e-3f, -1.9515295891e-4f};
  static constexpr float Q[] = {-0.5f, 4.166664568298827e-2f, -1.388731625493765e-3f,
                                2.443315711809948e-5f};
};

template <class Values, class S, std::size_t N>
ERFD_INLINE Values polynomial(const S (&coefficients)[N], const Values& z) {
  Values sum = Values{} + coefficients[N - 1];
  for (std::size_t k = N - 1; k-- > 0;) sum = sum * z + coefficients[k];
  return sum;
}

template <class S>
ERFD_INLINE void sincos_pack(const typename Pack<S>::Values& x, typename Pack<S>::Values& sine,
                             typename Pack<S>::Values& cosine) {
  using P = Pack<S>;
  using Values = typename P::Values;
  using Bits = typename P::Bits;
  const Values shifted = x * S(0.63661977236758134308) + P::round_by, k = shifted - P::round_by;
  const Values r = (x - k * P::half_pi_high) - k * P::half_pi_low;  // (1)
  const Values z = r * r;
  const Values sin_r = r + (r * z) * polynomial(P::P, z);  // (2)
  const Values cos_r = z * polynomial(P::Q, z) + S(1);
  const auto quadrant = reinterpret_cast<Bits>(shifted);  // the low bits of the sum are k
  const Bits swap = -(quadrant & 1);
  const auto a = reinterpret_cast<Bits>(sin_r), b = reinterpret_cast<Bits>(cos_r);
  sine = reinterpret_cast<Values>(((a & ~swap) | (b & swap)) ^
                                  ((quadrant & 2) << P::sign_shift));  // (3)
  cosine = reinterpret_cast<Values>(((b & ~swap) | (a & swap)) ^
                                    (((quadrant + 1) & 2) << P::sign_shift));
}

/// One pack of joints from joint i on; `count` of them exist.
template <class S>
ERFD_INLINE void sincos_from(const Link<S>* links, int i, int count, const S* q,
                             LinkState<S>* states) {
  using P = Pack<S>;
  typename P::Values x{}, sine, cosine;
  bool within = true;
  for (int k = 0; k < count; ++k) {
    x[k] = q[i + k] + links[i + k].q0;
    within = within && std::abs(x[k]) < P::range_limit;
  }
  if (!within) return sincos_all<S>(links + i, count, q + i, states + i);
  sincos_pack<S>(x, sine, cosine);
  for (int k = 0; k < count; ++k) {
    states[i + k].s = sine[k];
    states[i + k].c = cosine[k];
  }
}

#endif

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
