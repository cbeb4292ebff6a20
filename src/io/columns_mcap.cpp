// MCAP: one JSON message a sample on one topic, in chunks that can be read without what follows.
// Source  MCAP format specification, version 0. A file is
//
//   magic, Header, Schema, Channel, (Chunk, MessageIndex)*, DataEnd,
//   summary: Schema, Channel, ChunkIndex*, Statistics,
//   SummaryOffset*, Footer, magic
#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"

#include "io/column_formats.hpp"
#include "io/mcap_records.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

using namespace mcap;

// What a crash can lose, and what a reader loads at once.
constexpr std::size_t chunk_size = 256 * 1024;
constexpr U16 the_id = 1;  // of the only schema and the only channel

std::string json_schema(const std::vector<std::string>& heads) {
  std::string text = R"({"type":"object","properties":{)";
  for (std::size_t i = 0; i < heads.size(); ++i)
    text += (i > 0 ? "," : "") + json_quoted(heads[i]) + R"(:{"type":"number"})";
  return text + "}}";
}

class McapWriter : public ColumnWriter {
 public:
  McapWriter(const std::string& path, ColumnTable table, const Start& start)
      : ColumnWriter(path, std::move(table), start) {
    for (const std::string& head : heads_) keys_.push_back(json_quoted(head) + ':');
    std::string content;
    append_number(content, the_id);
    append_text(content, "erfd." + name_);
    append_text(content, "jsonschema");
    append_text(content, json_schema(heads_));
    append_record(schema_, Opcode::schema, content);
    content.clear();
    append_number(content, the_id);
    append_number(content, the_id);
    append_text(content, "/" + name_);
    append_text(content, "json");
    append_number(content, U32{0});  // no metadata
    append_record(channel_, Opcode::channel, content);

    if (start.resume) {
      take_over(file_.flushed());
      return;
    }
    std::string begin(magic), header;
    append_text(header, "");  // no profile
    append_text(header, "erfd");
    append_record(begin, Opcode::header, header);
    put(begin + schema_ + channel_);
  }

  void flush() override {
    end_chunk();
    file_.flush();
  }

  void close() override {
    end_chunk();
    std::string content, end;
    append_number(content, sum_);
    append_record(end, Opcode::data_end, content);
    put(end);
    put_summary();
    file_.commit();
  }

 protected:
  void write_row(std::span<const double> values) override {
    const double time = values.front() * 1e9;
    if (!(time >= 0 && time < 9e18))
      throw Error(fmt::format(
          "{}: row {}: the time is {} s, expected 0 or more: MCAP counts nanoseconds from 0; "
          "write .csv or .npz",
          file_.path(), row_count() + 1, values.front()));
    const U64 stamp = static_cast<U64>(std::llround(time));
    message_.clear();
    append_number(message_, the_id);
    append_number(message_, static_cast<U32>(row_count()));
    append_number(message_, stamp);  // logged
    append_number(message_, stamp);  // published
    for (std::size_t i = 0; i < values.size(); ++i)
      message_.append(i == 0 ? "{" : ",").append(keys_[i]).append(shortest(values[i]));
    message_ += '}';

    append_number(index_, stamp);
    append_number(index_, static_cast<U64>(chunk_.size()));
    append_record(chunk_, Opcode::message, message_);
    chunk_span_.add(stamp, chunk_rows_++ == 0);
    file_span_.add(stamp, row_count() == 0);
    if (chunk_.size() >= chunk_size) end_chunk();
  }

 private:
  void put(std::string_view bytes) {
    sum_ = crc32(bytes, sum_);
    offset_ += bytes.size();
    file_.write(bytes);
  }

  void end_chunk() {
    if (chunk_rows_ == 0) return;
    std::string content, record, index_content, index;
    chunk_span_.append_to(content);
    append_number(content, static_cast<U64>(chunk_.size()));
    append_number(content, crc32(chunk_));
    append_text(content, "");  // not compressed
    append_number(content, static_cast<U64>(chunk_.size()));
    content += chunk_;
    append_record(record, Opcode::chunk, content);
    append_number(index_content, the_id);
    append_text(index_content, index_);
    append_record(index, Opcode::message_index, index_content);
    add_chunk_index(chunk_span_, chunk_.size(), record.size(), index.size());
    put(record);
    put(index);
    chunk_.clear();
    index_.clear();
    chunk_rows_ = 0;
  }

  /// Of the chunk that begins at offset_. `size`: of the messages in it.
  void add_chunk_index(const TimeSpan& span, std::size_t size, std::size_t chunk_length,
                       std::size_t index_length) {
    std::string content;
    span.append_to(content);
    append_number(content, offset_);
    append_number(content, static_cast<U64>(chunk_length));
    append_map(content, the_id, offset_ + chunk_length);
    append_number(content, static_cast<U64>(index_length));
    append_text(content, "");
    append_number(content, static_cast<U64>(size));
    append_number(content, static_cast<U64>(size));
    append_record(chunk_indexes_, Opcode::chunk_index, content);
    ++chunk_count_;
  }

  /// Finds again what the writer knew when it had written these bytes.
  void take_over(std::string_view bytes) {
    constexpr std::size_t head = 9;  // opcode and length
    sum_ = crc32(bytes);
    for (std::size_t at = magic.size(); at + head <= bytes.size();) {
      offset_ = at;
      const std::size_t length = head + static_cast<std::size_t>(number_at(bytes, at + 1));
      if (length > bytes.size() - at)
        throw Error(fmt::format("{}.part: is damaged at byte {}", file_.path(), at));
      if (static_cast<Opcode>(bytes[at]) == Opcode::chunk) {
        const std::string_view chunk = bytes.substr(at, length);
        const TimeSpan span{number_at(chunk, head), number_at(chunk, head + 8)};
        file_span_.add(span.first, chunk_count_ == 0);
        file_span_.add(span.last, false);
        const std::size_t next = at + length;
        const auto index_length =
            head + (next + head <= bytes.size() ? number_at(bytes, next + 1) : 0);
        add_chunk_index(span, static_cast<std::size_t>(number_at(chunk, head + 16)), length,
                        static_cast<std::size_t>(index_length));
      }
      at += length;
    }
    offset_ = bytes.size();
  }

  std::string statistics() const {
    std::string content, record;
    append_number(content, static_cast<U64>(row_count()));
    append_number(content, U16{1});  // schemas
    append_number(content, U32{1});  // channels
    append_number(content, U32{0});  // attachments
    append_number(content, U32{0});  // metadata
    append_number(content, chunk_count_);
    file_span_.append_to(content);
    append_map(content, the_id, static_cast<U64>(row_count()));
    append_record(record, Opcode::statistics, content);
    return record;
  }

  void put_summary() {
    std::string summary, offsets;
    const U64 start = offset_;
    const auto add = [&](Opcode opcode, const std::string& group) {
      if (group.empty()) return;
      std::string content;
      append_number(content, static_cast<std::uint8_t>(opcode));
      append_number(content, start + summary.size());
      append_number(content, static_cast<U64>(group.size()));
      append_record(offsets, Opcode::summary_offset, content);
      summary += group;
    };
    add(Opcode::schema, schema_);
    add(Opcode::channel, channel_);
    add(Opcode::chunk_index, chunk_indexes_);
    add(Opcode::statistics, statistics());

    std::string footer;
    append_number(footer, start);
    append_number(footer, start + summary.size());
    std::string end = summary + offsets;
    append_number(end, static_cast<std::uint8_t>(Opcode::footer));
    append_number(end, U64{20});
    end += footer;
    append_number(end, crc32(end));  // of everything from the summary to here
    put(end);
    put(magic);
  }

  std::vector<std::string> keys_;
  std::string schema_, channel_, message_, chunk_, index_, chunk_indexes_;
  TimeSpan chunk_span_, file_span_;
  std::size_t chunk_rows_ = 0;
  U64 offset_ = 0;
  U32 sum_ = 0, chunk_count_ = 0;
};

}  // namespace

ColumnWriterPointer open_mcap(const std::string& path, ColumnTable table,
                              const ColumnWriter::Start& start) {
  return std::make_unique<McapWriter>(path, std::move(table), start);
}

}  // namespace erfd
