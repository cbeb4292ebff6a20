// The files of the page, from the program itself: no request reaches the file system.
#pragma once

#include <optional>
#include <string_view>

namespace erfd::server {

struct Asset {
  std::string_view type;  ///< media type
  std::string_view bytes;
};

/// The asset of exactly this path ("/" is the page); none for any other.
std::optional<Asset> find_asset(std::string_view path);

}  // namespace erfd::server
