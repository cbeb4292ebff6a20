#include "report/document/base64.hpp"

#include <cstdint>
#include <string_view>

namespace erfd {

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < count ? std::to_integer<std::uint32_t>(bytes[i + b]) : 0);
    for (std::size_t c = 0; c < 4; ++c)
      text += c <= count ? letters[group >> (18 - 6 * c) & 63] : '=';
  }
  return text;
}

}  // namespace erfd
