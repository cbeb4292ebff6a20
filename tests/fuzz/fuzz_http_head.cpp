// Any bytes as the head of a request: no crash, and what is accepted keeps its promises.
#include "server/http_head.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace erfd::server;
  const std::string_view raw(reinterpret_cast<const char*>(data), size);
  const HeadResult result = parse_head(raw);
  query_value(raw, "name");
  if (result.refusal != 0) return 0;
  const Head& head = result.head;
  if (!head.path.starts_with('/') || !head.has("host") || head.has("transfer-encoding") ||
      head.fields.size() > most_fields || head.content_length > most_body_bytes)
    std::abort();
  for (const auto& [name, value] : head.fields)
    if (name.empty() || value.find_first_of(std::string_view("\r\n\0", 3)) != value.npos)
      std::abort();
  return 0;
}
