// What is refused, and why: two readers of one request must not see two different requests (RFC
// 9112: bare line feeds, folded lines, spaces before colons, lengths given twice, transfer codings).
#include "http_head.hpp"

#include <algorithm>
#include <charconv>

namespace erfd::server {
namespace {

constexpr int bad_request = 400, too_large = 413, target_too_long = 414, bad_coding = 415,
              no_expectations = 417, head_too_large = 431, other_version = 505;

bool is_token_character(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

/// Printable ASCII, blanks and tabs; bytes above ASCII have no meaning in a head.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

int read_request_line(std::string_view line, Head& head) {
  const std::size_t a = line.find(' '), b = line.rfind(' ');
  if (a == std::string_view::npos || a == b) return bad_request;
  const std::string_view method = line.substr(0, a), target = line.substr(a + 1, b - a - 1);
  if (!is_token(method)) return bad_request;
  if (target.size() > most_target_bytes) return target_too_long;
  // Neither the absolute form (http://…), which would be a second Host, nor blanks.
  if (!target.starts_with('/') || !is_plain(target) || target.find_first_of(" \t#") != target.npos)
    return bad_request;
  const std::string_view version = line.substr(b + 1);
  if (version != "HTTP/1.1") return version.starts_with("HTTP/") ? other_version : bad_request;
  const std::size_t mark = target.find('?');
  head.method = method;
  head.path = target.substr(0, mark);
  if (mark != std::string_view::npos) head.query = target.substr(mark + 1);
  return 0;
}

int read_field(std::string_view line, Head& head) {
  const std::size_t colon = line.find(':');
  // A folded line starts with a blank, so its name is no token.
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon)) || !is_plain(line))
    return bad_request;
  if (head.fields.size() == most_fields) return head_too_large;
  head.fields.emplace_back(lower(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  return 0;
}

int read_length(Head& head) {
  if (!head.has("content-length")) return 0;
  const std::string_view text = head.field("content-length");
  const char* const end = text.data() + text.size();
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return bad_request;
  const auto [stop, error] = std::from_chars(text.data(), end, head.content_length);
  return error != std::errc{} || stop != end || head.content_length > most_body_bytes ? too_large
                                                                                      : 0;
}

int check_fields(Head& head) {
  for (const char* once : {"host", "origin", "content-length", "content-type", "x-erfd-token"})
    if (std::count_if(head.fields.begin(), head.fields.end(),
                      [&](const auto& f) { return f.first == once; }) > 1)
      return bad_request;
  if (!head.has("host") || head.has("transfer-encoding")) return bad_request;
  if (head.has("content-encoding")) return bad_coding;
  if (head.has("expect")) return no_expectations;
  return read_length(head);
}

int read_head(std::string_view raw, Head& head) {
  if (raw.size() > most_head_bytes) return head_too_large;
  if (!raw.ends_with("\r\n\r\n")) return bad_request;
  raw.remove_suffix(2);
  bool first = true;
  while (!raw.empty()) {
    const std::size_t end = raw.find("\r\n");
    const std::string_view line = raw.substr(0, end);
    raw.remove_prefix(end + 2);
    // is_plain() and is_token() refuse line feeds and carriage returns that stand alone.
    if (const int refusal = first ? read_request_line(line, head) : read_field(line, head))
      return refusal;
    first = false;
  }
  return check_fields(head);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+') c = ' ';
    if (c == '%') {
      if (i + 2 >= text.size() || hex_digit(text[i + 1]) < 0 || hex_digit(text[i + 2]) < 0)
        return std::nullopt;
      c = static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]));
      i += 2;
    }
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') return std::nullopt;
    out += c;
  }
  return out;
}

}  // namespace

std::string_view Head::field(std::string_view name) const {
  for (const auto& [key, value] : fields)
    if (key == name) return value;
  return {};
}

bool Head::has(std::string_view name) const {
  return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return f.first == name; });
}

HeadResult parse_head(std::string_view raw) {
  HeadResult result;
  result.refusal = read_head(raw, result.head);
  return result;
}

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = pair.find('=');
    if (pair.substr(0, equals) == name)
      return decoded(equals == pair.npos ? std::string_view() : pair.substr(equals + 1));
  }
  return std::nullopt;
}

}  // namespace erfd::server
