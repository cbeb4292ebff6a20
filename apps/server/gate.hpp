// Who may ask: token, Host and Origin.
#pragma once

#include "http_head.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::server {

/// 128 random bits in hexadecimal, from the kernel. @throws Error if it has none.
std::string random_token();

/// Takes as long for a wrong text as for the right one of the same length.
bool same_secret(std::string_view a, std::string_view b);

enum class Rights {
  all,
  watch  ///< the page, the latest document, live samples; nothing is verified, saved or changed
};

struct GateSettings {
  Rights rights = Rights::all;
  bool secure = false;                  ///< https
  std::vector<std::string> hosts = {};  ///< without port; empty: 127.0.0.1 and localhost
  std::vector<std::string> origins =
      {};  ///< of other programs that may open /foxglove, as browsers write them
};

/// The checks of one server. Web pages of strangers run in the user's browser and can reach this
/// address; what they cannot do is choose Host and Origin, or know the token.
class Gate {
 public:
  Gate(std::uint16_t port, std::string token, GateSettings settings);

  /// 0, or the status that refuses: Host is not ours (421), Origin is another one (403), the rights of
  /// this gate do not reach so far (403, 404).
  int refusal(const Head& head) const;
  /// Of a refusal by a gate of viewers; empty: what the status says.
  std::string_view sentence(int status) const;
  Rights rights() const { return settings_.rights; }
  bool is_secure() const { return settings_.secure; }
  bool has_token(const Head& head) const { return is_token(head.field("x-erfd-token")); }
  bool is_token(std::string_view text) const { return same_secret(text, token_); }

  const std::string& token() const { return token_; }
  /// Where the page is, with the token behind the '#': browsers send that part to nobody.
  std::string page_url() const;
  /// The same without the token.
  std::string address() const;
  std::string foxglove_url() const;

 private:
  std::vector<std::string> hosts_;  ///< with port
  std::string token_;
  GateSettings settings_;
};

}  // namespace erfd::server
