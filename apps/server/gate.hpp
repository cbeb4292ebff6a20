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

/// The checks of one server. Web pages of strangers run in the user's browser and can reach this
/// address; what they cannot do is choose Host and Origin, or know the token.
class Gate {
 public:
  /// @param origins  of other programs that may open /foxglove, as browsers write them
  Gate(std::uint16_t port, std::string token, std::vector<std::string> origins);

  /// 0, or the status that refuses: Host is not ours (421), Origin is another one (403).
  int refusal(const Head& head) const;
  bool has_token(const Head& head) const { return is_token(head.field("x-erfd-token")); }
  bool is_token(std::string_view text) const { return same_secret(text, token_); }

  const std::string& token() const { return token_; }
  /// Where the page is, with the token behind the '#': browsers send that part to nobody.
  std::string page_url() const;
  std::string foxglove_url() const;

 private:
  std::vector<std::string> hosts_;
  std::string token_;
  std::vector<std::string> origins_;
};

}  // namespace erfd::server
