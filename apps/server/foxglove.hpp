// Live samples in the Foxglove WebSocket protocol, for viewers that know it.
// Source  github.com/foxglove/ws-protocol, docs/spec.md: serverInfo, advertise, subscribe,
// unsubscribe as JSON; message data as binary: 0x01, subscription (uint32), time in ns (uint64),
// payload; little-endian.
#pragma once

#include "live.hpp"

#include <map>

namespace erfd::server {

class Foxglove {
 public:
  static constexpr std::size_t most_subscriptions = 64;

  void opened(const PeerPtr& peer);
  /// @return false: not a message of the protocol
  bool received(const PeerPtr& peer, std::string_view text);
  void closed(const PeerPtr& peer) { subscriptions_.erase(peer); }

  /// @param time_ns  since 1970
  void send(const Model& model, const LiveView& view, std::uint64_t time_ns);

 private:
  using Subscriptions = std::map<std::uint32_t, std::uint32_t>;  ///< channel of each
  std::map<PeerPtr, Subscriptions> subscriptions_;
};

}  // namespace erfd::server
