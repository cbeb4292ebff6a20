// Bytes of binary formats: little-endian numbers and their check sum.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace erfd {

template <std::unsigned_integral T>
void append_number(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}

inline void append_number(std::string& bytes, double value) {
  append_number(bytes, std::bit_cast<std::uint64_t>(value));
}

/// CRC-32 of ISO 3309, as zip and MCAP take it. `before` is the sum of the bytes in front.
inline std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      t[i] = i;
      for (int bit = 0; bit < 8; ++bit) t[i] = (t[i] >> 1) ^ ((t[i] & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return t;
  }();
  std::uint32_t sum = ~before;
  for (const char c : bytes) sum = table[(sum ^ static_cast<unsigned char>(c)) & 0xFF] ^ (sum >> 8);
  return ~sum;
}

}  // namespace erfd
