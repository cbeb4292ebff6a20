// SHA-256 (FIPS 180-4): the name of a set of results. Private to the layer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace erfd {

class Sha256 {
 public:
  using Digest = std::array<unsigned char, 32>;

  void add(std::string_view bytes);
  Digest digest();

 private:
  void take(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

/// "9f86d0…", 64 digits.
std::string hex(const Sha256::Digest& digest);

}  // namespace erfd
