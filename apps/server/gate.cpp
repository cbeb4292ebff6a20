#include "gate.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <sys/random.h>

namespace erfd::server {

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error("serve: the system gives no random numbers, expected 16 bytes for a token");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

Gate::Gate(std::uint16_t port, std::string token, std::vector<std::string> origins)
    : hosts_{fmt::format("127.0.0.1:{}", port), fmt::format("localhost:{}", port)},
      token_(std::move(token)),
      origins_(std::move(origins)) {
  if (port == 80) hosts_.insert(hosts_.end(), {"127.0.0.1", "localhost"});  // browsers leave it out
}

int Gate::refusal(const Head& head) const {
  const std::string host(head.field("host"));
  if (std::find(hosts_.begin(), hosts_.end(), host) == hosts_.end()) return 421;
  if (!head.has("origin")) return 0;
  const std::string_view origin = head.field("origin");
  if (origin == "http://" + host) return 0;
  const bool listed = std::find(origins_.begin(), origins_.end(), origin) != origins_.end();
  return listed && head.path == "/foxglove" ? 0 : 403;
}

std::string Gate::page_url() const { return fmt::format("http://{}/#token={}", hosts_[0], token_); }

std::string Gate::foxglove_url() const {
  return fmt::format("ws://{}/foxglove?token={}", hosts_[0], token_);
}

}  // namespace erfd::server
