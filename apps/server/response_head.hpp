// The head of every answer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace erfd::server {

/// @param host  of the request; the gate has checked it
/// @param secure  over TLS
/// @param last  the connection is closed behind the answer
std::string response_head(int status, std::string_view type, std::size_t length,
                          std::string_view host, bool secure, bool last);

/// {"error": "…"} for a status that refuses. @param sentence  plain text; empty: what the status says
std::string refusal_body(int status, std::string_view sentence = {});

}  // namespace erfd::server
