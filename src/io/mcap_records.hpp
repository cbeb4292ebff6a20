// Records of the MCAP format: opcode (1 byte), length of the content (8 bytes), content.
#pragma once

#include "io/bytes.hpp"

#include <algorithm>
#include <ranges>

namespace erfd::mcap {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

inline constexpr std::string_view magic("\x89MCAP0\r\n", 8);

enum class Opcode : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  statistics = 0x0B,
  summary_offset = 0x0E,
  data_end = 0x0F
};

/// Length (4 bytes) and bytes: String, Bytes and Array of the specification.
inline void append_text(std::string& bytes, std::string_view text) {
  append_number(bytes, static_cast<U32>(text.size()));
  bytes += text;
}

/// The U64 at a place. @throws std::out_of_range beyond the end.
inline U64 number_at(std::string_view bytes, std::size_t at) {
  U64 value = 0;
  for (const char c : bytes.substr(at, 8) | std::views::reverse)
    value = (value << 8) | static_cast<unsigned char>(c);
  return value;
}

inline void append_record(std::string& bytes, Opcode opcode, std::string_view content) {
  append_number(bytes, static_cast<std::uint8_t>(opcode));
  append_number(bytes, static_cast<U64>(content.size()));
  bytes += content;
}

/// Map<uint16, uint64> with one entry.
inline void append_map(std::string& bytes, U16 key, U64 value) {
  append_number(bytes, U32{10});
  append_number(bytes, key);
  append_number(bytes, value);
}

/// Earliest and latest time of messages [ns]; zero without messages.
struct TimeSpan {
  U64 first = 0, last = 0;

  void add(U64 time, bool is_first) {
    first = is_first ? time : std::min(first, time);
    last = is_first ? time : std::max(last, time);
  }
  void append_to(std::string& bytes) const {
    append_number(bytes, first);
    append_number(bytes, last);
  }
};

}  // namespace erfd::mcap
