// The token of those who may watch from another machine.
#pragma once

#include <string>

namespace erfd::server {

/// One line of 32 to 128 letters, digits, '-' and '_', from a file that only its owner can read.
/// @throws Error naming the cure.
std::string read_viewer_token(const std::string& path);

}  // namespace erfd::server
