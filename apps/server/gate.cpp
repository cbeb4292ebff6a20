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

namespace {

/// What a viewer may ask for: the page and what it shows. Addresses with a query are logged on the
/// way, and hold tokens where people are careless.
bool may_watch(const Head& head) {
  if (head.method != "GET" || !head.query.empty()) return false;
  if (head.path.starts_with("/api/")) return head.path == "/api/run";
  return head.path != "/foxglove";
}

}  // namespace

Gate::Gate(std::uint16_t port, std::string token, GateSettings settings)
    : token_(std::move(token)), settings_(std::move(settings)) {
  if (settings_.hosts.empty()) settings_.hosts = {"127.0.0.1", "localhost"};
  const std::uint16_t usual = settings_.secure ? 443 : 80;  // browsers leave it out
  for (const std::string& host : settings_.hosts)
    hosts_.push_back(fmt::format("{}:{}", host, port));
  if (port == usual) hosts_.insert(hosts_.end(), settings_.hosts.begin(), settings_.hosts.end());
}

int Gate::refusal(const Head& head) const {
  const std::string host(head.field("host"));
  if (std::find(hosts_.begin(), hosts_.end(), host) == hosts_.end()) return 421;
  if (settings_.rights == Rights::watch && !may_watch(head))
    return head.method == "GET" ? 404 : 403;
  if (!head.has("origin")) return 0;
  const std::string_view origin = head.field("origin");
  if (origin == (settings_.secure ? "https://" : "http://") + host) return 0;
  const auto& origins = settings_.origins;
  const bool listed = std::find(origins.begin(), origins.end(), origin) != origins.end();
  return listed && head.path == "/foxglove" ? 0 : 403;
}

std::string_view Gate::sentence(int status) const {
  if (settings_.rights == Rights::all) return {};
  if (status == 403) return "viewers watch: nothing is verified, saved or changed from here";
  if (status == 421) return "expected as Host a name of the certificate, with the port";
  return {};
}

std::string Gate::address() const {
  return fmt::format("{}://{}/", settings_.secure ? "https" : "http", hosts_[0]);
}

std::string Gate::page_url() const { return fmt::format("{}#token={}", address(), token_); }

std::string Gate::foxglove_url() const {
  return fmt::format("ws://{}/foxglove?token={}", hosts_[0], token_);
}

}  // namespace erfd::server
