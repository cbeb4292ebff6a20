#include "response_head.hpp"

#include <fmt/format.h>

namespace erfd::server {
namespace {

struct Meaning {
  int status;
  const char *phrase, *sentence;
};

constexpr Meaning meanings[] = {
    {200, "OK", ""},
    {202, "Accepted", ""},
    {204, "No Content", ""},
    {400, "Bad Request", "the request is not well formed"},
    {401, "Unauthorized",
     "the token is missing or wrong; open the address that erfd serve printed"},
    {403, "Forbidden", "requests from other pages are refused"},
    {404, "Not Found", "there is nothing at this path"},
    {405, "Method Not Allowed", "this path does not know the method"},
    {408, "Request Timeout", "the request took too long"},
    {409, "Conflict", "the file exists already"},
    {411, "Length Required", "a body needs Content-Length"},
    {413, "Content Too Large", "the body is larger than 1 MiB"},
    {414, "URI Too Long", "the address is longer than 2 KiB"},
    {415, "Unsupported Media Type", "expected application/json without content coding"},
    {417, "Expectation Failed", "expectations are not met here"},
    {421, "Misdirected Request", "expected Host 127.0.0.1 or localhost with the port"},
    {422, "Unprocessable Content", "the request cannot be understood"},
    {431, "Request Header Fields Too Large", "the head is larger than 8 KiB or 64 fields"},
    {500, "Internal Server Error", "the request failed"},
    {503, "Service Unavailable", "too many connections"},
    {505, "HTTP Version Not Supported", "expected HTTP/1.1"},
};

Meaning meaning_of(int status) {
  for (const Meaning& m : meanings)
    if (m.status == status) return m;
  return {status, "Refused", "the request is refused"};
}

}  // namespace

std::string response_head(int status, std::string_view type, std::size_t length,
                          std::string_view host, bool secure, bool last) {
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' "
      "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'{}{}; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "X-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Cache-Control: no-store\r\n",
      status, meaning_of(status).phrase,
      host.empty() ? ""
      : secure     ? " wss://"
                   : " ws://",
      host);
  if (status != 204)
    head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", type, length);
  return head + (last ? "Connection: close\r\n\r\n" : "\r\n");
}

std::string refusal_body(int status, std::string_view sentence) {
  return fmt::format("{{\"error\": \"{}\"}}\n",
                     sentence.empty() ? meaning_of(status).sentence : sentence);
}

}  // namespace erfd::server
