#include "sweep/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace erfd {
namespace {

using Words = std::array<std::uint32_t, 64>;

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return true;
}

/// The first 32 bits of the fractions of the cube roots of the first 64 primes (4.2.2).
Words make_constants() {
  Words k{};
  std::size_t found = 0;
  for (int n = 2; found < k.size(); ++n) {
    if (!is_prime(n)) continue;
    const long double root = std::cbrt(static_cast<long double>(n));
    k[found++] = static_cast<std::uint32_t>((root - std::floor(root)) * 0x1p32L);
  }
  return k;
}

}  // namespace

void Sha256::take(const unsigned char* block) {
  static const Words k = make_constants();
  Words w{};
  for (std::size_t t = 0; t < 16; ++t)
    for (std::size_t i = 0; i < 4; ++i) w[t] = (w[t] << 8) | block[4 * t + i];
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t a = w[t - 15], b = w[t - 2];
    const std::uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const std::uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto s = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t e = s[4], a = s[0];
    const std::uint32_t S1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t S0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t1 = s[7] + S1 + ((e & s[5]) ^ (~e & s[6])) + k[t] + w[t];
    const std::uint32_t t2 = S0 + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) state_[i] += s[i];
}

void Sha256::add(std::string_view bytes) {
  length_ += bytes.size();
  for (const char c : bytes) {
    block_[filled_++] = static_cast<unsigned char>(c);
    if (filled_ < block_.size()) continue;
    take(block_.data());
    filled_ = 0;
  }
}

Sha256::Digest Sha256::digest() {
  const std::uint64_t bits = 8 * length_;
  add(std::string_view("\x80", 1));
  while (filled_ != 56) add(std::string_view("\0", 1));
  std::string length;
  for (int shift = 56; shift >= 0; shift -= 8) length += static_cast<char>(bits >> shift);
  add(length);
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<unsigned char>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string hex(const Sha256::Digest& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace erfd
