// Appendix B of [KV20]: the vectors of Lola 15 written out, as printed and as corrected (errata L16),
// against what they stand for.
//
//   v̇_i^cm = Σ_k b_ik q̈_k + Σ_{k≤j} b_ikj q̇_k q̇_j,   N_i = Σ_k d_ik q̈_k + Σ_{k≤j} d_ikj q̇_k q̇_j
//
// For a chain of revolute joints with axes z_{k-1} through p_{k-1}, mass centre c_i, inertia I_i, k < j:
//
//   b_ik  = z_k−1 × (c_i − p_k−1)              d_ik  = I_i z_k−1                                   (1)
//   b_ikj = 2 z_k−1 × (z_j−1 × (c_i − p_j−1))  d_ikj = I (z_k × z_j) + z_k × I z_j + z_j × I z_k   (2)
//   b_ikk = z_k−1 × b_ik                       d_ikk = z_k × I z_k                                 (3)
// Private to the layer.
#pragma once

#include "erfd/math/types.hpp"

#include <array>
#include <string>
#include <vector>

#include <Eigen/Geometry>

namespace erfd::appendix_b {

using Vector = Vector3<double>;

/// Postures, mass centres and inertias: whatever they are, the formulas are to hold.
struct LolaSample {
  std::array<double, 7> c{}, s{};  ///< of q1 … q6, from 1 on
  std::array<Vector, 7> r;         ///< r_i^cm: of the mass centre in frame i, in world axes
  std::array<Matrix3<double>, 7> I;
};

/// One printed vector beside the right one: what q̈_k is multiplied with, or q̇_k q̇_j where j is not 0.
struct Term {
  const char* name;  ///< "b_i12": of all links for which the paper prints one formula
  std::size_t i, k, j;
  Vector printed, corrected, meant;
};

/// The abbreviations of (A.2) and of Appendix B, by the names that they have there.
class AppendixB {
 public:
  explicit AppendixB(const LolaSample& sample) : s_(sample) {
    z_[0] = {0, 0, 1};
    z_[1] = z_[2] = {s1, -c1, 0};
    z_[3] = {v2, v4, s23};
    z_[4] = {v16, v18, v20};
    z_[5] = {ax, ay, az};
    p_[0] = {0, 0, 0};
    p_[1] = {c1 * a1, s1 * a1, 0};
    p_[2] = {c1 * v5, s1 * v5, v14};
    for (std::size_t i = 3; i <= 6; ++i) p_[i] = {X6, Y6, Z6};
    compute();
  }

  const std::vector<Term>& terms() const { return terms_; }  ///< as S has them
  const std::vector<Term>& in_e() const { return in_e_; }
  const Vector& z(std::size_t i) const { return z_[i]; }
  const Vector& p(std::size_t i) const { return p_[i]; }

 private:
  static constexpr double a1 = 0.2, a2 = 0.6, a3 = 0.115, d4 = 0.825;
  void add(const char* name, std::size_t i, std::size_t k, std::size_t j, const Vector& printed,
           const Vector& corrected) {
    const bool is_b = name[0] == 'b';
    const Vector meant = j == 0 ? (is_b ? b(i, k) : d(i, k)) : is_b ? b(i, k, j) : d(i, k, j);
    terms_.push_back({name, i, k, j, printed, corrected, meant});
  }
  void same(const char* name, std::size_t i, std::size_t k, std::size_t j, const Vector& printed) {
    add(name, i, k, j, printed, printed);
  }
  /// A slip of E alone.
  void in_e(const char* name, std::size_t i, std::size_t k, std::size_t j, const Vector& printed) {
    in_e_.push_back({name, i, k, j, printed, b(i, k, j), b(i, k, j)});
  }
  /// (1) to (3).
  Vector b(std::size_t i, std::size_t k) const {
    return z_[k - 1].cross(p_[i] + s_.r[i] - p_[k - 1]);
  }
  Vector b(std::size_t i, std::size_t k, std::size_t j) const {
    return (k == j ? 1 : 2) * z_[k - 1].cross(b(i, j));
  }
  Vector d(std::size_t i, std::size_t k) const { return s_.I[i] * z_[k - 1]; }
  Vector d(std::size_t i, std::size_t k, std::size_t j) const {
    const Vector &zk = z_[k - 1], &zj = z_[j - 1];
    if (k == j) return zk.cross(d(i, k));
    return s_.I[i] * zk.cross(zj) + zk.cross(d(i, j)) + zj.cross(d(i, k));
  }

  void compute();
  void links_1_and_2();        // (B.2), (B.3)
  void b_by_arm(std::size_t);  // (B.4)
  void b_by_q4(std::size_t);   // (B.5)
  void b_by_q5(std::size_t);   // (B.6)
  void b_by_q6();              // (B.7)
  void d_by_arm(std::size_t);  // (B.8) to (B.10)
  void d_by_q4(std::size_t);   // (B.11)
  void d_by_q5(std::size_t);   // (B.12)
  void d_by_q6();              // (B.13)

  const LolaSample& s_;
  std::vector<Term> terms_, in_e_;
  std::array<Vector, 7> p_, z_;
  const double c1 = s_.c[1], s1 = s_.s[1], c2 = s_.c[2], s2 = s_.s[2], c4 = s_.c[4], s4 = s_.s[4],
               c5 = s_.c[5], s5 = s_.s[5];
  const double c23 = c2 * s_.c[3] - s2 * s_.s[3], s23 = s2 * s_.c[3] + c2 * s_.s[3];
  const double v1 = c1 * s23, v2 = c1 * c23, v3 = s1 * s23, v4 = s1 * c23,
               v12 = c23 * a3 + s23 * d4, v13 = s2 * a2, v14 = c2 * a2, v5 = a1 - v13,
               v15 = -v1 * c4 - s1 * s4, v16 = s1 * c4 - v1 * s4, v17 = c1 * s4 - v3 * c4,
               v18 = -v3 * s4 - c1 * c4, v19 = c23 * c4, v20 = c23 * s4, v31 = d4 * c23 - s23 * a3,
               v0 = v5 + v31;
  const double ax = v15 * s5 + v2 * c5, ay = v17 * s5 + v4 * c5, az = v19 * s5 + s23 * c5;
  const double X6 = c1 * v0, Y6 = s1 * v0, Z6 = v12 + v14;
  // Of (B.3); v9 stands in (B.5), too.
  const double v8_printed = -c1 * s2, v9_printed = -s1 * s2;
};

}  // namespace erfd::appendix_b
