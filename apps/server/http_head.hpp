// The head of an HTTP/1.1 request, read strictly: what is doubtful is refused, not repaired.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace erfd::server {

inline constexpr std::size_t most_head_bytes = std::size_t{8} * 1024;
inline constexpr std::size_t most_target_bytes = std::size_t{2} * 1024;
inline constexpr std::size_t most_fields = 64;
inline constexpr std::size_t most_body_bytes = std::size_t{1} << 20;

struct Head {
  std::string method, path, query;                          ///< as sent, not decoded
  std::vector<std::pair<std::string, std::string>> fields;  ///< names in lower case
  std::size_t content_length = 0;

  /// The value of a field; empty if there is none.
  std::string_view field(std::string_view lower_case_name) const;
  bool has(std::string_view lower_case_name) const;
};

/// A head, or the HTTP status that refuses it.
struct HeadResult {
  int refusal = 0;  ///< 0: the head can be used
  Head head;
};

/// @param raw  all bytes up to and with the empty line
HeadResult parse_head(std::string_view raw);

/// The value of `name` in a query, percent signs decoded; none if it is absent, not well formed, or
/// holds control characters.
std::optional<std::string> query_value(std::string_view query, std::string_view name);

}  // namespace erfd::server
