// Bytes as text (RFC 4648, section 4). Private to the layer.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace erfd {

std::string base64(std::span<const std::byte> bytes);

}  // namespace erfd
