// Lines of the live protocol (docs/live-protocol.md).
#pragma once

#include "live.hpp"

namespace erfd::server {

struct LiveHello {
  std::string robot;  ///< may be empty
  double period = 0;  ///< [s]
};

/// The line introduces a source: {"erfd_live": 1, …}.
bool is_hello(std::string_view text);
/// @throws Error "hello: …" naming what is wrong.
LiveHello read_hello(std::string_view text);
/// @throws Error naming the key, what was found and what is expected.
LiveSample read_sample(std::string_view text, int joints, int torques);

/// What a source is told: {"erfd_live": 1, "robot", "joints", "torques"}, or {"error"}.
std::string welcome_line(const Model& model, int torques);
std::string error_line(std::string_view sentence);

}  // namespace erfd::server
