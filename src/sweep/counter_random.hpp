// Random numbers that are functions of a counter: job 7 of a study has the same ones wherever and
// whenever it runs. The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#pragma once

#include <cstdint>

namespace erfd {

inline std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
  return mixed(mixed(mixed(seed) ^ stream) ^ counter);
}

/// The bits as a number in (0, 1), neither end included.
inline double unit_number(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

/// Where `index` goes in a random order of [0, count): a Feistel network over the next power of four,
/// walked until it falls into the range (Black, Rogaway 2002).
inline std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t key) {
  int half = 1;
  while ((std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (random_bits(key, round, right) & mask);
      left = right;
      right = next;
    }
    index = (left << half) | right;
  } while (index >= count);
  return index;
}

}  // namespace erfd
